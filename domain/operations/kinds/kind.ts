import type { TrollyDraft } from '#domain/operations/draft.ts'
import type { Operation, Refusal } from '#domain/operations/operation.ts'
import type { KindRules } from '#domain/outbox/rules.ts'

type Of<Kind> = Extract<Operation, { kind: Kind }>

export type OperationKind<Kind extends Operation['kind']> = KindRules<Of<Kind>, Operation, Refusal> & {
  apply(draft: TrollyDraft, operation: Of<Kind>): void
}
