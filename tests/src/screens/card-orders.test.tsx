import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders, type TrackedOrder } from '#contract/orders.ts'
import { type Payment, payments } from '#contract/payments.ts'
import type { Order } from '#contract/trollies.ts'
import { Screen as Home } from '#src/screens/home.tsx'
import { Screen as ActiveOrders } from '#src/screens/orders/active-orders.tsx'
import { Screen as OrderPage } from '#src/screens/orders/history-order.tsx'
import { Screen as Orders } from '#src/screens/orders.tsx'
import { keepOrders } from '#src/store/known-orders.ts'
import { renderOn } from '#tests/support/signed-in.tsx'
import { aCustomersOrders, anOrder, CUSTOMER, summaryOf } from './customers-orders.ts'

// Ordered by card, on another device.

const IN_AN_HOUR = new Date(Date.now() + 3_600_000).toISOString()

const aCardOrder = (parts: Partial<TrackedOrder> = {}): TrackedOrder =>
  anOrder({
    payBy: 'card',
    status: 'awaiting_payment',
    confirmedAt: null,
    deliveredAt: null,
    cutOffAt: IN_AN_HOUR,
    ...parts,
  })

const PAID = { status: 'placed', confirmedAt: '2026-11-19T09:20:00.000Z' } as const
const CANCELLED = { status: 'cancelled', cancelledAt: '2026-11-19T10:00:00.000Z' } as const

const aPayment = (state: Payment['state']): Payment => ({
  id: 'o1',
  orderNo: '100123',
  basketId: 'T1',
  customerId: CUSTOMER.id,
  deliveryDay: '2026-11-20',
  amountPence: 300,
  state,
  expiresAt: '2026-11-19T09:42:00.000Z',
  failure: null,
})

type Parts = { order?: TrackedOrder; state?: Payment['state']; mayOrder?: boolean }

const aServer = async ({ order = aCardOrder(), state, mayOrder = true }: Parts = {}) => {
  const device = await aCustomersOrders({ orders: [order], mayOrder })
  if (state) device.server.on(payments.get, () => aPayment(state))
  return device
}

const shown = async (parts: Parts) => {
  const device = await aServer(parts)
  renderOn(device, <OrderPage id="o1" />)
  await screen.findByRole('heading', { level: 1, name: 'Order 100123' })
  return device
}

const payLink = () => screen.findByRole('link', { name: 'Pay by card' })

test('the page of an unpaid order links to its payment, and never says paid', async () => {
  await shown({ state: 'awaiting' })
  expect(await screen.findByText(/Order 100123 is placed once £3.00 is paid/)).toBeTruthy()
  expect((await payLink()).getAttribute('href')).toBe('/payments/payment-o1')
  expect(screen.getByText('Payment').nextSibling?.textContent).toBe('To be paid by card')
  expect(screen.queryByText('By card')).toBeNull()
})

test('the page links to the payment even if that cannot be read', async () => {
  const device = await aServer()
  await keepOrders(device.user.database, CUSTOMER.id, [aCardOrder()])
  device.server.cut(activeOrders.get)
  renderOn(device, <OrderPage id="o1" />)
  expect(await screen.findByText('Pay for this order by card.')).toBeTruthy()
  expect((await payLink()).getAttribute('href')).toBe('/payments/payment-o1')
})

test('a user who may not order sees the state but cannot pay', async () => {
  await shown({ state: 'awaiting', mayOrder: false })
  expect(await screen.findByText(/is placed once £3.00 is paid/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Pay by card' })).toBeNull()
})

test.each([
  ['refunding', /refunding £3.00 to your card/],
  ['refunded', /refunded £3.00/],
] as const)('the page of a cancelled order says that its payment is %s', async (state, words) => {
  await shown({ order: aCardOrder({ ...PAID, ...CANCELLED }), state })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See payment' }).getAttribute('href')).toBe('/payments/payment-o1')
  expect(screen.getByText('Paid', { selector: 'dt' }).nextSibling?.textContent).toBe('By card')
})

test('an order that was cancelled unpaid says that nothing was charged', async () => {
  await shown({ order: aCardOrder(CANCELLED), state: 'released' })
  expect(await screen.findByText(/Nothing was charged/)).toBeTruthy()
  expect(screen.getByText('Payment').nextSibling?.textContent).toBe('Not paid')
  expect(screen.queryByRole('link', { name: 'Pay by card' })).toBeNull()
})

test('a paid order shows no notice, and says why it cannot be changed and what to do instead', async () => {
  const { server } = await shown({ order: aCardOrder(PAID), state: 'paid' })
  expect(await screen.findByRole('button', { name: 'Cancel order' })).toBeTruthy()
  expect(
    screen.getByText('Card orders can’t be changed. To change this one, cancel it and order again.'),
  ).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change order' })).toBeNull()
  expect(screen.getByText(/^Cancel until \d\d:\d\d/)).toBeTruthy()
  expect(screen.getByText('Paid', { selector: 'dt' }).nextSibling?.textContent).toBe('By card')
  expect(server.calls.map(({ endpoint }) => endpoint)).not.toContain(payments.get)
})

test('an order on account can be changed, and does not mention cards', async () => {
  await shown({ order: anOrder({ status: 'placed', deliveredAt: null, cutOffAt: IN_AN_HOUR }) })
  expect(await screen.findByRole('button', { name: 'Change order' })).toBeTruthy()
  expect(screen.getByText(/^Change until \d\d:\d\d/)).toBeTruthy()
  expect(screen.queryByText(/by card/i)).toBeNull()
})

test.each([
  ['home', 'Recent orders', <Home key="home" />],
  ['orders', 'Active orders', <Orders key="orders" />],
])('%s marks an unpaid order and links to its payment', async (_name, title, page) => {
  const device = await aServer()
  renderOn(device, page)
  const list = within(await screen.findByRole('list', { name: title }))
  expect(await list.findByText('Awaiting payment')).toBeTruthy()
  expect(list.getByRole('link', { name: 'Pay by card' }).getAttribute('href')).toBe('/payments/payment-o1')
  expect(list.getByRole('link', { name: 'Order 100123' }).getAttribute('href')).toBe('/orders/history-o1')
  expect(list.queryByRole('button', { name: /again/ })).toBeNull()
})

test('a card order placed on this device is marked before the server lists it', async () => {
  const device = await aServer()
  device.server.on(orderHistory.search, () => ({ data: [], total: 0, page: 1, pageLength: 24 }))
  const { status: _, ...placed } = aCardOrder()
  await device.user.database.placedOrders.put(placed as unknown as Order)
  renderOn(device, <Orders />)
  const list = within(await screen.findByRole('list', { name: 'Active orders' }))
  expect(list.getByText('Awaiting payment')).toBeTruthy()
  expect(list.getByRole('link', { name: 'Pay by card' })).toBeTruthy()
})

test('active orders mark an unpaid order, which opens its page', async () => {
  const device = await aServer()
  const data = [summaryOf(aCardOrder())]
  device.server.on(activeOrders.search, () => ({ data, total: 1, page: 1, pageLength: 24 }))
  renderOn(device, <ActiveOrders />, { path: '/orders/active-orders' })
  const rows = await screen.findAllByRole('row', { name: /100123/ })
  expect(within(rows[0] as HTMLElement).getByText('Awaiting payment')).toBeTruthy()
  within(rows[0] as HTMLElement)
    .getByRole('button', { name: /100123/ })
    .click()
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/orders/history-o1'))
})
