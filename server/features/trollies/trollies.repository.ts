import { and, asc, count, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { AddOperation } from '#domain/add-all.ts'
import type { Discount } from '#domain/discounts.ts'
import { deliveryChoiceOf, type TrollyDetails } from '#domain/trolly.ts'
import type { Database } from '#server/db/database.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { customers } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products } from '#server/db/schema/products.ts'
import { prepared } from '#server/db/statement.ts'
import { type Connection, inOnePacket, inSnapshot } from '#server/db/transaction.ts'
import { discountsSql } from '#server/features/customers/discounts-sql.ts'
import { trollyChargeSql } from '#server/features/customers/route-charge-sql.ts'
import {
  customerVisibleTo,
  preparedForViewers,
} from '#server/features/customers/visible-customers.repository.ts'
import type { PricedLine } from './trolly-head.ts'
import { findTrolly, type TrollyRow, trollyRowOf, writeTrolly } from './trolly-rows.repository.ts'

type Viewer = { userId: string; isStaff: boolean }

const { createdBy: _, changedTx: __, ...HEAD } = getTableColumns(baskets)
const OF_CUSTOMER = {
  priceListId: customers.priceListId,
  freeDeliveryPence: customers.freeDeliveryPence,
  routeChargePence: sql<number>`${sql.raw(trollyChargeSql('baskets', 'customers'))}`.mapWith(Number),
  discounts: sql<Discount[]>`${sql.raw(discountsSql('customers'))}`,
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
const readPricedLines = async (
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, PricedLine[]>> => {
  const rows = await connection
    .select({
      id: basketLines.basketId,
      product_no: basketLines.product_no,
      quantity: basketLines.quantity,
      pricePence: prices.pence,
      product: products,
    })
    .from(basketLines)
    .innerJoin(baskets, eq(baskets.id, basketLines.basketId))
    .innerJoin(customers, eq(customers.id, baskets.customerId))
    .leftJoin(products, and(eq(products.product_no, basketLines.product_no), eq(products.active, true)))
    .leftJoin(
      prices,
      and(eq(prices.priceListId, customers.priceListId), eq(prices.product_no, products.product_no)),
    )
    .where(and(inArray(basketLines.basketId, [...ids]), eq(basketLines.removed, false)))
  const lines = new Map<string, PricedLine[]>(ids.map((id) => [id, []]))
  for (const { id, product, pricePence, ...line } of rows)
    lines.get(id)?.push({ ...line, product: product && { ...product, pricePence } })
  return lines
}

export type NewTrolly = TrollyDetails & { id: string; customerId: string }

const findDefaultAddress = preparedForViewers('trolly_default_address', (executor, isVisible) =>
  executor
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
    .where(and(eq(customers.id, sql.placeholder('customerId')), isVisible(customers.id))),
)

const insertTrolly = prepared('trolly_insert', (executor) =>
  executor
    .insert(baskets)
    .values({
      id: sql.placeholder('id'),
      customerId: sql.placeholder('customerId'),
      createdBy: sql.placeholder('createdBy'),
      deliveryDay: sql.placeholder('deliveryDay'),
      poNumber: sql.placeholder('poNumber'),
      instructions: sql.placeholder('instructions'),
      method: sql.placeholder('method'),
      deliveryAddressId: sql.placeholder('deliveryAddressId'),
      collectionSiteId: sql.placeholder('collectionSiteId'),
      collectionSlot: sql.placeholder('collectionSlot'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .onConflictDoNothing({ target: baskets.id })
    .returning({ id: baskets.id }),
)

/** 'no_customer' for none and another user's alike; 'taken' if another trolly has the id. */
export const createTrolly = async (
  connection: Connection,
  viewer: Viewer,
  { id, customerId, ...details }: NewTrolly,
  now: Date,
): Promise<'no_customer' | 'taken' | TrollyRow> => {
  const [customer] = await findDefaultAddress(connection, viewer, { customerId })
  if (customer === undefined) return 'no_customer'
  const { deliveryAddressId = customer.defaultAddressId } = details
  const trolly = {
    ...details,
    ...deliveryChoiceOf({ ...details, deliveryAddressId }),
    id,
    customerId,
    createdBy: viewer.userId,
    now,
  }
  const [[created], row] = await inOnePacket(connection, () =>
    Promise.all([insertTrolly(connection, trolly), findTrolly(connection, viewer, id)]),
  )
  if (created === undefined) return 'taken'
  if (row === undefined) throw new Error(`Trolly ${id} is gone right after it was created.`)
  return row
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
  return await writeTrolly(connection, filled)
}

const addressOf = prepared('trolly_address_of', (executor) =>
  executor
    .select({ id: deliveryAddresses.id })
    .from(deliveryAddresses)
    .where(
      and(
        eq(deliveryAddresses.id, sql.placeholder('addressId')),
        eq(deliveryAddresses.customerId, sql.placeholder('customerId')),
      ),
    ),
)

/** Reads the addresses that a trolly names, with deleted ones, which its checkout reports. */
export const isAddressOf = async (
  connection: Connection,
  customerId: string,
  addressId: string,
): Promise<boolean> => (await addressOf(connection, { customerId, addressId })).length > 0

const collectionAddress = prepared('trolly_collection_address', (executor) =>
  executor
    .select({ id: collectionAddresses.id })
    .from(collectionAddresses)
    .where(eq(collectionAddresses.id, sql.placeholder('id'))),
)

export const isCollectionAddress = async (connection: Connection, id: string): Promise<boolean> =>
  (await collectionAddress(connection, { id })).length > 0
