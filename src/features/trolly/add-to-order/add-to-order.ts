import type { TrackedOrder } from '#contract/orders.ts'
import { type AddOutcome, isAdded, type Wanted } from '#domain/add-all.ts'
import { takesGoodsFor } from '#domain/order.ts'
import { compareCodes, countText } from '#domain/plain-text.ts'
import type { DeliveryChoice } from '#domain/trolly.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { messageOfError } from '#src/api/messages.ts'
import type { RunAction } from '#src/device/device-context.tsx'
import { changeUnanswered, openChange } from '#src/device/open-change.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { addWanted, undoWanted } from '#src/features/trolly/add-all/add-wanted.ts'
import { readKeptOrders } from '#src/store/known-orders.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

type Goods = DeliveryChoice & { customerId: string; deliveryDay: string | null }

/** The account's order for the same day and place that can still be changed, the last placed if there are several. */
export const findOrderToAddTo = async (
  database: UserDatabase,
  goods: Goods,
  now: Date,
): Promise<TrackedOrder | undefined> => {
  const orders = await readKeptOrders(database, goods.customerId)
  return orders
    .filter((order) => takesGoodsFor(order, goods, now))
    .toSorted((one, other) => compareCodes(one.placedAt, other.placedAt))
    .at(-1)
}

export type AddedToOrder =
  | { trollyId: string; outcomes: readonly AddOutcome[]; undo: () => Promise<void> }
  | { failure: string }

/**
 * Opens the order's change and puts these lines into its trolly: on top of what was ordered of the same product. Nothing
 * is ordered until that trolly is placed. Never rejects: after a failure nothing was added.
 */
export const addToOrder = async (
  device: UserDevice,
  server: { api: ApiClient; run: RunAction },
  { order, wanted }: { order: TrackedOrder; wanted: readonly Wanted[] },
): Promise<AddedToOrder> => {
  const { database, reads, outbox } = device
  try {
    const { id, priceListId } = await openChange({ ...server, database }, order)
    const wasOpen = (await database.trollies.get(id)) !== undefined
    await reads.refreshTrolly(id)
    const { outcomes, failure } = await addWanted(device, { id, priceListId }, wanted)
    if (!outcomes) return { failure }
    const undo = () => (wasOpen ? undoWanted(device, id, outcomes) : outbox.append(id, { kind: 'delete' }))
    return { trollyId: id, outcomes, undo }
  } catch (error) {
    const isUnanswered = error instanceof ApiError && error.code === 'no_reply'
    return { failure: isUnanswered ? changeUnanswered(order.orderNo) : messageOfError(error) }
  }
}

export const addedToOrderWords = (orderNo: string, outcomes: readonly AddOutcome[]): string => {
  const added = outcomes.filter(isAdded)
  const joined = added.filter(({ quantity, now }) => now > quantity).length
  const left = outcomes.length - added.length
  return [
    `${countText(added.length, 'line')} added to order ${orderNo}${joined > 0 ? `, ${joined} on top of what it had` : ''}.`,
    ...(left > 0 ? [`${left} could not be added and ${left === 1 ? 'stays' : 'stay'} in your trolly.`] : []),
  ].join(' ')
}
