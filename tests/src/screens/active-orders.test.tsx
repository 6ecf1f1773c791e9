import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import type { Endpoint, ReplyOf } from '#contract/endpoint.ts'
import { activeOrders, type OrderSummary } from '#contract/orders.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import type { AccountType } from '#domain/user.ts'
import { Screen } from '#src/screens/orders/active-orders.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aCustomer, aTestDevice, aUser, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'

const anOrder = (place: number, status: OrderSummary['status']): OrderSummary => ({
  id: `o${place}`,
  orderNo: `10000${place}`,
  revision: 1,
  basketId: null,
  customerId: 'C1',
  customerName: 'The Copper Kettle',
  deliveryDay: '2026-11-25',
  poNumber: '',
  status,
  placedAt: '2026-11-23T12:00:00.000Z',
  cutOffAt: null,
  exportedAt: null,
  lineCount: 1,
  shortCount: 0,
  totalPence: 300,
})

/** A server that keeps the orders' marks, with one page of them at a time. */
const staffWith = (...orders: OrderSummary[]) => {
  const device = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  const handedOver = new Set<string>()
  const calls: string[] = []
  const orderOf = (id = ''): OrderSummary => {
    const found = orders.find((order) => order.id === id)
    if (found === undefined) throw new Error(id)
    return found
  }
  device.server.on(activeOrders.search, ({ body }) => {
    const { page = 1, pageLength = 24 } = body ?? {}
    const data = orders.slice((page - 1) * pageLength, page * pageLength)
    return { data: structuredClone(data), total: orders.length, page, pageLength }
  })
  device.server.on(activeOrders.filters, () => ({ names: [], customers: [], deliveryDays: [] }))
  device.server.on(activeOrders.markExported, ({ params }) => {
    calls.push(`mark ${params?.id}`)
    const order = orderOf(params?.id)
    const alreadyExported = order.exportedAt !== null
    order.exportedAt ??= '2026-11-24T09:30:00.000Z'
    return { ...order, ...REST, alreadyExported }
  })
  device.server.on(activeOrders.unmarkExported, ({ params }) => {
    calls.push(`unmark ${params?.id}`)
    const order = orderOf(params?.id)
    if (handedOver.has(order.id)) throw refusal('order_handed_over')
    order.exportedAt = null
    return { ...order, ...REST }
  })
  renderOn(device, <Screen />)
  return { calls, handedOver, device }
}

const exportedOrder = (place: number): OrderSummary => ({
  ...anOrder(place, 'placed'),
  exportedAt: '2026-11-24T09:30:00.000Z',
})

/** The rest of an order, which the list does not read. */
const REST = {
  placedBy: null,
  instructions: '',
  payBy: 'account' as const,
  confirmedAt: null,
  pickingAt: null,
  dispatchedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  replacedAt: null,
  lines: [],
  totals: totalsOfNetLines([]),
}

const runOnAll = async (action: string): Promise<void> => {
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }))
  await userEvent.click(screen.getByRole('button', { name: action }))
}

const isTold = (message: string) => waitFor(() => expect(notifications.current()?.message).toBe(message))

const exportedCells = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[5]?.textContent)

test('staff mark several orders as exported, see when, and undo it', async () => {
  const { calls } = staffWith(anOrder(1, 'placed'), anOrder(2, 'picking'))
  await runOnAll('Mark as exported')
  await isTold('2 orders marked as exported')
  expect(screen.getByRole('columnheader', { name: 'Exported' })).toBeTruthy()
  await waitFor(() => expect(exportedCells()).toEqual(Array(2).fill('Tue 24 Nov, 09:30')))
  notifications.restore()
  await waitFor(() => expect(exportedCells()).toEqual(['', '']))
  expect(calls).toEqual(['mark o1', 'mark o2', 'unmark o1', 'unmark o2'])
  await isTold('2 orders marked as not exported')
})

test('staff are told which orders were already exported, and undo leaves those', async () => {
  const { calls } = staffWith(exportedOrder(1), anOrder(2, 'placed'), exportedOrder(3))
  await runOnAll('Mark as exported')
  await isTold('Order marked as exported. 2 of 3 were already exported')
  notifications.restore()
  await isTold('Order marked as not exported')
  expect(calls.slice(3)).toEqual(['unmark o2'])
})

test('an order that staff placed for a customer says so', async () => {
  staffWith({ ...anOrder(1, 'placed'), channel: 'office' }, { ...anOrder(2, 'placed'), channel: 'customer' })
  expect(await screen.findAllByRole('button', { name: / · by the office$/ })).toHaveLength(1)
})

test('an order that was already exported offers nothing to undo', async () => {
  staffWith(exportedOrder(1))
  await runOnAll('Mark as exported')
  await isTold('Order was already exported')
  expect(notifications.restore()).toBe(false)
})

