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
 * Rebases untouched operations that expected the version this one found. The others keep theirs, so that someone else's
 * change between them is a conflict.
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
 * A refusal joins later operations on the same subject into one decision: alone they would land on a quantity nobody
 * saw. null: the wanted result already holds.
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
