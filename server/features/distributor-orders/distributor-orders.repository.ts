import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNull,
  lte,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { sortOf } from '#contract/values.ts'
import type { CodeKind } from '#domain/distributor.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { customers } from '#server/db/schema/customers.ts'
import {
  distributorCustomerCodes as customerCodes,
  distributorOrderLines as orderLines,
  distributorProductCodes as productCodes,
  distributorUnmatched as unmatched,
} from '#server/db/schema/distributor-codes.ts'
import { products } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'

export type Validity = { theirCode: string; validFrom: string | null; validTo: string | null }
export type CustomerCode = Validity & { customerId: string; priceListId: string; isVisible: boolean }
export type ProductCode = Validity & { productNo: string; packFactor: number }
export type UnmatchedRow = typeof unmatched.$inferSelect

/** Codes of customers who have another distributor by now are unknown. */
export const findCustomerCodes = async (
  connection: Connection,
  viewer: CustomerViewer,
  { distributorNo, codes }: { distributorNo: string; codes: readonly string[] },
): Promise<CustomerCode[]> =>
  await connection
    .select({
      theirCode: customerCodes.theirCode,
      validFrom: customerCodes.validFrom,
      validTo: customerCodes.validTo,
      customerId: customers.id,
      priceListId: customers.priceListId,
      isVisible: sql<boolean>`${customerVisibleTo(connection, viewer, customers.id) ?? sql`true`}`,
    })
    .from(customerCodes)
    .innerJoin(customers, eq(customers.id, customerCodes.customerId))
    .where(
      and(
        eq(customerCodes.distributorNo, distributorNo),
        eq(customers.distributorNo, distributorNo),
        eq(customerCodes.deleted, false),
        inArray(customerCodes.theirCode, [...codes]),
      ),
    )

export const findProductCodes = async (
  connection: Connection,
  { distributorNo, codes }: { distributorNo: string; codes: readonly string[] },
): Promise<ProductCode[]> =>
  await connection
    .select({
      theirCode: productCodes.theirCode,
      validFrom: productCodes.validFrom,
      validTo: productCodes.validTo,
      productNo: productCodes.productNo,
      packFactor: productCodes.packFactor,
    })
    .from(productCodes)
    .where(
      and(
        eq(productCodes.distributorNo, distributorNo),
        eq(productCodes.deleted, false),
        inArray(productCodes.theirCode, [...codes]),
      ),
    )

export type OrderedLine = typeof orderLines.$inferSelect

/** 'dord'. A distributor's orders are read one after another, so that a repeat sees the first. */
const READING_LOCK = 1_685_025_380

/** Lines that were read before under these order numbers, except those of deleted trollies. Others who read wait until the end. */
export const lockReadLines = async (
  connection: Connection,
  { distributorNo, poNumbers }: { distributorNo: string; poNumbers: readonly string[] },
): Promise<OrderedLine[]> => {
  await connection.execute(sql`SELECT pg_advisory_xact_lock(${READING_LOCK}, hashtext(${distributorNo}))`)
  if (poNumbers.length === 0) return []
  const rows = await connection
    .select({ line: orderLines })
    .from(orderLines)
    .innerJoin(baskets, eq(baskets.id, orderLines.basketId))
    .where(
      and(
        eq(orderLines.distributorNo, distributorNo),
        inArray(orderLines.poNumber, [...poNumbers]),
        ne(baskets.state, 'deleted'),
      ),
    )
    .orderBy(asc(orderLines.basketId), asc(orderLines.position))
  return rows.map(({ line }) => line)
}

export const keepReadLines = async (connection: Connection, lines: readonly OrderedLine[]): Promise<void> => {
  await connection.insert(orderLines).values([...lines])
}

export type NewUnmatched = Omit<UnmatchedRow, 'id' | 'lastAt'>

/** What a later order does not say of a code stays as an earlier one said it. */
export const noteUnmatched = async (
  connection: Connection,
  rows: readonly NewUnmatched[],
  now: Date,
): Promise<void> => {
  if (rows.length === 0) return
  await connection
    .insert(unmatched)
    .values(rows.map((row) => ({ ...row, lastAt: now })))
    .onConflictDoUpdate({
      target: [unmatched.distributorNo, unmatched.kind, unmatched.theirCode],
      set: {
        rowCount: sql`${unmatched.rowCount} + excluded.row_count`,
        name: sql`coalesce(nullif(excluded.name, ''), ${unmatched.name})`,
        gtin: sql`coalesce(nullif(excluded.gtin, ''), ${unmatched.gtin})`,
        day: sql`greatest(excluded.day, ${unmatched.day})`,
        lastAt: sql`excluded.last_at`,
      },
    })
}

