import { and, asc, desc, eq, gte, inArray, lte, ne, type SQL, sql } from 'drizzle-orm'
import type { ORDER_HISTORY_SORTS } from '#contract/order-history.ts'
import type { OrderSummary } from '#contract/orders.ts'
import type { OrderStatus } from '#domain/order.ts'
import { searchedWords } from '#domain/searched-words.ts'
import { typedDay } from '#domain/typed-day.ts'
import { wordsHeldBy } from '#server/db/each-word.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { products } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  findVisibleCustomerIds,
} from '#server/features/customers/visible-customers.repository.ts'
import { pageOfSummaries } from './order-summaries.ts'

export type OrderHistoryQuery = {
  customerId?: string | undefined
  status?: OrderStatus
  from?: string
  to?: string
  text: string
  sort: (typeof ORDER_HISTORY_SORTS)[number]
  descending: boolean
  limit: number
  offset: number
}

/** @param connection with a snapshot, so that page and count agree */
export const searchOrders = async (
  connection: Connection,
  viewer: CustomerViewer,
  { sort, descending, limit, offset, customerId, status, from, to, text }: OrderHistoryQuery,
): Promise<{ data: OrderSummary[]; total: number }> => {
  const visible = await findVisibleCustomerIds(connection, viewer)
  if (visible?.length === 0) return { data: [], total: 0 }
  const narrowed = and(
    visible && inArray(orders.customerId, visible),
    customerId === undefined ? undefined : eq(orders.customerId, customerId),
    status === undefined ? ne(orders.status, 'replaced') : eq(orders.status, status),
    from === undefined ? undefined : gte(orders.deliveryDay, from),
    to === undefined ? undefined : lte(orders.deliveryDay, to),
  )
  const direction = descending ? desc : asc
  return await pageOfSummaries(connection, {
    where: foundByText(text, narrowed),
    orderBy: [direction(orders[sort]), direction(orders.orderNo)],
    limit,
    offset,
  })
}

/** A date is matched as a whole: word by word, the 20 in “20 Nov” would match 2026. */
const foundByText = (text: string, narrowed: SQL | undefined): SQL | undefined => {
  const words = searchedWords(text)
  if (words.length === 0) return narrowed
  const asked = typedDay(text)
  if (asked === undefined) return inArray(orders.id, idsHolding(text, words.length, narrowed))
  const { year = '____', monthAndDay } = asked
  const isOfDay = sql`${orders.deliveryDay}::text LIKE ${`${year}-${monthAndDay}`}`
  const isReference = sql`strpos(lower(${orders.poNumber}), lower(${text.trim()}::text)) > 0`
  return and(narrowed, sql`(${isOfDay} OR ${isReference})`)
}

/** Days as people write them: 2026-11-05, 5/11/2026, 05/11/26, 5 November. */
const DAY_WORDS = sql`lower(to_char(day, 'YYYY-MM-DD FMDD/FMMM/YYYY DD/MM/YYYY DD/MM/YY FMDD FMMonth'))`

/**
 * Orders that hold every word, in their own texts or in a product's. Each step is computed once: the words in each customer,
 * day and product, those in the orders that may be found at all, and one pass over the lines of those that lack a word, however
 * many words there are. Left to itself, the planner reads all order lines for each word.
 */
const idsHolding = (text: string, wordCount: number, narrowed: SQL | undefined): SQL => {
  const all = sql.raw(String(2 ** wordCount - 1))
  const heldBy = (words: SQL) => wordsHeldBy(words, text)
  return sql`(
  WITH asked AS MATERIALIZED (
    SELECT ${orders.id} AS id, ${orders.customerId} AS customer_id, ${orders.deliveryDay} AS day,
      unaccent(lower(${orders.orderNo} || ' ' || ${orders.poNumber})) AS words
    FROM ${orders} WHERE ${narrowed ?? sql`true`}
  ), buyers AS MATERIALIZED (
    SELECT ${customers.id} AS id, unaccent(lower(${customers.name} || ' ' || ${customers.id})) AS words
    FROM ${customers} WHERE ${customers.id} IN (SELECT customer_id FROM asked)
  ), buying AS MATERIALIZED (
    SELECT id, ${heldBy(sql`buyers.words`)} AS held FROM buyers
  ), days AS MATERIALIZED (
    SELECT day, ${DAY_WORDS} AS words FROM (SELECT DISTINCT day FROM asked) AS asked_days
  ), of_day AS MATERIALIZED (
    SELECT day, ${heldBy(sql`days.words`)} AS held FROM days
  ), own AS MATERIALIZED (
    SELECT asked.id, ${heldBy(sql`asked.words`)} | buying.held | of_day.held AS held
    FROM asked JOIN buying ON buying.id = asked.customer_id JOIN of_day ON of_day.day = asked.day
  ), named AS MATERIALIZED (
    SELECT ${products.product_no} AS no, unaccent(lower(${products.name} || ' ' || ${products.product_no})) AS words
    FROM ${products}
  ), holding AS MATERIALIZED (
    SELECT no, ${heldBy(sql`named.words`)} AS held FROM named
  ), lines AS (
    SELECT own.id, bit_or(holding.held) AS held
    FROM own JOIN ${orderLines} ON ${orderLines.orderId} = own.id
    JOIN holding ON holding.no = ${orderLines.product_no} AND holding.held > 0
    WHERE own.held <> ${all}
    GROUP BY own.id
  )
  SELECT own.id FROM own LEFT JOIN lines ON lines.id = own.id
  WHERE (own.held | coalesce(lines.held, 0)) = ${all}
)`
}
