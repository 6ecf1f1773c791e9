import { and, asc, count, eq, gte, inArray, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Booked } from '#domain/collection.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { holidays } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'

export type SiteRow = typeof collectionAddresses.$inferSelect
type Executor = Database | Connection

const IS_OFFERED = and(eq(collectionAddresses.active, true), eq(collectionAddresses.deleted, false))

/** Sorted by name. */
export const searchCollectionAddresses = async (
  database: Database,
  { text, limit, offset }: { text: string; limit: number; offset: number },
): Promise<{ data: SiteRow[]; total: number }> => {
  const all = sql`unaccent(lower(concat_ws(' ', ${collectionAddresses.name}, array_to_string(${collectionAddresses.addressLines}, ' '), ${collectionAddresses.town}, ${collectionAddresses.postcode})))`
  const where: SQL | undefined = and(IS_OFFERED, ...holdsEachWord(all, text))
  const [data, counted] = await Promise.all([
    database
      .select()
      .from(collectionAddresses)
      .where(where)
      .orderBy(asc(collectionAddresses.name), asc(collectionAddresses.id))
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(collectionAddresses).where(where),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

/** Orders for a site queue here, so that no slot is booked beyond its capacity. Undefined once it is no longer offered. */
export const lockSite = async (connection: Connection, id: string): Promise<SiteRow | undefined> => {
  const [row] = await connection
    .select()
    .from(collectionAddresses)
    .where(and(eq(collectionAddresses.id, id), IS_OFFERED))
    .for('no key update')
  return row
}

/** Orders that stand, from a day on, without one that is being replaced. */
export const findBooked = async (
  executor: Executor,
  siteIds: readonly string[],
  fromDay: string,
  exceptOrderId: string | null = null,
): Promise<(Booked & { siteId: string })[]> => {
  if (siteIds.length === 0) return []
  const rows = await executor
    .select({
      siteId: orders.collectionSiteId,
      day: orders.deliveryDay,
      slot: orders.collectionSlot,
      count: count(),
    })
    .from(orders)
    .where(
      and(
        inArray(orders.collectionSiteId, [...siteIds]),
        gte(orders.deliveryDay, fromDay),
        isNull(orders.cancelledAt),
        isNull(orders.replacedAt),
        exceptOrderId === null ? undefined : ne(orders.id, exceptOrderId),
      ),
    )
    .groupBy(orders.collectionSiteId, orders.deliveryDay, orders.collectionSlot)
  return rows.flatMap(({ siteId, slot, ...rest }) =>
    siteId === null || slot === null ? [] : [{ siteId, slot, ...rest }],
  )
}

export const findHolidays = async (executor: Executor): Promise<string[]> =>
  (await executor.select({ day: holidays.day }).from(holidays).where(eq(holidays.deleted, false))).map(
    ({ day }) => day,
  )
