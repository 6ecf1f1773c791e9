import type { OperationKind } from './kind.ts'
import { lineIn, lineSubject } from './line.ts'

export const setKind: OperationKind<'set'> = {
  subject: ({ product_no }) => lineSubject(product_no),
  gathers: true,
  isDone: ({ quantity }, { line }) => line?.removed === false && line.quantity === quantity,
  apply: (draft, { product_no, quantity, seenPricePence, addedAt }) => {
    draft.lines.set(product_no, { ...lineIn(draft, product_no, addedAt), quantity, seenPricePence })
  },
  foldAfter: (operation, waiting) => {
    if (waiting.kind === 'add' || waiting.kind === 'set') return { ...operation, addedAt: waiting.addedAt }
    return waiting.kind === 'remove' ? operation : undefined
  },
}
