import type { OperationKind } from './kind.ts'
import { lineIn, lineSubject } from './line.ts'

/** add after add = sum; after set = set of the sum; after remove = set. */
export const addKind: OperationKind<'add'> = {
  subject: ({ product_no }) => lineSubject(product_no),
  gathers: true,
  apply: (draft, { product_no, quantity, seenPricePence, addedAt }) => {
    const line = lineIn(draft, product_no, addedAt)
    draft.lines.set(product_no, { ...line, quantity: line.quantity + quantity, seenPricePence })
  },
  foldAfter: (operation, waiting) => {
    const { product_no, quantity, seenPricePence, addedAt } = operation
    switch (waiting.kind) {
      case 'add':
        return { ...waiting, quantity: waiting.quantity + quantity, seenPricePence }
      case 'set':
        return { ...waiting, quantity: waiting.quantity + quantity, seenPricePence }
      case 'remove':
        return { kind: 'set', product_no, quantity, seenPricePence, addedAt }
      default:
        return undefined
    }
  },
}
