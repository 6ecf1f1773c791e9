import { and, asc, desc, eq, gte, inArray, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import type { ORDER_HISTORY_SORTS } from '#contract/order-history.ts'
import type { OrderSummary } from '#contract/orders.ts'
import type { OrderStatus } from '#domain/order.ts'
import { typedDay } from '#domain/typed-day.ts'
import { eachWord } from '#server/db/each-word.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { products } from '#server/db/schema/products.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'
import { ORDER_WORDS, pageOfSummaries } from './order-summaries.ts'

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
export const searchOrders = (
  connection: Connection,
  viewer: CustomerViewer,
  { sort, descending, limit, offset, customerId, status, from, to, text }: OrderHistoryQuery,
): Promise<{ data: OrderSummary[]; total: number }> => {
  const where = and(
    customerVisibleTo(connection, viewer, orders.customerId),
    customerId === undefined ? undefined : eq(orders.customerId, customerId),
    status === undefined ? ne(orders.status, 'replaced') : eq(orders.status, status),
    from === undefined ? undefined : gte(orders.deliveryDay, from),
    to === undefined ? undefined : lte(orders.deliveryDay, to),
    ...isFoundByText(connection, text),
  )
  const direction = descending ? desc : asc
  return pageOfSummaries(connection, {
    where,
    orderBy: [direction(orders[sort]), direction(orders.orderNo)],
    limit,
    offset,
  })
}

/** A date is matched as a whole: word by word, the 20 in “20 Nov” would match 2026. */
const isFoundByText = (connection: Connection, text: string): SQL[] => {
  const asked = typedDay(text)
  if (asked === undefined) return eachWord(text, (word) => isFoundBy(connection, word))
  const { year = '____', monthAndDay } = asked
  const isOfDay = sql`${orders.deliveryDay}::text LIKE ${`${year}-${monthAndDay}`}`
  const isReference = sql`strpos(lower(${orders.poNumber}), lower(${text.trim()}::text)) > 0`
  return [sql`(${isOfDay} OR ${isReference})`]
}

/** Days as people write them: 2026-11-05, 5/11/2026, 05/11/26, 5 November. */
const DAY_WORDS = sql`lower(to_char(${orders.deliveryDay}, 'YYYY-MM-DD FMDD/FMMM/YYYY DD/MM/YYYY DD/MM/YY FMDD FMMonth'))`

const isFoundBy = (connection: Connection, word: SQL): SQL => {
  const named = connection
    .select({ product_no: products.product_no })
    .from(products)
    .where(sql`strpos(unaccent(lower(${products.name} || ' ' || ${products.product_no})), ${word}) > 0`)
  const holding = connection
    .select({ id: orderLines.orderId })
    .from(orderLines)
    .where(inArray(orderLines.product_no, named))
  return or(
    sql`strpos(${ORDER_WORDS}, ${word}) > 0`,
    sql`strpos(${DAY_WORDS}, ${word}) > 0`,
    inArray(orders.id, holding),
  ) as SQL
}
