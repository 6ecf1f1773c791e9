import { and, asc, count, desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { AddOperation } from '#domain/add-all.ts'
import { deliveryChoiceOf, type TrollyDetails } from '#domain/trolly.ts'
import type { Database } from '#server/db/database.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { customers } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products } from '#server/db/schema/products.ts'
import { type Connection, inSnapshot } from '#server/db/transaction.ts'
import { customerVisibleTo } from '#server/features/customers/visible-customers.repository.ts'
import { routeChargeSql } from './delivery-terms.ts'
import type { PricedLine } from './lines.repository.ts'
import { type TrollyRow, trollyRowOf } from './trolly-rows.repository.ts'

type Viewer = { userId: string; isStaff: boolean }

const { createdBy: _, ...HEAD } = getTableColumns(baskets)
const OF_CUSTOMER = {
  priceListId: customers.priceListId,
  freeDeliveryPence: customers.freeDeliveryPence,
  routeChargePence: sql<number>`${sql.raw(routeChargeSql('baskets', 'customers'))}`.mapWith(Number),
}

export type PricedTrolly = { trolly: TrollyRow; lines: PricedLine[] }

/** The newest first. */
export const findOpenTrollies = (
  database: Database,
  viewer: Viewer,
  { customerId, limit, offset }: { customerId: string | undefined; limit: number; offset: number },
): Promise<{ data: PricedTrolly[]; total: number }> =>
  inSnapshot(database, async (connection) => {
    const where = and(
      eq(baskets.state, 'open'),
      customerId === undefined ? undefined : eq(baskets.customerId, customerId),
      customerVisibleTo(connection, viewer, baskets.customerId),
    )
    const rows = await connection
      .select({ ...HEAD, ...OF_CUSTOMER })
      .from(baskets)
      .innerJoin(customers, eq(customers.id, baskets.customerId))
      .where(where)
      .orderBy(desc(baskets.updatedAt), asc(baskets.id))
      .limit(limit)
      .offset(offset)
    const [counted] = await connection.select({ total: count() }).from(baskets).where(where)
    const lines = await readPricedLines(
      connection,
      rows.map(({ id }) => id),
    )
    return {
      data: rows.map((row) => ({ trolly: trollyRowOf(row), lines: lines.get(row.id) ?? [] })),
      total: counted?.total ?? 0,
    }
  })

/** Present lines, by trolly. */
export const readPricedLines = async (
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PricedLine[]>> => {
  const rows = await connection
    .select({
      id: basketLines.basketId,
      quantity: basketLines.quantity,
      pricePence: prices.pence,
      vatBasisPoints: products.vatBasisPoints,
      catchWeight: products.catchWeight,
      estimatedWeightGrams: products.estimatedWeightGrams,
    })
    .from(basketLines)
    .innerJoin(baskets, eq(baskets.id, basketLines.basketId))
    .innerJoin(customers, eq(customers.id, baskets.customerId))
    .leftJoin(products, and(eq(products.product_no, basketLines.product_no), eq(products.active, true)))
    .leftJoin(
      prices,
      and(eq(prices.priceListId, customers.priceListId), eq(prices.product_no, products.product_no)),
    )
    .where(
      and(
        // One text for any number of trollies, as prepared statements need.
        sql`${basketLines.basketId} = ANY(${sql.param([...ids])}::uuid[])`,
        eq(basketLines.removed, false),
      ),
    )
    .prepare('trolly_priced_lines')
    .execute()
  const lines = new Map<string, PricedLine[]>(ids.map((id) => [id, []]))
  for (const { id, ...line } of rows) lines.get(id)?.push(line)
  return lines
}

export type NewTrolly = TrollyDetails & { id: string; customerId: string }

/** 'no_customer' for none and another user's alike; 'taken' if another trolly has the id. */
export const createTrolly = async (
  connection: Connection,
  viewer: Viewer,
  { id, customerId, ...details }: NewTrolly,
  now: Date,
): Promise<'no_customer' | 'taken' | TrollyRow> => {
  const [customer] = await connection
    .select({ defaultAddressId: deliveryAddresses.id })
    .from(customers)
    .leftJoin(
      deliveryAddresses,
      and(
        eq(deliveryAddresses.customerId, customers.id),
        eq(deliveryAddresses.isDefault, true),
        eq(deliveryAddresses.deleted, false),
      ),
    )
    .where(and(eq(customers.id, customerId), customerVisibleTo(connection, viewer, customers.id)))
  if (customer === undefined) return 'no_customer'
  const { deliveryAddressId = customer.defaultAddressId } = details
  const [created] = await connection
    .insert(baskets)
    .values({
      id,
      customerId,
      createdBy: viewer.userId,
      ...details,
      deliveryAddressId,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: baskets.id })
    .returning({ id: baskets.id })
  if (created === undefined) return 'taken'
  const [row] = await connection
    .select({ ...HEAD, ...OF_CUSTOMER })
    .from(baskets)
    .innerJoin(customers, eq(customers.id, baskets.customerId))
    .where(eq(baskets.id, id))
  if (row === undefined) throw new Error(`Trolly ${id} is gone right after it was created.`)
  return trollyRowOf(row)
}

/** Puts lines into a new trolly that has none, within the transaction that created it. */
export const fillTrolly = async (
  connection: Connection,
  trolly: TrollyRow,
  added: readonly AddOperation[],
): Promise<TrollyRow> => {
  if (added.length === 0) return trolly
  await connection.insert(basketLines).values(
    added.map(({ product_no, quantity, seenPricePence, addedAt }) => ({
      basketId: trolly.id,
      product_no,
      quantity,
      seenPricePence,
      addedAt: new Date(addedAt),
    })),
  )
  const filled = { ...trolly, version: trolly.version + added.length }
  await writeTrolly(connection, filled)
  return filled
}

/** Reads the addresses that a trolly names, with deleted ones, which its checkout reports. */
export const isAddressOf = async (
  connection: Connection,
  customerId: string,
  addressId: string,
): Promise<boolean> =>
  (
    await connection
      .select({ id: deliveryAddresses.id })
      .from(deliveryAddresses)
      .where(and(eq(deliveryAddresses.id, addressId), eq(deliveryAddresses.customerId, customerId)))
      .prepare('trolly_address_of')
      .execute()
  ).length > 0

export const isCollectionAddress = async (connection: Connection, id: string): Promise<boolean> =>
  (
    await connection
      .select({ id: collectionAddresses.id })
      .from(collectionAddresses)
      .where(eq(collectionAddresses.id, id))
      .prepare('trolly_collection_address')
      .execute()
  ).length > 0

/** Requires the row's lock. */
export const writeTrolly = async (connection: Connection, trolly: TrollyRow): Promise<void> => {
  const { id, state, version, detailsVersion, updatedAt } = trolly
  const { deliveryDay, poNumber, instructions } = trolly
  await connection
    .update(baskets)
    .set({
      deliveryDay,
      poNumber,
      instructions,
      ...deliveryChoiceOf(trolly),
      state,
      version,
      detailsVersion,
      updatedAt: new Date(updatedAt),
    })
    .where(eq(baskets.id, id))
    .prepare('trolly_write')
    .execute()
}
