import { Blob as NodeBlob } from 'node:buffer'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders } from '#contract/orders.ts'
import { type PaperworkDocument, paperwork } from '#contract/paperwork.ts'
import type { Order } from '#contract/trollies.ts'
import { checkInsLane } from '#domain/check-ins.ts'
import { Screen as Home } from '#src/screens/home.tsx'
import { Screen as History } from '#src/screens/orders/history.tsx'
import { Screen as OrderPage } from '#src/screens/orders/history-order.tsx'
import { Screen as Orders } from '#src/screens/orders.tsx'
import { keepOrders } from '#src/store/known-orders.ts'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { drawingsIn } from '#tests/support/drawings.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aProduct, renderOn } from '#tests/support/signed-in.tsx'
import { aCustomersOrders, anOrderLine as aLine, anOrder, CUSTOMER } from './customers-orders.ts'

// jsdom has no blob URLs, and its blobs cannot be read.
beforeEach(() => {
  vi.stubGlobal('Blob', NodeBlob)
  URL.createObjectURL = vi.fn(() => 'blob:a-document')
  URL.revokeObjectURL = vi.fn()
})

test('home shows the latest three orders from any device with what is in them, most recent first', async () => {
  const at = (hour: number) => `2026-11-19T0${hour}:00:00.000Z`
  // This device knows the product of the first line; the second is drawn by its name.
  const lines = [aLine({ product_no: 'A1', name: 'Fillets' }), aLine({ product_no: 'P2', name: 'Carrots' })]
  const orders = [4, 3, 2, 1].map((place) =>
    anOrder({ id: `o${place}`, orderNo: `10000${place}`, placedAt: at(place), lines }),
  )
  const test = await aCustomersOrders({ orders })
  await test.user.database.products.put(aProduct({ product_no: 'A1', name: 'Salmon', category: 'Salmon' }))
  renderOn(test, <Home />)
  const recent = await screen.findByRole('list', { name: 'Recent orders' })
  const list = within(recent)
  expect(list.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Order 100004',
    'Order 100003',
    'Order 100002',
  ])
  expect(list.getAllByText('Delivered')).toHaveLength(3)
  await waitFor(() => expect(drawingsIn(recent).slice(0, 2)).toEqual(['salmon', 'carrot']))
  expect(screen.getByRole('link', { name: 'All orders' }).getAttribute('href')).toBe('/orders/history')
})

test('orders lists active ones separately, including one from this device that the server has not listed yet', async () => {
  const test = await aCustomersOrders({
    orders: [anOrder(), anOrder({ id: 'o2', orderNo: '100200', status: 'picking', deliveredAt: null })],
  })
  await test.user.database.placedOrders.put({
    ...anOrder({ id: 'o3', orderNo: '100300', placedAt: '2026-11-21T09:12:00.000Z' }),
    status: undefined,
    basketId: 'T3',
  } as unknown as Order)
  renderOn(test, <Orders />)
  const active = within(await screen.findByRole('list', { name: 'Active orders' }))
  await waitFor(() =>
    expect(active.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      '/orders/create-T3',
      '/orders/history-o2',
    ]),
  )
  const past = within(screen.getByRole('list', { name: 'Past orders' }))
  expect(past.getByRole('link').textContent).toBe('Order 100123')
})

test('the list, the history and the page of an order show the same amount for it', async () => {
  const billed = { billedPence: 29_950, totalPence: 31_000, shortCount: 1 }
  const test = await aCustomersOrders({
    orders: [anOrder({ ...billed, lines: [aLine({ quantity: 3, deliveredQuantity: 2 })] })],
  })
  const list = renderOn(test, <Orders />)
  const past = await screen.findByRole('list', { name: 'Past orders' })
  expect(within(past).getByText('£299.50')).toBeTruthy()
  expect(within(past).getByText('1 line short')).toBeTruthy()
  expect(within(past).queryByText('Delivered')).toBeNull()
  list.unmount()

  const history = renderOn(test, <History />, { path: '/orders/history' })
  const amount = await screen.findByText('£299.50')
  expect(amount.tagName).toBe('STRONG')
  expect(amount.closest('td')?.dataset.narrow).toBe('amount')
  expect(screen.getByText('£310.00').closest('td')?.dataset.narrow).toBe('spare')
  history.unmount()

  renderOn(test, <OrderPage id="o1" />)
  expect(await screen.findByText('1 line short')).toBeTruthy()
  expect(screen.getAllByText('£299.50')).toHaveLength(2)
})

