import type { OperationKind } from '#domain/operations/kinds.ts'

/** Deleting twice is deleting. What waits before a deletion is left out when it is sent: see lane.ts. */
export const deleteKind: OperationKind<'delete'> = {
  apply: (draft) => {
    if (draft.head) draft.head = { ...draft.head, state: 'deleted' }
  },
  foldAfter: (operation, waiting) => (waiting.kind === 'delete' ? operation : undefined),
}
