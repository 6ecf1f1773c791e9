import { UNDO_MS } from '#domain/undo.ts'
import type { OperationKind } from './kind.ts'

/** Deleting twice is deleting once. lane.ts drops a trolly that was never sent. */
export const deleteKind: OperationKind<'delete'> = {
  subject: () => 'delete',
  goesAlone: true,
  ends: true,
  undoMs: UNDO_MS,
  apply: (draft) => {
    if (draft.head) draft.head = { ...draft.head, state: 'deleted' }
  },
  foldAfter: (operation, waiting) => (waiting.kind === 'delete' ? operation : undefined),
}