test('an order that is not billed yet has its total as the amount of a narrow row', async () => {
  const test = await aCustomersOrders({
    orders: [anOrder({ status: 'placed', deliveredAt: null, totalPence: 31_000 })],
  })
  renderOn(test, <History />, { path: '/orders/history' })
  const amounts = await screen.findAllByText('£310.00')
  expect(amounts.map((amount) => [amount.closest('td')?.dataset.narrow, amount.dataset.only])).toEqual([
    ['spare', 'wide'],
    ['amount', 'narrow'],
  ])
})

test.each([
  ['orders', <Orders key="orders" />, '/orders', 'Active'],
  ['history', <History key="history" />, '/orders/history', 'History'],
])('%s leads to the orders’ three pages, as far as they may be opened', async (_, page, path, current) => {
  const routes = ['/orders', '/orders/history', '/orders/templates', '/orders/favourites']
  const test = await aCustomersOrders({ routes })
  renderOn(test, page, { path })
  const segments = await screen.findByRole('navigation', { name: 'Orders' })
  const links = within(segments).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Active', '/orders'],
    ['History', '/orders/history'],
    ['Templates', '/orders/templates'],
  ])
  expect(within(segments).getByRole('link', { current: 'page' }).textContent).toBe(current)
})

test('an estimated total is "about" only until the order is billed', async () => {
  const { totals } = anOrder()
  const estimated = { totals: { ...totals, estimated: true, totalPence: 30_000 } }
  const test = await aCustomersOrders({
    orders: [
      anOrder({ ...estimated, status: 'picking', deliveredAt: null, billedPence: null }),
      anOrder({ ...estimated, id: 'o2', orderNo: '100200', billedPence: 29_950 }),
    ],
  })
  renderOn(test, <Orders />)
  const active = within(await screen.findByRole('list', { name: 'Active orders' }))
  expect(active.getByText('about £300.00')).toBeTruthy()
  expect(within(screen.getByRole('list', { name: 'Past orders' })).getByText('£299.50')).toBeTruthy()
})

