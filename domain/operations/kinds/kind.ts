import type { TrollyDraft } from '#domain/operations/draft.ts'
import type { Operation } from '#domain/operations/operation.ts'

export type OperationKind<Kind extends Operation['kind']> = {
  apply: (draft: TrollyDraft, operation: Extract<Operation, { kind: Kind }>) => void
  /**
   * This operation after `waiting`, as one; undefined: the two stay apart. Only ever asked of operations that were
   * never attempted.
   */
  foldAfter: (operation: Extract<Operation, { kind: Kind }>, waiting: Operation) => Operation | undefined
}
