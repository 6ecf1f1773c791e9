import type { OperationKind } from './kind.ts'
import { lineIn } from './line.ts'

export const setKind: OperationKind<'set'> = {
  apply: (draft, { product_no, quantity, seenPricePence, addedAt }) => {
    draft.lines.set(product_no, { ...lineIn(draft, product_no, addedAt), quantity, seenPricePence })
  },
  foldAfter: (operation, waiting) => {
    if (waiting.kind === 'add' || waiting.kind === 'set') return { ...operation, addedAt: waiting.addedAt }
    return waiting.kind === 'remove' ? operation : undefined
  },
}
