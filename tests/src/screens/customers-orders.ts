import { customers } from '#contract/customers.ts'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders, type TrackedOrder } from '#contract/orders.ts'
import { trollies } from '#contract/trollies.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import type { AccountType } from '#domain/user.ts'
import { keepChoice } from '#src/store/choice.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aCustomer, aTestDevice, aUser } from '#tests/support/signed-in.tsx'

export const CUSTOMER = aCustomer()

export const anOrderLine = (
  parts: Partial<TrackedOrder['lines'][number]> = {},
): TrackedOrder['lines'][number] => ({
  product_no: 'P1',
  name: 'Cream',
  pack: '1 l',
  quantity: 2,
  deliveredQuantity: 2,
  unitPricePence: 150,
  vatBasisPoints: 0,
  netPence: 300,
  catchWeight: false,
  ...parts,
})

export const anOrder = (parts: Partial<TrackedOrder> = {}): TrackedOrder => {
  const lines = parts.lines ?? [anOrderLine()]
  return {
    id: 'o1',
    orderNo: '100123',
    revision: 1,
    basketId: 'T1',
    customerId: CUSTOMER.id,
    customerName: CUSTOMER.name,
    deliveryDay: '2026-11-20',
    poNumber: 'PO 9',
    status: 'delivered',
    placedAt: '2026-11-19T09:12:00.000Z',
    cutOffAt: null,
    exportedAt: null,
    lineCount: lines.length,
    shortCount: 0,
    totalPence: 300,
    placedBy: 'Ada',
    instructions: '',
    payBy: 'account',
    confirmedAt: '2026-11-19T09:12:00.000Z',
    pickingAt: null,
    dispatchedAt: null,
    deliveredAt: '2026-11-20T07:00:00.000Z',
    cancelledAt: null,
    replacedAt: null,
    lines,
    totals: totalsOfNetLines(lines),
    ...parts,
  }
}

type Parts = { orders?: TrackedOrder[]; mayOrder?: boolean; accountType?: AccountType; routes?: string[] }

/** A server with these orders, as far as the screens need one. */
export const aCustomersOrders = async ({
  orders = [anOrder()],
  mayOrder = true,
  accountType = 'C2',
  routes = [],
}: Parts = {}) => {
  const test = aTestDevice({
    user: aUser({
      account_type: accountType,
      can_place_orders: mayOrder ? 1 : 0,
      acl_routes_available: routes,
    }),
  })
  await keepChoice(test.user.database, { customer: CUSTOMER, deliveryDay: null, trollyId: null })
  test.server.on(customers.search, () => ({ data: [CUSTOMER], total: 1, page: 1, pageLength: 15 }))
  test.server.on(customers.get, () => CUSTOMER)
  test.server.on(trollies.list, () => ({ data: [], total: 0, page: 1, pageLength: 96 }))
  test.server.on(orderHistory.search, ({ body }) => {
    const { queryString = '', filters } = body ?? {}
    const data = orders
      .filter(({ orderNo }) => orderNo.includes(queryString))
      .filter(({ status }) => filters?.status === undefined || status === filters.status)
      .map(summaryOf)
    return { data, total: data.length, page: 1, pageLength: 24 }
  })
  test.server.on(orderHistory.read, ({ body }) => ({
    orders: orders.filter(({ id }) => body?.ids.includes(id)),
  }))
  test.server.on(activeOrders.get, ({ params }) => {
    const order = orders.find(({ id }) => id === params?.id)
    if (!order) throw refusal('order_not_found')
    return order
  })
  return test
}

export const summaryOf = ({ lines: _, totals: _totals, ...order }: TrackedOrder) => {
  const { placedBy, instructions, payBy, confirmedAt, pickingAt, dispatchedAt, ...rest } = order
  const { deliveredAt, cancelledAt, replacedAt, ...summary } = rest
  return summary
}
