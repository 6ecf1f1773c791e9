import { isLineOperation, type Operation, type QueuedOperation } from './operation.ts'

export const repeated = (
  asked: QueuedOperation,
): { operation: Operation; expectedVersion: number | null } => {
  const { operation, refusal } = asked
  if (!isLineOperation(operation)) return { operation, expectedVersion: trollyVersionFor(asked) }
  if (refusal?.line === undefined) return { operation, expectedVersion: asked.expectedVersion }
  const seenVersion = refusal.line?.version ?? 0
  if (operation.kind !== 'add') return { operation, expectedVersion: seenVersion }
  const { toPresent: _, ...rest } = operation
  return { operation: { ...rest, kind: 'set' }, expectedVersion: seenVersion }
}

const trollyVersionFor = ({ operation, refusal, expectedVersion }: QueuedOperation): number | null => {
  if (operation.kind === 'details') return refusal?.head?.detailsVersion ?? expectedVersion
  if (operation.kind === 'delete') return refusal?.head?.version ?? expectedVersion
  return null
}