test('unpaid orders are skipped when marking, and the user is told', async () => {
  const { calls } = staffWith(anOrder(1, 'awaiting_payment'), anOrder(2, 'placed'))
  await runOnAll('Mark as exported')
  await isTold('Order marked as exported. 1 of 2 was skipped: not paid yet')
  expect(calls).toEqual(['mark o2'])
})

test('staff unmark selected orders, but not those that were handed over', async () => {
  const { calls, handedOver } = staffWith(exportedOrder(1), exportedOrder(2), anOrder(3, 'placed'))
  handedOver.add('o2')
  await runOnAll('Mark as not exported')
  await isTold(
    'Order marked as not exported. 1 of 3 was handed over by the system, so can’t be undone. 1 of 3 was not exported',
  )
  expect(calls).toEqual(['unmark o1', 'unmark o2'])
  notifications.restore()
  await isTold('Order marked as exported')
})

test('a failure while marking is shown, and the list read again', async () => {
  const { device } = staffWith(anOrder(1, 'placed'))
  device.server.cut(activeOrders.markExported)
  await runOnAll('Mark as exported')
  await waitFor(() => expect(notifications.current()?.statusColor).toBe('error'))
})

test('all matching orders can be selected, up to a number that is told', async () => {
  const { calls } = staffWith(...Array.from({ length: 30 }, (_, at) => anOrder(at, 'placed')))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select 100000' }))
  await userEvent.click(screen.getByRole('button', { name: 'Select all 30' }))
  const bar = screen.getByRole('group', { name: 'Selected rows' })
  expect(within(bar).getByRole('status').textContent).toBe('30 orders selected')
  expect(within(bar).queryByRole('button', { name: /^Select/ })).toBeNull()
  // Deselecting a row leaves the rest of the page.
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select 100000' }))
  expect(within(bar).getByRole('status').textContent).toBe('23 orders selected')
  await userEvent.click(within(bar).getByRole('button', { name: 'Select all 30' }))
  await userEvent.click(within(bar).getByRole('button', { name: 'Mark as exported' }))
  await isTold('30 orders marked as exported')
  expect(new Set(calls).size).toBe(30)
})

test('more orders than one action takes are said so', async () => {
  const { calls } = staffWith(...Array.from({ length: 1_200 }, (_, at) => anOrder(at, 'placed')))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select 100000' }))
  await userEvent.click(screen.getByRole('button', { name: 'Select first 200' }))
  const bar = screen.getByRole('group', { name: 'Selected rows' })
  expect(within(bar).getByRole('status').textContent).toBe('200 of 1,200 orders selected')
  await userEvent.click(within(bar).getByRole('button', { name: 'Mark as exported' }))
  await isTold('200 orders marked as exported')
  expect(calls).toHaveLength(200)
})

const FILTERS: ReplyOf<typeof activeOrders.filters> = {
  names: [
    { name: 'awaiting-payment', status: 'awaiting_payment', count: 1 },
    { name: 'placed', status: 'placed', count: 2 },
    { name: 'picking', status: 'picking', count: 0 },
    { name: 'dispatched', status: 'dispatched', count: 1 },
  ],
  customers: [
    { id: 'C1', name: 'The Copper Kettle', count: 3 },
    { id: 'C2', name: 'The Limes', count: 1 },
  ],
  deliveryDays: [
    { day: '2026-11-25', count: 3 },
    { day: '2026-11-26', count: 1 },
  ],
}

/** A server that filters by status only. */
const answering = (device: TestDevice) => {
  const orders = [
    anOrder(1, 'awaiting_payment'),
    anOrder(2, 'placed'),
    anOrder(3, 'placed'),
    anOrder(4, 'dispatched'),
  ]
  device.server.on(activeOrders.search, ({ body }) => {
    const wanted = body?.filters?.status
    const data = orders.filter(({ status }) => wanted === undefined || status === wanted)
    return { data, total: data.length, page: 1, pageLength: 24 }
  })
  device.server.on(activeOrders.filters, () => FILTERS)
  device.server.on(activeOrders.exportData, () => new Blob(['order_no\r\n'], { type: 'text/csv' }))
  return device
}

const personOf = (account_type: AccountType) => answering(aTestDevice({ user: aUser({ account_type }) }))

const asked = ({ server }: TestDevice, endpoint: Endpoint) =>
  server.calls.filter((call) => call.endpoint === endpoint).map(({ input }) => input)

/** Every file saved by the page. */
const saved = vi.fn<(name: string) => void>()
beforeEach(() => {
  saved.mockClear()
  // jsdom has no blob URLs, and follows no links to them.
  URL.createObjectURL = vi.fn(() => 'blob:a-file')
  URL.revokeObjectURL = vi.fn()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download)
  })
})

