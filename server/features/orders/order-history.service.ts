import { v7 as uuidv7 } from 'uuid'
import type { orderHistory } from '#contract/order-history.ts'
import { sortOf } from '#contract/values.ts'
import { decideAll, wantedAgain } from '#domain/add-all.ts'
import { asPlaced } from '#domain/as-placed.ts'
import type { Database } from '#server/db/database.ts'
import { inSnapshot } from '#server/db/transaction.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import { createTrolly, fillTrolly } from '#server/features/trollies/trollies.repository.ts'
import { basketOf } from '#server/features/trollies/trollies.service.ts'
import { readLines } from '#server/features/trollies/trolly-rows.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { type OrderHistoryQuery, searchOrders } from './order-history.repository.ts'
import { findTrackedOrder, readTrackedOrders } from './tracked-orders.repository.ts'

export const orderHistoryService = ({
  database,
  searchList,
}: {
  database: Database
  searchList: ListSearch
}): Answers<typeof orderHistory> => ({
  search: async (asked) => {
    const { user, body } = asked
    const { customerId, queryString = '', filters, page = 1, pageLength = 24 } = body
    const { sort_by = 'placedAt_descending' } = body
    const query: OrderHistoryQuery = {
      ...filters,
      customerId,
      text: queryString,
      ...sortOf(sort_by),
      limit: pageLength,
      offset: (page - 1) * pageLength,
    }
    const found = await searchList(asked, (connection) => searchOrders(connection, user, query))
    return { ...found, page, pageLength }
  },

  read: async ({ user, body }) => ({
    orders: await inSnapshot(database, (connection) => readTrackedOrders(connection, user, body.ids)),
  }),

  /** @throws Refusal `order_not_found`, `trolly_exists` */
  recreate: async ({ connection, user, params, body, now }) => {
    const { basketId = uuidv7(), deliveryDay = null } = body
    const order = await findTrackedOrder(connection, user, params.id)
    if (order === undefined) throw new Refusal('order_not_found')
    const { customerId } = order
    const lines = asPlaced(order.lines)
    const details = { deliveryDay, poNumber: '', instructions: '' }
    const trolly = await createTrolly(connection, user, { id: basketId, customerId, ...details }, now)
    if (trolly === 'no_customer') throw new Refusal('order_not_found')
    if (trolly === 'taken') throw new Refusal('trolly_exists')
    const product_nos = lines.map(({ product_no }) => product_no)
    const sold = await readProducts(connection, product_nos, trolly.priceListId)
    const { outcomes, operations } = decideAll({
      view: { lines: [] },
      wanted: lines.map(wantedAgain),
      products: new Map(sold.map((product) => [product.product_no, product])),
      isListWhole: true,
      pricesHere: true,
      now,
    })
    const filled = await fillTrolly(connection, trolly, operations)
    return {
      basket: basketOf(filled, await readLines(connection, filled)),
      lines: outcomes.map(({ paidPence: _, ...line }) => line),
    }
  },
})
