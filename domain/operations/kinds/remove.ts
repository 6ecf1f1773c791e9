import { isLineOperation } from '#domain/operations/operation.ts'
import type { OperationKind } from './kind.ts'
import { lineIn } from './line.ts'

/** Anything, then removed, is removed. That an addition of a line the server never had leaves nothing is in append.ts. */
export const removeKind: OperationKind<'remove'> = {
  apply: (draft, { product_no }) => {
    const line = lineIn(draft, product_no, '')
    draft.lines.set(product_no, { ...line, quantity: 0, removed: true })
  },
  foldAfter: (operation, waiting) => (isLineOperation(waiting) ? operation : undefined),
}