test('the CSV file comes from the server, with the page’s search and filters', async () => {
  const device = personOf('C2')
  renderOn(device, <Screen />, {
    path: '/orders/active-orders?q=kettle&status=placed&customerId=C1&deliveryDay=2026-11-25',
  })
  expect(await screen.findByText('2 orders')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(saved.mock.calls).toEqual([['active-orders.csv']]))
  const filters = { status: 'placed', customerId: 'C1', deliveryDay: '2026-11-25' }
  expect(asked(device, activeOrders.exportData)).toMatchObject([
    { query: { queryString: 'kettle', ...filters } },
  ])
  expect(asked(device, activeOrders.search).at(-1)?.body).toMatchObject({ queryString: 'kettle', filters })
})

test('a failed export shows an error and saves no file', async () => {
  const device = personOf('C2')
  device.server.cut(activeOrders.exportData)
  renderOn(device, <Screen />, { path: '/orders/active-orders' })
  await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(notifications.current()?.statusColor).toBe('error'))
  expect(saved).not.toHaveBeenCalled()
})

test('the filters show their options with counts, and are sent', async () => {
  const device = personOf('C2')
  renderOn(device, <Screen />, { path: '/orders/active-orders' })
  const status = await screen.findByRole('combobox', { name: 'Status' })
  await within(status).findByRole('option', { name: 'Placed (2)' })
  expect(screen.getByRole('option', { name: 'The Limes (1)' })).toBeTruthy()
  expect(screen.getByRole('option', { name: /^Thu 26 Nov.* \(1\)$/ })).toBeTruthy()
  await userEvent.selectOptions(status, 'placed')
  expect(await screen.findByText('2 orders')).toBeTruthy()
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe('/orders/active-orders?status=placed'),
  )
  // For staff only.
  expect(screen.queryByRole('combobox', { name: 'Exported' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('C1 sees no CSV, filters or lists by status, and filters in the address are ignored', async () => {
  const device = personOf('C1')
  renderOn(device, <Screen />, { path: '/orders/active-orders?status=placed' })
  expect(await screen.findByText('4 orders')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull()
  expect(screen.getAllByRole('combobox')).toEqual([screen.getByRole('combobox', { name: 'Sort by' })])
  expect(screen.queryByRole('navigation', { name: 'Active orders by status' })).toBeNull()
  expect(asked(device, activeOrders.filters)).toEqual([])
  expect(asked(device, activeOrders.search).map(({ body }) => body)).toMatchObject([{ filters: {} }])
  expect(screen.getByText(/^Filters aren’t available with your sign-in/)).toBeTruthy()
})

test.each([
  ['a filter in the address', undefined, '/orders/active-orders?status=placed'],
  ['a list by status', 'picking', '/orders/picking-orders'],
])('C1 without active orders is told so, whatever %s says', async (_, name, path) => {
  const device = personOf('C1')
  device.server.on(activeOrders.search, () => ({ data: [], total: 0, page: 1, pageLength: 24 }))
  renderOn(device, name ? <Screen name={name} /> : <Screen />, { path })
  expect(await screen.findByText('No orders are in progress.')).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1, name: 'Active orders' })).toBeTruthy()
  expect(screen.queryByText(/match your search and filters/)).toBeNull()
})

const linksByStatus = async () =>
  within(await screen.findByRole('navigation', { name: 'Active orders by status' }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')])

test('active orders link to the list of each status with orders, named and counted by the server', async () => {
  renderOn(personOf('C2'), <Screen />, { path: '/orders/active-orders' })
  expect(await linksByStatus()).toEqual([
    ['Awaiting payment (1)', '/orders/awaiting-payment-orders', null],
    ['Placed (2)', '/orders/placed-orders', null],
    ['On its way (1)', '/orders/dispatched-orders', null],
  ])
})

test('a list by status holds only its orders, and links to the others and back', async () => {
  const device = personOf('C2')
  renderOn(device, <Screen name="awaiting-payment" />, { path: '/orders/awaiting-payment-orders' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Awaiting payment' })).toBeTruthy()
  expect(await screen.findByText('1 order')).toBeTruthy()
  expect((await linksByStatus()).slice(0, 2)).toEqual([
    ['All active orders', '/orders/active-orders', null],
    ['Awaiting payment (1)', '/orders/awaiting-payment-orders', 'page'],
  ])
  expect(screen.queryByRole('combobox', { name: 'Status' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() =>
    expect(asked(device, activeOrders.exportData)).toMatchObject([{ query: { status: 'awaiting_payment' } }]),
  )
  await userEvent.click(screen.getByRole('button', { name: /100001/ }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/orders/history-o1'))
})

test('the page names the accounts whose orders it lists', async () => {
  const device = personOf('C2')
  device.server.on(
    customers.search,
    () => ({ total: 2, data: [aCustomer(), aCustomer({ id: 'C2' })] }) as never,
  )
  const shown = renderOn(device, <Screen />, { path: '/orders/active-orders' })
  expect(await screen.findByText('All accounts')).toBeTruthy()
  shown.unmount()
  renderOn(device, <Screen />, { path: '/orders/active-orders?customerId=C2' })
  expect((await screen.findAllByText('The Limes')).length).toBeGreaterThan(0)
  expect(screen.queryByText('All accounts')).toBeNull()
})
