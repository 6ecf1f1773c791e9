import {
  and,
  asc,
  count,
  countDistinct,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { STOCK_ALERT_SORTS, StockAlert } from '#contract/stock-alert-report.ts'
import { STOCK_ALERT_STATES, type StockAlertState } from '#domain/stock-alerts.ts'
import type { Database } from '#server/db/database.ts'
import { holdsEachWord } from '#server/db/each-word.ts'
import { customers } from '#server/db/schema/customers.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { stockAlerts } from '#server/db/schema/stock-alerts.ts'
import { users } from '#server/db/schema/users.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
  findVisibleCustomerIds,
} from '#server/features/customers/visible-customers.repository.ts'

export type AlertOf = { userId: string; customerId: string; product_no: string }
export type AlertTimes = { askedAt: Date; toldAt: Date | null }

export const isOneOf = (alerts: readonly AlertOf[]): SQL | undefined => or(...alerts.map(isThe))

const isThe = ({ userId, customerId, product_no }: AlertOf): SQL | undefined =>
  and(
    eq(stockAlerts.userId, userId),
    eq(stockAlerts.customerId, customerId),
    eq(stockAlerts.product_no, product_no),
  )

/** Whether the alert's account can buy the product now. */
export const isAvailable = (connection: Connection): SQL =>
  exists(
    connection
      .select({ product_no: products.product_no })
      .from(products)
      .innerJoin(stock, eq(stock.product_no, products.product_no))
      .innerJoin(customers, eq(customers.id, stockAlerts.customerId))
      .innerJoin(
        prices,
        and(eq(prices.priceListId, customers.priceListId), eq(prices.product_no, products.product_no)),
      )
      .where(
        and(
          eq(products.product_no, stockAlerts.product_no),
          eq(products.active, true),
          gt(stock.quantity, 0),
          isNotNull(prices.pence),
        ),
      ),
  )

/**
 * Waiting already, an alert keeps its time. One that came true waits again, unless the product is still there: a change that
 * was long on its way would else tell the person twice.
 * @returns undefined where no such product is sold
 */
export const insertStockAlert = async (
  connection: Connection,
  alert: AlertOf,
  askedAt: Date,
): Promise<AlertTimes | undefined> => {
  const sold = await connection
    .select({ product_no: products.product_no })
    .from(products)
    .where(and(eq(products.product_no, alert.product_no), eq(products.active, true)))
  if (sold.length === 0) return undefined
  await connection
    .insert(stockAlerts)
    .values({ ...alert, askedAt })
    .onConflictDoNothing()
  await connection
    .update(stockAlerts)
    .set({ askedAt, toldAt: null })
    .where(and(isThe(alert), isNotNull(stockAlerts.toldAt), not(isAvailable(connection))))
  const [row] = await connection
    .select({ askedAt: stockAlerts.askedAt, toldAt: stockAlerts.toldAt })
    .from(stockAlerts)
    .where(isThe(alert))
  return row
}

export const deleteStockAlert = async (connection: Connection, alert: AlertOf): Promise<void> => {
  await connection.delete(stockAlerts).where(isThe(alert))
}

export const closeStockAlerts = (
  connection: Connection,
  alerts: readonly AlertOf[],
): Promise<(AlertOf & AlertTimes)[]> => connection.delete(stockAlerts).where(isOneOf(alerts)).returning()

/** @returns how many are back; a person who asked again meanwhile keeps the new alert */
export const reopenStockAlerts = async (
  connection: Connection,
  alerts: readonly (AlertOf & AlertTimes)[],
): Promise<number> => {
  const known = async (
    table: typeof users | typeof customers,
    ids: readonly string[],
  ): Promise<Set<string>> =>
    new Set(
      (
        await connection
          .select({ id: table.id })
          .from(table)
          .where(inArray(table.id, [...new Set(ids)]))
      ).map(({ id }) => id),
    )
  const people = await known(
    users,
    alerts.map(({ userId }) => userId),
  )
  const accounts = await known(
    customers,
    alerts.map(({ customerId }) => customerId),
  )
  const sold = await connection
    .select({ product_no: products.product_no })
    .from(products)
    .where(inArray(products.product_no, [...new Set(alerts.map(({ product_no }) => product_no))]))
  const goods = new Set(sold.map(({ product_no }) => product_no))
  const rows = alerts.filter(
    (alert) => people.has(alert.userId) && accounts.has(alert.customerId) && goods.has(alert.product_no),
  )
  if (rows.length === 0) return 0
  const back = await connection
    .insert(stockAlerts)
    .values(rows)
    .onConflictDoNothing()
    .returning({ product_no: stockAlerts.product_no })
  return back.length
}

/** More than anybody reads. */
const OWN_MOST = 1_000

export const findOwnStockAlerts = (
  database: Database,
  { userId, customerId }: Omit<AlertOf, 'product_no'>,
): Promise<(AlertTimes & { product_no: string })[]> =>
  database
    .select({
      product_no: stockAlerts.product_no,
      askedAt: stockAlerts.askedAt,
      toldAt: stockAlerts.toldAt,
    })
    .from(stockAlerts)
    .where(and(eq(stockAlerts.userId, userId), eq(stockAlerts.customerId, customerId)))
    .orderBy(desc(stockAlerts.askedAt), asc(stockAlerts.product_no))
    .limit(OWN_MOST)

