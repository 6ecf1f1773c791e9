import type { OperationKind } from './kind.ts'

/** Deleting twice is deleting once. lane.ts drops a trolly that was never sent. */
export const deleteKind: OperationKind<'delete'> = {
  apply: (draft) => {
    if (draft.head) draft.head = { ...draft.head, state: 'deleted' }
  },
  foldAfter: (operation, waiting) => (waiting.kind === 'delete' ? operation : undefined),
}
