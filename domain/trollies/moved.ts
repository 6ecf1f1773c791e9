import type { Create, Operation, QueuedOperation, Terms } from './operation.ts'

/** Waiting work moved to a new trolly. A set quantity moves only its excess over the order; removals are dropped. */
export const movedToNewTrolly = (parts: {
  queue: readonly QueuedOperation[]
  create: Create
  ordered: readonly { product_no: string; quantity: number }[]
}): Operation[] => {
  const wanted = new Map<string, Extract<Operation, { kind: 'add' }>>()
  const terms = new Map<string, Terms>()
  const orderedOf = new Map(parts.ordered.map(({ product_no, quantity }) => [product_no, quantity]))
  for (const { operation } of parts.queue) {
    if (operation.kind === 'remove') {
      wanted.delete(operation.product_no)
      terms.delete(operation.product_no)
    }
    if (operation.kind === 'terms')
      terms.set(operation.product_no, { ...terms.get(operation.product_no), ...operation })
    if (operation.kind !== 'add' && operation.kind !== 'set') continue
    const { product_no, seenPricePence, addedAt } = operation
    const before = operation.kind === 'add' ? (wanted.get(product_no)?.quantity ?? 0) : 0
    const ordered = operation.kind === 'set' ? (orderedOf.get(product_no) ?? 0) : 0
    const quantity = before + operation.quantity - ordered
    if (quantity <= 0) wanted.delete(product_no)
    else
      wanted.set(product_no, { kind: 'add', product_no, quantity, seenPricePence, addedAt, toPresent: false })
  }
  const ofMoved = [...terms.values()].filter(({ product_no }) => wanted.has(product_no))
  return [parts.create, ...wanted.values(), ...ofMoved]
}

/** Lines delivered although the person reduced or removed them. */
export type TooLate = { product_no: string; quantity: number; wanted: number }

/** Lines ordered elsewhere that waiting operations would reduce or remove: too late for both. */
export const cameTooLate = (
  queue: readonly QueuedOperation[],
  ordered: readonly { product_no: string; quantity: number }[],
): TooLate[] => {
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
