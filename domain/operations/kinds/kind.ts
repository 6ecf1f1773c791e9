import type { TrollyDraft } from '#domain/operations/draft.ts'
import type { Operation } from '#domain/operations/operation.ts'

export type OperationKind<Kind extends Operation['kind']> = {
  apply: (draft: TrollyDraft, operation: Extract<Operation, { kind: Kind }>) => void
  /** Both operations as one; undefined keeps them apart. Only called for operations never attempted. */
  foldAfter: (operation: Extract<Operation, { kind: Kind }>, waiting: Operation) => Operation | undefined
}
