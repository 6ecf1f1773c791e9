import type { OperationKind } from './kind.ts'

/** Deleting twice is deleting. Of a trolly that was never sent nothing leaves at all: see lane.ts. */
export const deleteKind: OperationKind<'delete'> = {
  apply: (draft) => {
    if (draft.head) draft.head = { ...draft.head, state: 'deleted' }
  },
  foldAfter: (operation, waiting) => (waiting.kind === 'delete' ? operation : undefined),
}
