import { OPERATION_KINDS } from './kinds.ts'
import {
  isLineOperation,
  isUntouched,
  type Operation,
  type QueuedOperation,
  type Refusal,
} from './operation.ts'

/**
 * What an answer to one operation does to the rest of its lane. Pure; the sender applies it in the transaction that
 * stores the answer.
 */

/** The versions a reply tells of: as they were when the operation came, and as it left them. */
export type VersionsMoved = {
  line: { before: number; after: number } | null
  details: { before: number; after: number }
  trolly: { before: number; after: number }
}

/**
 * Never-attempted operations that expected exactly what this one found now expect what it left. All others keep what
 * they saw: if someone else changed the line in between, they must meet it as a conflict.
 */
export const rebase = (parts: {
  queue: readonly QueuedOperation[]
  applied: QueuedOperation
  moved: VersionsMoved
}): { opId: string; expectedVersion: number }[] =>
  parts.queue.flatMap((queued) => {
    if (!isUntouched(queued) || queued.opId === parts.applied.opId) return []
    const moved = movedFor(queued.operation, parts.applied.operation, parts.moved)
    if (!moved || moved.before === moved.after || queued.expectedVersion !== moved.before) return []
    return [{ opId: queued.opId, expectedVersion: moved.after }]
  })

const movedFor = (waiting: Operation, applied: Operation, moved: VersionsMoved) => {
  if (waiting.kind === 'details') return moved.details
  if (waiting.kind === 'delete') return moved.trolly
  const sameLine =
    isLineOperation(waiting) && isLineOperation(applied) && waiting.product_no === applied.product_no
  return sameLine ? moved.line : null
}

/**
 * A refused operation takes the later ones on the same subject with it, into one decision: sent on their own they would
 * land on a quantity that nobody saw. null: what the person wants in the end already stands; nothing needs deciding.
 */
export const intoDecision = (parts: {
  queue: readonly QueuedOperation[]
  refused: QueuedOperation
  refusal: Refusal
}): { operation: Operation | null; absorbed: string[] } => {
  const later = parts.queue.filter(
    (queued) =>
      queued.seq > parts.refused.seq &&
      isUntouched(queued) &&
      subjectOf(queued.operation) === subjectOf(parts.refused.operation),
  )
  const wanted = later.reduce<Operation>(
    (before, { operation }) =>
      OPERATION_KINDS[operation.kind].foldAfter(operation as never, before) ?? operation,
    parts.refused.operation,
  )
  return {
    operation: standsAlready(wanted, parts.refusal) ? null : wanted,
    absorbed: later.map(({ opId }) => opId),
  }
}

const subjectOf = (operation: Operation): string =>
  isLineOperation(operation) ? `line ${operation.product_no}` : operation.kind

const standsAlready = (wanted: Operation, { line, code }: Refusal): boolean => {
  if (!isLineOperation(wanted)) return false
  // A product that was refused for itself has no line that a removal could be about.
  if (wanted.kind === 'remove')
    return line === undefined ? code !== 'version_mismatch' : !line || line.removed
  return (
    wanted.kind === 'set' &&
    line !== undefined &&
    line?.removed === false &&
    line.quantity === wanted.quantity
  )
}
