import { type Create, isLineOperation, type Operation, type QueuedOperation } from './operation.ts'

/**
 * What a person's answer to a decision becomes: a new operation under a new key, upon the version that the refusal
 * showed them. 'theirs' drops what was wanted here; 'mine' asks for it again.
 */
export type Choice = 'mine' | 'theirs'

export const decided = (
  asked: QueuedOperation,
  choice: Choice,
): { operation: Operation; expectedVersion: number | null } | null => {
  if (choice === 'theirs') return null
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

/**
 * What still waits in a trolly that is gone or was ordered elsewhere, as operations on a new one. Of a quantity that was
 * typed only what exceeds the ordered one moves; a removal has nothing left to remove.
 */
export const movedToNewTrolly = (parts: {
  queue: readonly QueuedOperation[]
  create: Create
  ordered: readonly { product_no: string; quantity: number }[]
}): Operation[] => {
  const wanted = new Map<string, Extract<Operation, { kind: 'add' }>>()
  const orderedOf = new Map(parts.ordered.map(({ product_no, quantity }) => [product_no, quantity]))
  for (const { operation } of parts.queue) {
    if (operation.kind === 'remove') wanted.delete(operation.product_no)
    if (operation.kind !== 'add' && operation.kind !== 'set') continue
    const { product_no, seenPricePence, addedAt } = operation
    const before = operation.kind === 'add' ? (wanted.get(product_no)?.quantity ?? 0) : 0
    const ordered = operation.kind === 'set' ? (orderedOf.get(product_no) ?? 0) : 0
    const quantity = before + operation.quantity - ordered
    if (quantity <= 0) wanted.delete(product_no)
    else
      wanted.set(product_no, { kind: 'add', product_no, quantity, seenPricePence, addedAt, toPresent: false })
  }
  return [parts.create, ...wanted.values()]
}

/** Lines of an order placed elsewhere that were to be fewer, or none, by what still waits here: nothing can take them out. */
export const cameTooLate = (
  queue: readonly QueuedOperation[],
  ordered: readonly { product_no: string; quantity: number }[],
): { product_no: string; quantity: number; wanted: number }[] => {
  const wanted = new Map<string, number>()
  for (const { operation } of queue) {
    if (operation.kind === 'remove') wanted.set(operation.product_no, 0)
    if (operation.kind === 'set') wanted.set(operation.product_no, operation.quantity)
    const before = operation.kind === 'add' ? wanted.get(operation.product_no) : undefined
    if (operation.kind === 'add' && before !== undefined)
      wanted.set(operation.product_no, before + operation.quantity)
  }
  return ordered.flatMap(({ product_no, quantity }) => {
    const here = wanted.get(product_no)
    return here !== undefined && here < quantity ? [{ product_no, quantity, wanted: here }] : []
  })
}
