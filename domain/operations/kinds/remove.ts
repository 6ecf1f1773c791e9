import { isLineOperation } from '#domain/operations/operation.ts'
import type { OperationKind } from './kind.ts'
import { lineIn, lineSubject } from './line.ts'

/** Anything followed by a removal is a removal. append.ts cancels additions that the server never had. */
export const removeKind: OperationKind<'remove'> = {
  subject: ({ product_no }) => lineSubject(product_no),
  // A refused product has no line to remove.
  isDone: (_, { line, code }) => (line === undefined ? code !== 'version_mismatch' : !line || line.removed),
  apply: (draft, { product_no }) => {
    const line = lineIn(draft, product_no, '')
    draft.lines.set(product_no, { ...line, quantity: 0, removed: true })
  },
  foldAfter: (operation, waiting) => (isLineOperation(waiting) ? operation : undefined),
}
