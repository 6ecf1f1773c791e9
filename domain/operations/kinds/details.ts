import type { OperationKind } from './kind.ts'

export const detailsKind: OperationKind<'details'> = {
  subject: () => 'details',
  apply: (draft, { changes }) => {
    if (draft.head) draft.head = { ...draft.head, ...changes }
  },
  foldAfter: (operation, waiting) => {
    if (waiting.kind === 'details')
      return { ...waiting, changes: { ...waiting.changes, ...operation.changes } }
    if (waiting.kind === 'create')
      return { ...waiting, details: { ...waiting.details, ...operation.changes } }
    return undefined
  },
}