export type StockAlertsQuery = {
  text: string
  state: StockAlertState | undefined
  customerId: string | undefined
  product_no: string | undefined
  sort: (typeof STOCK_ALERT_SORTS)[number]
  descending: boolean
  limit: number
  offset: number
}

const SORTS: Record<StockAlertsQuery['sort'], SQL> = {
  name: sql`lower(${products.name})`,
  customerName: sql`lower(${customers.name})`,
  username: sql`lower(${users.username})`,
  askedAt: sql`${stockAlerts.askedAt}`,
  toldAt: sql`${stockAlerts.toldAt}`,
}

const WORDS = sql`lower(unaccent(concat_ws(' ', ${products.name}, ${products.product_no}, ${customers.name}, ${customers.id}, ${users.username})))`

const STATE: Record<StockAlertState, SQL> = {
  waiting: isNull(stockAlerts.toldAt),
  told: isNotNull(stockAlerts.toldAt),
}

/** @param connection with a snapshot, so that page and count agree */
export const searchStockAlerts = async (
  connection: Connection,
  viewer: CustomerViewer,
  { text, state, customerId, product_no, sort, descending, limit, offset }: StockAlertsQuery,
): Promise<{ data: StockAlert[]; total: number }> => {
  const visible = await findVisibleCustomerIds(connection, viewer)
  if (visible?.length === 0) return { data: [], total: 0 }
  const where = and(
    visible && inArray(stockAlerts.customerId, visible),
    state && STATE[state],
    customerId === undefined ? undefined : eq(stockAlerts.customerId, customerId),
    product_no === undefined ? undefined : eq(stockAlerts.product_no, product_no),
    ...holdsEachWord(WORDS, text),
  )
  const [rows, counted] = await Promise.all([
    connection
      .select({
        product_no: stockAlerts.product_no,
        name: products.name,
        pack: products.pack,
        customerId: stockAlerts.customerId,
        customerName: customers.name,
        username: users.username,
        userId: stockAlerts.userId,
        askedAt: stockAlerts.askedAt,
        toldAt: stockAlerts.toldAt,
      })
      .from(stockAlerts)
      .innerJoin(products, eq(products.product_no, stockAlerts.product_no))
      .innerJoin(customers, eq(customers.id, stockAlerts.customerId))
      .innerJoin(users, eq(users.id, stockAlerts.userId))
      .where(where)
      .orderBy(
        descending ? desc(SORTS[sort]) : asc(SORTS[sort]),
        asc(stockAlerts.product_no),
        asc(stockAlerts.customerId),
        asc(stockAlerts.userId),
      )
      .limit(limit)
      .offset(offset),
    connection
      .select({ total: count() })
      .from(stockAlerts)
      .innerJoin(products, eq(products.product_no, stockAlerts.product_no))
      .innerJoin(customers, eq(customers.id, stockAlerts.customerId))
      .innerJoin(users, eq(users.id, stockAlerts.userId))
      .where(where),
  ])
  return {
    data: rows.map(({ askedAt, toldAt, ...row }) => ({
      ...row,
      askedAt: askedAt.toISOString(),
      toldAt: toldAt?.toISOString() ?? null,
    })),
    total: counted[0]?.total ?? 0,
  }
}

export const countWaitingAlerts = async (
  connection: Connection,
): Promise<{ waiting: number; products: number }> => {
  const [found] = await connection
    .select({ waiting: count(), products: countDistinct(stockAlerts.product_no) })
    .from(stockAlerts)
    .where(STATE.waiting)
  return found ?? { waiting: 0, products: 0 }
}

/** @param connection with a snapshot, so that the counts agree */
export const countStockAlerts = async (connection: Connection, viewer: CustomerViewer) => {
  const where = customerVisibleTo(connection, viewer, stockAlerts.customerId)
  const alerts = count()
  const isTold = sql<boolean>`${stockAlerts.toldAt} IS NOT NULL`
  const byState = await connection
    .select({ isTold, count: alerts })
    .from(stockAlerts)
    .where(where)
    .groupBy(isTold)
  const byCustomer = await connection
    .select({ id: customers.id, name: customers.name, count: alerts })
    .from(stockAlerts)
    .innerJoin(customers, eq(customers.id, stockAlerts.customerId))
    .where(where)
    .groupBy(customers.id, customers.name)
    .orderBy(sql`lower(${customers.name})`, customers.id)
  const byProduct = await connection
    .select({ product_no: products.product_no, name: products.name, count: alerts })
    .from(stockAlerts)
    .innerJoin(products, eq(products.product_no, stockAlerts.product_no))
    .where(where)
    .groupBy(products.product_no, products.name)
    .orderBy(sql`lower(${products.name})`, products.product_no)
  return {
    states: STOCK_ALERT_STATES.map((state) => ({
      state,
      count: byState.find((row) => row.isTold === (state === 'told'))?.count ?? 0,
    })),
    customers: byCustomer,
    products: byProduct,
  }
}
