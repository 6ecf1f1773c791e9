import type { TrackedOrder } from '#contract/orders.ts'
import type { Order } from '#contract/trollies.ts'
import { mergeOrders } from '#domain/known-orders.ts'
import { type Lane, laneOf } from '#domain/outbox/record.ts'
import { findRow, readRows, replaceRows } from './lane-rows.ts'
import type { UserDatabase } from './user-database.ts'

/** The server's orders of a customer, read ahead. */
const NAME = 'orders'

const keptLane = (customerId: string): Lane => laneOf(NAME, customerId)

/** The order as its checkout answered, so without a status. */
type PlacedOrder = Order & { status?: never }

export type OrderOnDevice = TrackedOrder | PlacedOrder

export const readKeptOrders = (database: UserDatabase, customerId: string): PromiseLike<TrackedOrder[]> =>
  readRows<TrackedOrder>(database, keptLane(customerId))

export const keepOrders = (
  database: UserDatabase,
  customerId: string,
  orders: readonly TrackedOrder[],
): Promise<void> =>
  database.transaction('rw', ['rows', 'downloads'], () =>
    replaceRows(database, keptLane(customerId), orders, ({ id }) => id),
  )

/** One that was read by itself, so that what is known of it is known without a connection too. */
export const keepOrder = ({ rows }: UserDatabase, order: TrackedOrder): PromiseLike<unknown> =>
  rows.put({ lane: keptLane(order.customerId), id: order.id, value: order })

/** The last placed first, from whatever device. */
export const readKnownOrders = async (
  database: UserDatabase,
  customerId: string,
): Promise<OrderOnDevice[]> => {
  const [kept, here] = await Promise.all([
    readKeptOrders(database, customerId),
    database.placedOrders.filter((order) => order.customerId === customerId).toArray(),
  ])
  return mergeOrders<TrackedOrder, PlacedOrder>(kept, here)
}

export const knownOrdersQuery = (customerId: string) => ({
  key: ['known orders', customerId],
  read: (database: UserDatabase) => readKnownOrders(database, customerId),
})

/** `at`: when they were read, epoch milliseconds; undefined: never. */
export const keptOrdersQuery = (customerId: string) => ({
  key: ['kept orders', customerId],
  read: (database: UserDatabase) =>
    database.transaction('r', [database.rows, database.downloads], async () => ({
      orders: await readKeptOrders(database, customerId),
      at: (await database.downloads.get(keptLane(customerId)))?.at,
    })),
})

/** `at`: when it was read, epoch milliseconds. undefined: not here. */
export const keptOrderQuery = (id: string) => ({
  key: ['kept order', id],
  read: async ({ rows, downloads }: UserDatabase) => {
    const row = await rows
      .where('lane')
      .startsWith(laneOf(NAME, ''))
      .filter((each) => each.id === id)
      .first()
    if (row === undefined) return undefined
    const read = await downloads.get(row.lane)
    return { order: row.value as TrackedOrder, at: read?.at ?? 0 }
  },
})

/** undefined: not here. Also an older one may be, if its page was read. */
export const findOrderOf = (
  database: UserDatabase,
  customerId: string,
  id: string,
): Promise<TrackedOrder | undefined> => findRow<TrackedOrder>(database, keptLane(customerId), id)

/** For a full storage: all can be read again. */
export const dropKeptOrders = async ({ rows, downloads }: UserDatabase): Promise<void> => {
  await rows.where('lane').startsWith(laneOf(NAME, '')).delete()
  // Else the device would seem to know that there are none.
  await downloads.where('name').startsWith(laneOf(NAME, '')).delete()
}
