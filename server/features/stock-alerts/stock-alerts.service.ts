import type { stockAlertReport } from '#contract/stock-alert-report.ts'
import type { stockAlerts } from '#contract/stock-alerts.ts'
import { sortOf } from '#contract/values.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inSnapshot, inTransaction } from '#server/db/transaction.ts'
import { requireCustomer } from '#server/features/customers/require-customer.ts'
import { findCustomer } from '#server/features/customers/visible-customers.repository.ts'
import { readProducts } from '#server/features/products/products.repository.ts'
import { findTrolly } from '#server/features/trollies/trolly-rows.repository.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { Refusal } from '#server/routing/refusal.ts'
import {
  closeStockAlerts,
  countStockAlerts,
  deleteStockAlert,
  findOwnStockAlerts,
  insertStockAlert,
  reopenStockAlerts,
  searchStockAlerts,
} from './stock-alerts.repository.ts'
import { offerInstead, tellNow } from './tell-of-stock.ts'

/** A set of product numbers for each user and account: the last state wins, and nothing has a version. */
export const stockAlertsService = ({
  database,
  searchList,
  now,
}: {
  database: Database
  searchList: ListSearch
  now: () => Date
}): Answers<typeof stockAlerts & typeof stockAlertReport> => ({
  ask: async ({ connection, user, params: { id, productNo: product_no }, query, now }) => {
    const customerId = await requireAccount(connection, user, { id, ...query })
    const times = await insertStockAlert(connection, { userId: user.userId, customerId, product_no }, now)
    if (times === undefined) throw new Refusal('product_not_found')
    return { product_no, customerId, ...written(times) }
  },

  withdraw: async ({ connection, user, params: { id, productNo: product_no }, query }) => {
    const customerId = await requireAccount(connection, user, { id, ...query })
    await deleteStockAlert(connection, { userId: user.userId, customerId, product_no })
    return { product_no, customerId, askedAt: null, toldAt: null }
  },

  own: async ({ user, params: { id: customerId } }) => {
    const { customer } = await requireCustomer(database, user, customerId)
    const alerts = await findOwnStockAlerts(database, { userId: user.userId, customerId })
    const product_nos = alerts.map(({ product_no }) => product_no)
    const found = await readProducts(database, product_nos, customer.priceListId)
    const products = new Map(found.map((product) => [product.product_no, product]))
    return {
      data: alerts.map(({ product_no, ...times }) => ({
        product_no,
        ...written(times),
        product: products.get(product_no) ?? null,
      })),
    }
  },

  search: async (asked) => {
    const { user, body } = asked
    const { page = 1, pageLength = 24, queryString = '', sort_by = 'askedAt_descending' } = body
    const { data, total } = await searchList(asked, (connection) =>
      searchStockAlerts(connection, user, {
        text: queryString,
        state: body.state,
        customerId: body.customerId,
        product_no: body.product_no,
        ...sortOf(sort_by),
        limit: pageLength,
        offset: (page - 1) * pageLength,
      }),
    )
    return { data, total, page, pageLength }
  },

  filters: ({ user }) => inSnapshot(database, (connection) => countStockAlerts(connection, user)),

  tellNow: async ({ body: { alerts } }) => ({
    told: await inTransaction(database, (connection) => tellNow(connection, alerts, now())),
  }),

  offer: async ({ body }) => {
    const offered = await inTransaction(database, (connection) =>
      offerInstead(connection, { ...body, now: now() }),
    )
    if (offered === undefined) throw new Refusal('product_not_found')
    return { offered }
  },

  close: async ({ body: { alerts } }) => {
    const closed = await inTransaction(database, (connection) => closeStockAlerts(connection, alerts))
    return { closed: closed.map((alert) => ({ ...alert, ...written(alert) })) }
  },

  reopen: async ({ body: { alerts } }) => {
    const rows = alerts.map(({ askedAt, toldAt, ...alert }) => ({
      ...alert,
      askedAt: new Date(askedAt),
      toldAt: toldAt === null ? null : new Date(toldAt),
    }))
    return { reopened: await inTransaction(database, (connection) => reopenStockAlerts(connection, rows)) }
  },
})

/**
 * The trolly's account; a trolly that the server does not know yet counts as one of the account that the device names.
 * @throws Refusal `trolly_not_found`, also for another user's
 */
const requireAccount = async (
  connection: Connection,
  user: Caller,
  { id, customerId }: { id: string; customerId?: string },
): Promise<string> => {
  const trolly = await findTrolly(connection, user, id)
  if (trolly !== undefined) return trolly.customerId
  const named = customerId === undefined ? undefined : await findCustomer(connection, user, customerId)
  if (named === undefined) throw new Refusal('trolly_not_found')
  return named.customer.id
}

const written = <Told extends Date | null>({ askedAt, toldAt }: { askedAt: Date; toldAt: Told }) => ({
  askedAt: askedAt.toISOString(),
  toldAt: toldAt?.toISOString() ?? null,
})