test('orders shows overdue invoices', async () => {
  const test = await aCustomersOrders()
  test.server.on(paperwork.copyInvoiceListOrders, ({ query }) => {
    expect(query).toMatchObject({ delivery_account_no: CUSTOMER.id, state: 'overdue' })
    const data = [aDocument({ dueDay: '2026-11-19', owedPence: 12_000, overdue: true })]
    return { data, total: 1, page: 1, pageLength: 1, balancePence: 50_000, overduePence: 12_000 }
  })
  renderOn(test, <Orders />)
  expect(await screen.findByText(/An invoice for £120.00 is overdue/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See invoices' })).toBeTruthy()
})

test('history is searched and filtered by the server', async () => {
  const test = await aCustomersOrders({
    orders: [
      anOrder({ shortCount: 2, billedPence: 29_950 }),
      anOrder({ id: 'o2', orderNo: '100200', status: 'cancelled' }),
    ],
  })
  const lane = checkInsLane(CUSTOMER.id)
  const claim = { id: 'c1', orderId: 'o1', at: '2026-11-19T09:12:00.000Z', state: 'asked', lines: [] }
  await test.user.database.rows.bulkPut([
    { lane, id: 'c1', value: claim },
    {
      lane: checkInsLane('another account'),
      id: 'c2',
      value: { ...claim, id: 'c2', orderId: 'o2', state: 'refused' },
    },
  ])
  renderOn(test, <History />, { path: '/orders/history' })
  expect(await screen.findByText('2 orders')).toBeTruthy()
  expect(screen.getByText('2 lines short', { exact: false })).toBeTruthy()
  expect(await screen.findAllByText('Question from the office', { exact: false })).toHaveLength(1)
  expect(screen.getAllByText('Claim refused', { exact: false })).toHaveLength(1)
  expect(screen.getAllByText('£299.50', { exact: false })).toHaveLength(1)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Cancelled')
  expect(await screen.findByText('1 order')).toBeTruthy()
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Any status')
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search orders' }), '100123')
  expect(await screen.findByText('1 order')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^100123/ }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/orders/history-o1'))
})

test('a report’s link shows the deliveries of one day, until the day is cleared', async () => {
  const test = await aCustomersOrders()
  const asked: unknown[] = []
  test.server.on(orderHistory.search, ({ body }) => {
    asked.push(body?.filters)
    return { data: [anOrder()], total: 1, page: 1, pageLength: 24 }
  })
  renderOn(test, <History />, { path: '/orders/history?accounts=all&day=2026-11-24' })
  expect(await screen.findByText('1 order')).toBeTruthy()
  expect(asked).toEqual([{ from: '2026-11-24', to: '2026-11-24' }])
  const delivery = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Delivery' })
  expect(delivery.selectedOptions[0]?.textContent).toBe('Tue 24 Nov')
  await userEvent.selectOptions(delivery, 'Any time')
  await waitFor(() => expect(asked.at(-1)).toEqual({}))
  expect(screen.getByRole('option', { name: 'Last month' })).toBeTruthy()
})

test('a confirmation can be resent, and a recent one is reported', async () => {
  const test = await aCustomersOrders()
  const replies = [refusal('confirmation_just_sent', { retryAfterSeconds: 40 })]
  test.server.on(activeOrders.resendConfirmation, () => {
    const refused = replies.pop()
    if (refused) throw refused
    return { message: 'Order Confirmation Resent', sentTo: 'ada@example.com' }
  })
  renderOn(test, <OrderPage id="o1" />)
  const button = await screen.findByRole('button', { name: 'Resend confirmation' })
  await userEvent.click(button)
  await waitFor(() => expect(notifications.current()?.message).toMatch(/less than a minute ago/))
  notifications.close()
  await userEvent.click(button)
  await waitFor(() => expect(notifications.current()?.message).toBe('Order Confirmation Resent'))
})

test('a cancellation without an answer says what is not known', async () => {
  const test = await aCustomersOrders({
    orders: [anOrder({ status: 'placed', cutOffAt: '2099-01-01T22:00:00.000Z', deliveredAt: null })],
  })
  test.server.cut(activeOrders.cancel)
  renderOn(test, <OrderPage id="o1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel order' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the order' }))
  // In its place on the page, since a message would go before it can be checked.
  expect(
    await screen.findByText(
      'We couldn’t reach Trolly. Check whether order 100123 was cancelled once you’re back online.',
    ),
  ).toBeTruthy()
  expect(notifications.current()).toBeUndefined()
})

test('a cancelled order’s confirmation cannot be resent', async () => {
  const test = await aCustomersOrders({
    orders: [anOrder({ status: 'cancelled', cancelledAt: '2026-11-19T10:00:00.000Z' })],
  })
  renderOn(test, <OrderPage id="o1" />)
  expect(await screen.findByRole('button', { name: 'Order again' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Resend confirmation' })).toBeNull()
})

test('offline, history is searched on the device and says so', async () => {
  const test = await aCustomersOrders()
  await keepOrders(test.user.database, CUSTOMER.id, [
    anOrder(),
    anOrder({ id: 'o2', orderNo: '100200', lines: [aLine({ name: 'Butter' })] }),
  ])
  test.server.cut(orderHistory.search)
  await writeSync(test.user.database, 'lastContact', { reached: false, at: Date.now() })
  renderOn(test, <History />, { path: '/orders/history' })
  expect(await screen.findByText(/^Offline: the last 90 days, as of /)).toBeTruthy()
  expect(screen.getByText('2 orders')).toBeTruthy()
  expect(screen.queryByText(/could not be loaded/)).toBeNull()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search orders' }), 'butter')
  expect(await screen.findByText('1 order')).toBeTruthy()
  expect(screen.getByRole('button', { name: /^100200/ })).toBeTruthy()
})

test('stored orders are shown while a server that was not reached lets a search wait', async () => {
  const test = await aCustomersOrders()
  await keepOrders(test.user.database, CUSTOMER.id, [anOrder()])
  test.server.on(orderHistory.search, () => new Promise(() => {}))
  await writeSync(test.user.database, 'lastContact', { reached: false, at: Date.now() })
  renderOn(test, <History />, { path: '/orders/history' })
  expect(await screen.findByText('1 order')).toBeTruthy()
})

test('offline without stored orders, history fails with a way to try again', async () => {
  const test = await aCustomersOrders()
  test.server.cut(orderHistory.search)
  renderOn(test, <History />, { path: '/orders/history' })
  expect(await screen.findByText(/The orders could not be loaded/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an order begins with its amount, its state and its way across, before three quiet actions', async () => {
  const order = anOrder({ totalPence: 300, billedPence: 250, pickingAt: '2026-11-19T23:00:00.000Z' })
  const test = await aCustomersOrders({ orders: [order] })
  renderOn(test, <OrderPage id="o1" />)
  const amount = await screen.findByText('£2.50', { selector: 'p *' })
  expect(amount.closest('p')?.nextSibling?.textContent).toBe('1 line · on account · PO 9')
  expect(screen.getByText('Picked').parentElement?.textContent).toBe('PickedThu\u00a019\u00a0Nov 23:00')
  const quick = screen.getByRole('button', { name: 'Order again' }).parentElement as HTMLElement
  expect(
    within(quick)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Order again', 'Save as template', 'Resend confirmation'])
})

test('an order shows its shortages, offline too', async () => {
  const order = anOrder({ lines: [aLine({ quantity: 5 })] })
  const test = await aCustomersOrders({ orders: [order] })
  const shown = renderOn(test, <OrderPage id="o1" />)
  expect(await screen.findByText('2 of 5 delivered')).toBeTruthy()
  shown.unmount()
  await keepOrders(test.user.database, CUSTOMER.id, [order])
  test.server.cut(activeOrders.get)
  renderOn(test, <OrderPage id="o1" />)
  expect(await screen.findByText('2 of 5 delivered')).toBeTruthy()
  expect(screen.getByText(/Saved on this device, as of/)).toBeTruthy()
})

const aDocument = (parts: Partial<PaperworkDocument> = {}): PaperworkDocument => ({
  invoiceNo: 'INV500001',
  kind: 'invoice',
  day: '2026-11-20',
  orderNo: '100123',
  poNumber: '',
  creditedInvoiceNo: null,
  netPence: 750,
  vatPence: 0,
  totalPence: 750,
  dueDay: '2026-12-20',
  owedPence: 300,
  overdue: false,
  ...parts,
})

test('an order shows the billed amount and opens its documents, offline those opened before', async () => {
  const NO_MONEY = { netPence: null, vatPence: null, totalPence: null, dueDay: null, owedPence: 0 }
  const documents = [
    aDocument({ invoiceNo: 'DN100123', kind: 'delivery_note', ...NO_MONEY }),
    aDocument({
      invoiceNo: 'CRN500002',
      kind: 'credit_note',
      creditedInvoiceNo: 'INV500001',
      totalPence: 450,
      dueDay: null,
    }),
    aDocument(),
    aDocument({ invoiceNo: 'INV100123', orderNo: '99', poNumber: 'as 100123' }),
  ]
  const lines = [
    aLine({ quantity: 5, netPence: 750, billedPence: 300 }),
    aLine({ product_no: 'P2', name: 'Butter', netPence: 0, billedPence: 0 }),
  ]
  const order = anOrder({ lines, totalPence: 750, billedPence: 300, shortCount: 1 })
  const test = await aCustomersOrders({ orders: [order] })
  test.server.on(paperwork.copyInvoiceListOrders, ({ query }) => {
    expect(query).toMatchObject({ delivery_account_no: CUSTOMER.id, queryString: '100123' })
    const { length: total } = documents
    return { data: documents, total, page: 1, pageLength: 96, balancePence: 0, overduePence: 0 }
  })
  test.server.on(paperwork.copyInvoice, () => new Blob(['%PDF-1.7'], { type: 'application/pdf' }))
  const shown = renderOn(test, <OrderPage id="o1" />)
  expect(await screen.findByText('2 of 5 delivered, £7.50 ordered')).toBeTruthy()
  const fact = (term: string) => screen.getByText(term).nextSibling?.textContent
  expect([fact('Ordered'), fact('Credited'), fact('Billed')]).toEqual(['£7.50', '-£4.50', '£3.00'])
  const rows = within(await screen.findByRole('list', { name: 'Order documents' }))
  await waitFor(() =>
    expect(rows.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Invoice INV500001Fri 20 Nov£7.50',
      'Credit note CRN500002Fri 20 Nov-£4.50',
      'Delivery note DN100123Fri 20 Nov',
    ]),
  )
  await userEvent.click(rows.getByRole('button', { name: /INV500001/ }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Invoice INV500001' }))
  await waitFor(() => expect(sheet.getByText(/Saved on this device/)).toBeTruthy())
  shown.unmount()

  await keepOrders(test.user.database, CUSTOMER.id, [order])
  for (const each of [activeOrders.get, paperwork.copyInvoiceListOrders, paperwork.copyInvoice])
    test.server.cut(each)
  renderOn(test, <OrderPage id="o1" />)
  expect(await screen.findByText('2 of 5 delivered, £7.50 ordered')).toBeTruthy()
  expect(await screen.findByText(/documents you opened on this device/)).toBeTruthy()
  const kept = within(screen.getByRole('list', { name: 'Order documents' })).getAllByRole('button')
  expect(kept.map(({ textContent }) => textContent)).toEqual(['Invoice INV500001Fri 20 Nov£7.50'])
})

test('an undelivered order has no documents, and one billed in full says so', async () => {
  const test = await aCustomersOrders({
    orders: [
      anOrder({ status: 'picking', deliveredAt: null, billedPence: null }),
      anOrder({ id: 'o2', orderNo: '100200', billedPence: 300, lines: [aLine({ billedPence: 300 })] }),
    ],
  })
  test.server.cut(paperwork.copyInvoiceListOrders)
  const shown = renderOn(test, <OrderPage id="o1" />)
  expect(await screen.findByRole('button', { name: 'Save as template' })).toBeTruthy()
  expect(screen.queryByText('Billed')).toBeNull()
  expect(screen.queryByRole('heading', { name: 'Documents' })).toBeNull()
  shown.unmount()
  renderOn(test, <OrderPage id="o2" />)
  expect((await screen.findByText('Billed')).nextSibling?.textContent).toBe('£3.00')
  expect(screen.queryByText('Invoiced total')).toBeNull()
  expect(await screen.findByText(/The documents could not be loaded/)).toBeTruthy()
})

test('an order explains how its estimate led to what was billed by weight, and what a card did not pay', async () => {
  const meat = { catchWeight: true, unitPricePence: 1_250, netPence: 3_000, deliveredWeightGrams: 2_486 }
  const lines = [
    aLine({ ...meat, name: 'Rump', billedPence: 3_108 }),
    aLine({
      ...meat,
      product_no: 'P2',
      name: 'Brisket',
      quantity: 3,
      deliveredQuantity: 2,
      billedPence: 3_108,
    }),
    aLine({ ...meat, product_no: 'P3', name: 'Shin', deliveredWeightGrams: null, billedPence: 3_000 }),
  ]
  const billed = { totalPence: 9_000, invoicedPence: 9_216, billedPence: 9_216, shortCount: 1 }
  const test = await aCustomersOrders({
    orders: [
      anOrder({ lines, ...billed, payBy: 'card' }),
      anOrder({
        id: 'o2',
        lines: [aLine({ ...meat, billedPence: null })],
        billedPence: null,
        invoicedPence: null,
      }),
    ],
  })
  test.server.cut(paperwork.copyInvoiceListOrders)
  const shown = renderOn(test, <OrderPage id="o1" />)
  const rows = within(await screen.findByRole('list', { name: 'Order lines' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    '2 ×Rump1 l · P1 · £12.50 per kgEstimated 2.4 kg, delivered 2.486 kg, about £30.00 ordered£31.08',
    '3 ×Brisket1 l · P2 · £12.50 per kgEstimated 2.4 kg, delivered 2.486 kg, about £30.00 ordered2 of 3 delivered£31.08',
    '2 ×Shin1 l · P3 · £12.50 per kg£30.00',
  ])
  const fact = (term: string) => screen.getByText(term).nextSibling?.textContent
  expect([fact('Ordered'), fact('Billed')]).toEqual(['£90.00', '£92.16'])
  expect(fact('Charged to your account')).toBe('£2.16')
  expect(screen.queryByText('Credited')).toBeNull()
  shown.unmount()
  renderOn(test, <OrderPage id="o2" />)
  expect(await screen.findByText('Estimated 2.4 kg, delivered 2.486 kg')).toBeTruthy()
  expect(screen.queryByText('Billed')).toBeNull()
})
