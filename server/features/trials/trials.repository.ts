import { and, eq, exists, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { DeliveryRoute } from '#domain/delivery-route.ts'
import type { Discount, DiscountedProduct } from '#domain/discounts.ts'
import type { Database } from '#server/db/database.ts'
import { customers, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { discounts } from '#server/db/schema/discounts.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { products } from '#server/db/schema/products.ts'

/** An order keeps the address that it went to; one without went to the account's. */
const POSTCODE = sql<string>`coalesce(nullif(${orders.address} ->> 'postcode', ''), ${customers.postcode})`

/** Where an order went, with today's terms of its account. */
const PLACED = {
  id: orders.id,
  deliveryDay: orders.deliveryDay,
  method: orders.method,
  deliveryAddressId: orders.deliveryAddressId,
  postcode: POSTCODE,
  minimumOrderPence: customers.minimumOrderPence,
}

export type PlacedOrder = {
  id: string
  deliveryDay: string
  method: 'delivery' | 'collection'
  deliveryAddressId: string | null
  postcode: string
  minimumOrderPence: number
}

export type DiscountedOrder = PlacedOrder & { customerId: string; priceListId: string; lines: TriedLine[] }

/** At the price of the order; what the discount reads of the product is today's, and null for one that is no longer sold. */
type TriedLine = {
  product_no: string
  quantity: number
  product: (DiscountedProduct & { vatBasisPoints: number }) | null
}

export type DeliveredOrder = PlacedOrder & {
  netPence: number
  placedAt: Date
  freeDeliveryPence: number | null
  cutOffDaysBefore: number
}

/** What the lines of a discount have in common; null: anything. */
type Limits = Pick<Discount, 'customerId' | 'priceListId' | 'productNo' | 'brand' | 'category'>

const stillStands = (since: Date): SQL | undefined =>
  and(gte(orders.placedAt, since), isNull(orders.cancelledAt), isNull(orders.replacedAt))

export const countOrders = async (database: Database, since: Date): Promise<number> =>
  await database.$count(orders, stillStands(since))

/** Orders are read in such parts, so that a month of a large wholesaler does not fill the memory. */
const PART = 2_000

/**
 * Yields the orders placed since then that are neither cancelled nor replaced. Their ids are looked up once, because `which` may be
 * a slow condition.
 * @param read a part of them
 */
async function* inParts<Order>(
  database: Database,
  { since, which }: { since: Date; which: SQL | undefined },
  read: (isOfPart: SQL) => Promise<Order[]>,
): AsyncGenerator<Order> {
  const found = await database
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(and(stillStands(since), which))
  const ids = found.map(({ id }) => id)
  const readFrom = (from: number): Promise<Order[]> => {
    const part = ids.slice(from, from + PART)
    return part.length === 0 ? Promise.resolve([]) : read(sql`${orders.id} = ANY(${sql.param(part)}::uuid[])`)
  }
  let part = readFrom(0)
  for (let from = 0; from < ids.length; from += PART) {
    const rows = await part
    // The database reads the next part while this one is worked out.
    part = readFrom(from + PART)
    part.catch(() => {})
    yield* rows
  }
}

/** Those that have a line within the limits. */
export async function* readDiscountedOrders(
  database: Database,
  { since, limits }: { since: Date; limits: Limits },
): AsyncGenerator<DiscountedOrder> {
  const facts = await readProductFacts(database)
  const which = and(
    limits.customerId === null ? undefined : eq(orders.customerId, limits.customerId),
    limits.priceListId === null ? undefined : eq(customers.priceListId, limits.priceListId),
    hasLineWithin(database, limits),
  )
  const found = inParts(database, { since, which }, (isOfPart) =>
    database
      .select({
        ...PLACED,
        customerId: orders.customerId,
        priceListId: customers.priceListId,
        // A join and GROUP BY would have PostgreSQL walk all orders for each part.
        lines: sql<LineColumns[]>`(
          SELECT coalesce(json_agg(json_build_array(l.product_no, l.quantity, l.unit_price_pence, l.vat_basis_points,
            l.catch_weight)), '[]') FROM ${orderLines} l WHERE l.order_id = ${orders.id})`,
      })
      .from(orders)
      .innerJoin(customers, eq(customers.id, orders.customerId))
      .where(isOfPart)
      .execute(),
  )
  for await (const { lines, ...order } of found) {
    yield {
      ...order,
      lines: lines.map((line) => triedLineOf(line, facts.get(line[0]))),
    }
  }
}

type LineColumns = [
  product_no: string,
  quantity: number,
  pricePence: number,
  vatBasisPoints: number,
  catchWeight: boolean,
]

/** Field by field: to spread a product into each of a million lines takes ten seconds. */
const triedLineOf = (
  [product_no, quantity, pricePence, vatBasisPoints, catchWeight]: LineColumns,
  facts: Facts | undefined,
): TriedLine => ({
  product_no,
  quantity,
  product: facts
    ? {
        pricePence,
        vatBasisPoints,
        catchWeight,
        estimatedWeightGrams: facts.estimatedWeightGrams,
        brand: facts.brand,
        department: facts.department,
        group: facts.group,
        category: facts.category,
        unitCount: facts.unitCount,
        isSpotPriced: facts.isSpotPriced,
        promotion: facts.promotion,
        reducedToClear: facts.reducedToClear,
      }
    : null,
})

type Facts = Omit<NonNullable<TriedLine['product']>, 'pricePence' | 'vatBasisPoints' | 'catchWeight'>

/** Read once and mapped by product number, because a month's lines name the same products again and again. */
const readProductFacts = async (database: Database) => {
  const rows = await database
    .select({
      product_no: products.product_no,
      estimatedWeightGrams: products.estimatedWeightGrams,
      brand: products.brand,
      department: products.department,
      group: products.group,
      category: products.category,
      unitCount: products.unitCount,
      isSpotPriced: products.isSpotPriced,
      promotion: products.promotion,
      reducedToClear: products.reducedToClear,
    })
    .from(products)
  return new Map(rows.map((row): [string, Facts] => [row.product_no, row]))
}

const hasLineWithin = (database: Database, { productNo, brand, category }: Limits): SQL | undefined => {
  const within = and(
    productNo === null ? undefined : eq(orderLines.product_no, productNo),
    brand === null ? undefined : eq(products.brand, brand),
    category === null
      ? undefined
      : or(eq(products.department, category), eq(products.group, category), eq(products.category, category)),
  )
  return (
    within &&
    exists(
      database
        .select({ one: sql`1` })
        .from(orderLines)
        .leftJoin(products, eq(products.product_no, orderLines.product_no))
        .where(and(eq(orderLines.orderId, orders.id), within)),
    )
  )
}

/** Deliveries to postcodes with such beginnings, and to a few more: `longestRouteOf` decides. */
export const readDeliveredOrders = (
  database: Database,
  { since, prefixes }: { since: Date; prefixes: readonly string[] },
): AsyncGenerator<DeliveredOrder> =>
  inParts(
    database,
    { since, which: and(eq(orders.method, 'delivery'), or(...prefixes.map(postcodeBegins))) },
    (isOfPart) =>
      database
        .select({
          ...PLACED,
          netPence: orders.netPence,
          placedAt: orders.placedAt,
          freeDeliveryPence: customers.freeDeliveryPence,
          cutOffDaysBefore: customers.cutOffDaysBefore,
        })
        .from(orders)
        .innerJoin(customers, eq(customers.id, orders.customerId))
        .where(isOfPart)
        .execute(),
  )

const postcodeBegins = (prefix: string): SQL =>
  sql`starts_with(upper(replace(${POSTCODE}, ' ', '')), ${prefix.replace(' ', '')})`

type KeptDiscount = Discount & { recordId: string }

/** Those that apply to something today or on other days. */
export const readDiscounts = async (database: Database): Promise<KeptDiscount[]> => {
  const rows = await database
    .select()
    .from(discounts)
    .where(and(eq(discounts.active, true), eq(discounts.deleted, false)))
  return rows.map(({ id, code, ...row }) => ({ ...row, id: code, recordId: id }))
}

export const readRoutes = (database: Database): Promise<(DeliveryRoute & { id: string })[]> =>
  database.select().from(deliveryPostcodes).where(eq(deliveryPostcodes.deleted, false)).execute()
