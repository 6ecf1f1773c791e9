import { OPERATION_KINDS } from './kinds.ts'
import {
  isLineOperation,
  isUntouched,
  type Operation,
  type QueuedOperation,
  type Refusal,
} from './operation.ts'

/** Applies an answer to the rest of its lane. Pure; the sender runs it in the transaction that stores the answer. */

/** Versions before and after the answered operation. */
export type VersionsMoved = {
  line: { before: number; after: number } | null
  details: { before: number; after: number }
  trolly: { before: number; after: number }
}

/**
 * Untouched operations that expected the version this one found now expect the version it left. The others keep theirs:
 * if someone else changed the line in between, they must meet it as a conflict.
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

/** Joins later operations on the subject, which alone would land on a quantity nobody saw. null: nothing to decide. */
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
  // A refused product has no line to remove.
  if (wanted.kind === 'remove')
    return line === undefined ? code !== 'version_mismatch' : !line || line.removed
  return (
    wanted.kind === 'set' &&
    line !== undefined &&
    line?.removed === false &&
    line.quantity === wanted.quantity
  )
}
