import { type AnyOperation, isYetToLeave, type Queued, type Refusal } from './operation.ts'
import { type NounRules, rulesFor, subjectOf } from './rules.ts'

/** Applies an answer to the rest of its lane. Pure; the sender runs it in the transaction that stores the answer. */

/** Versions by subject, before the answered operation and after it. */
export type VersionsMoved = ReadonlyMap<string, { before: number; after: number }>

/** Operations yet to leave that expected the version found now expect the new one; others must meet the change as a conflict. */
export const rebase = (parts: {
  rules: NounRules
  queue: readonly Queued[]
  applied: Queued
  moved: VersionsMoved
}): { opId: string; expectedVersion: number }[] =>
  parts.queue.flatMap((queued) => {
    if (!isYetToLeave(queued) || queued.opId === parts.applied.opId) return []
    const moved = parts.moved.get(subjectOf(parts.rules, queued.operation))
    if (!moved || moved.before === moved.after || queued.expectedVersion !== moved.before) return []
    return [{ opId: queued.opId, expectedVersion: moved.after }]
  })

/** Joins later operations on the subject: alone they would apply to a state nobody saw. null: nothing to decide. */
export const intoDecision = (parts: {
  rules: NounRules
  queue: readonly Queued[]
  refused: Queued
  refusal: Refusal
}): { operation: AnyOperation | null; absorbed: string[] } => {
  const { rules, queue, refused, refusal } = parts
  const subject = subjectOf(rules, refused.operation)
  const later = queue.filter(
    (queued) =>
      queued.seq > refused.seq && isYetToLeave(queued) && subjectOf(rules, queued.operation) === subject,
  )
  const wanted = later.reduce<AnyOperation>(
    (before, { operation }) => rulesFor(rules, operation)?.foldAfter(operation, before) ?? operation,
    refused.operation,
  )
  const isDone = rulesFor(rules, wanted)?.isDone?.(wanted, refusal, refused) ?? false
  return { operation: isDone ? null : wanted, absorbed: later.map(({ opId }) => opId) }
}