const hasCode = (database: Database, codes: typeof customerCodes | typeof productCodes): SQL =>
  exists(
    database
      .select({ one: sql`1` })
      .from(codes)
      .where(
        and(
          eq(codes.distributorNo, unmatched.distributorNo),
          eq(codes.theirCode, unmatched.theirCode),
          eq(codes.deleted, false),
          or(isNull(codes.validFrom), lte(codes.validFrom, unmatched.day)),
          or(isNull(codes.validTo), gte(codes.validTo, unmatched.day)),
        ),
      ),
  )

/** @param distributors whose: undefined for all */
export const findUnmatched = async (
  database: Database,
  distributors: readonly string[] | undefined,
  asked: { kind: CodeKind; text: string; sortBy: string | undefined; limit: number; offset: number },
): Promise<{ data: UnmatchedRow[]; total: number }> => {
  const { kind, text, limit, offset } = asked
  const all = sql`unaccent(lower(concat_ws(' ', ${unmatched.theirCode}, ${unmatched.name}, ${unmatched.gtin}, ${unmatched.distributorNo})))`
  const where = and(
    eq(unmatched.kind, kind),
    distributors === undefined ? undefined : inArray(unmatched.distributorNo, [...distributors]),
    not(hasCode(database, kind === 'customer' ? customerCodes : productCodes)),
    ...holdsEachWord(all, text),
  )
  const { sort, descending } = sortOf(asked.sortBy ?? 'lastAt_descending')
  const by =
    sort === 'theirCode'
      ? sql`lower(${unmatched.theirCode})`
      : sort === 'rowCount'
        ? unmatched.rowCount
        : unmatched.lastAt
  const [data, counted] = await Promise.all([
    database
      .select()
      .from(unmatched)
      .where(where)
      .orderBy((descending ? desc : asc)(by), asc(unmatched.id))
      .limit(limit)
      .offset(offset),
    database.select({ total: count() }).from(unmatched).where(where),
  ])
  return { data, total: counted[0]?.total ?? 0 }
}

export const findOneUnmatched = async (
  database: Database,
  distributors: readonly string[] | undefined,
  id: string,
): Promise<UnmatchedRow | undefined> => {
  const [row] = await database
    .select()
    .from(unmatched)
    .where(
      and(
        eq(unmatched.id, id),
        distributors === undefined ? undefined : inArray(unmatched.distributorNo, [...distributors]),
      ),
    )
  return row
}

const SUGGESTIONS_MOST = 5
/** Below it, names have little in common. */
const SIMILAR_FROM = 0.3

export const findLikeProducts = async (
  database: Database,
  { gtin, name }: Pick<UnmatchedRow, 'gtin' | 'name'>,
): Promise<{ ours: string; name: string; detail: string; hasGtin: boolean }[]> => {
  if (gtin === '' && name === '') return []
  const hasGtin = gtin === '' ? sql<boolean>`false` : sql<boolean>`${gtin} = ANY(${products.gtins})`
  const likeness = sql<number>`similarity(lower(${products.name}), lower(${name}))`
  return await database
    .select({ ours: products.product_no, name: products.name, detail: products.pack, hasGtin })
    .from(products)
    .where(and(products.active, or(hasGtin, name === '' ? undefined : sql`${likeness} >= ${SIMILAR_FROM}`)))
    .orderBy(desc(hasGtin), desc(likeness), asc(products.product_no))
    .limit(SUGGESTIONS_MOST)
}

/** Customers of the distributor who have no code yet. */
export const findUncodedCustomers = async (
  database: Database,
  distributorNo: string,
): Promise<{ ours: string; name: string; detail: string }[]> =>
  await database
    .select({ ours: customers.id, name: customers.name, detail: customers.town })
    .from(customers)
    .where(
      and(
        eq(customers.distributorNo, distributorNo),
        not(
          exists(
            database
              .select({ one: sql`1` })
              .from(customerCodes)
              .where(
                and(
                  eq(customerCodes.customerId, customers.id),
                  eq(customerCodes.distributorNo, distributorNo),
                  eq(customerCodes.deleted, false),
                ),
              ),
          ),
        ),
      ),
    )
    .orderBy(asc(customers.name), asc(customers.id))
    .limit(SUGGESTIONS_MOST)
