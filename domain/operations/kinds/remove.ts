import { isLineOperation } from '#domain/operations/operation.ts'
import type { OperationKind } from './kind.ts'
import { lineIn, lineSubject } from './line.ts'

/** A removal replaces what it follows. append.ts cancels additions that the server never had. */
export const removeKind: OperationKind<'remove'> = {
  subject: ({ product_no }) => lineSubject(product_no),
  gathers: true,
  isDone: (_, { line, code }, { operation, expectedVersion }) => {
    if (line !== undefined) return !line || line.removed
    if (code === 'version_mismatch') return false
    // An addition that was refused leaves nothing to remove; an existing line still has its quantity.
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
