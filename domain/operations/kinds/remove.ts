import { isLineOperation } from '#domain/operations/operation.ts'
import type { OperationKind } from './kind.ts'
import { lineIn, lineSubject } from './line.ts'

/** Anything followed by a removal is a removal. append.ts cancels additions that the server never had. */
export const removeKind: OperationKind<'remove'> = {
  subject: ({ product_no }) => lineSubject(product_no),
  gathers: true,
  isDone: (_, { line, code }, { operation, expectedVersion }) => {
    if (line !== undefined) return !line || line.removed
    if (code === 'version_mismatch') return false
    // What would have made the line was refused. A line that was there keeps its quantity, so its removal is still to be done.
    return (
      code === 'line_not_found' || (operation.kind === 'add' ? !operation.toPresent : expectedVersion === 0)
    )
  },
  apply: (draft, { product_no }) => {
    const line = lineIn(draft, product_no, '')
    draft.lines.set(product_no, { ...line, quantity: 0, removed: true })
  },
  foldAfter: (operation, waiting) => (isLineOperation(waiting) ? operation : undefined),
}
