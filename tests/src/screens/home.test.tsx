import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import type { Order } from '#contract/trollies.ts'
import { trollies } from '#contract/trollies.ts'
import { dayPlus, dayText, londonDayOf, londonInstant } from '#domain/london-time.ts'
import type { OrderStatus } from '#domain/order.ts'
import { dayNumberOf, type PastOrder } from '#domain/purchase-history.ts'
import { OrderingFor } from '#src/app/member/ordering-for.tsx'
import { Screen as Home } from '#src/screens/home.tsx'
import { Screen as Account } from '#src/screens/other/account.tsx'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { readTrollyParts } from '#src/store/trollies/trollies.ts'
import type { StoredLine } from '#src/store/user-database.ts'
import { findDraftOf } from '#src/sync/trollies/drafts.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { putList } from '#tests/src/features/search/list-on-device.ts'
import { aCustomer, aHead, aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'
import { aCustomersOrders, anOrder } from './customers-orders.ts'
import { aListed, putAdverts } from './ordering.ts'
import { putHistory } from './search-screen.tsx'

const TOMORROW = dayPlus(londonDayOf(new Date()), 1)
const LATER = dayPlus(TOMORROW, 1)

const aKitchen = (parts: Parameters<typeof aTestDevice>[0] = {}, customer = aCustomer()) => {
  const test = aTestDevice(parts)
  const others = [customer, aCustomer({ id: '200102', name: 'The Limes' })]
  test.server.on(customers.search, () => ({ data: others, total: 2, page: 1, pageLength: 15 }))
  test.server.on(customers.get, () => customer)
  test.server.on(customers.deliveryDates, () => ({
    data: [TOMORROW, LATER].map((day) => ({
      day,
      cutOffAt: londonInstant(dayPlus(day, 0), '06:00').toISOString(),
    })),
    serverTime: new Date().toISOString(),
  }))
  test.server.on(trollies.list, () => ({ data: [], total: 0, page: 1, pageLength: 96 }))
  return test
}

test('leads from account to day to first trolly', async () => {
  const test = aKitchen()
  renderOn(test, <Home />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Who are you ordering for?' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: /Ploughman/ }))
  expect(await screen.findByRole('heading', { name: 'When would you like delivery?' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${dayText(LATER)}`) }))
  expect(await screen.findByRole('heading', { name: 'Delivery day' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Next delivery' })).toBeNull()
  expect(screen.getByText(dayText(LATER))).toBeTruthy()
  notifications.close()
  await userEvent.click(screen.getByRole('button', { name: 'Start shopping' }))
  expect(await screen.findByText('Trolly Created')).toBeTruthy()
  await waitFor(() => expect(screen.getByTestId('address').textContent).toMatch(/^\/orders\/create\/search-/))
  expect(await findDraftOf(test.user.database, aCustomer().id)).toMatchObject({ deliveryDay: LATER })
})

test('that there is no open trolly is said once, on the page', async () => {
  const test = aKitchen()
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: TOMORROW, trollyId: null })
  renderOn(test, <Home />)
  expect(await screen.findAllByText('No Open Trollys found')).toHaveLength(1)
  expect(notifications.current()).toBeUndefined()
})

test('an account on stop is reported before ordering starts', async () => {
  const test = aKitchen({}, aCustomer({ onStop: true }))
  await keepChoice(test.user.database, {
    customer: aCustomer({ onStop: true }),
    deliveryDay: null,
    trollyId: null,
  })
  renderOn(test, <Home />)
  expect(await screen.findByText('Your Account Is On Stop.')).toBeTruthy()
})

test('an account with its credit limit used up is told so', async () => {
  const test = aKitchen({}, aCustomer({ creditLeftPence: 0 }))
  await keepChoice(test.user.database, {
    customer: aCustomer({ creditLeftPence: 0 }),
    deliveryDay: null,
    trollyId: null,
  })
  renderOn(test, <Home />)
  expect(await screen.findByText('You’ve reached your credit limit.')).toBeTruthy()
})

test('the account page opens without a customer: it says so, and offers to sign out', async () => {
  const { can_place_orders: _, ...user } = aUser({ account_type: 'NW' })
  const test = aTestDevice({ user })
  test.server.on(customers.search, () => ({ data: [], total: 0, page: 1, pageLength: 15 }))
  renderOn(test, <Account />)
  expect(await screen.findByRole('heading', { level: 1, name: 'Account' })).toBeTruthy()
  expect(screen.getByText('chef@example.com')).toBeTruthy()
  // A missing value allows.
  expect(screen.getByText('Can place orders').parentElement?.textContent).toContain('Yes')
  expect(await screen.findByText(/^No customer account is linked to your sign-in/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy()
})

test('the account page lists the accounts, and shows the terms once one is chosen', async () => {
  renderOn(aKitchen(), <Account />)
  await userEvent.click(await screen.findByRole('button', { name: /Ploughman/ }))
  expect(await screen.findByText('Payment terms')).toBeTruthy()
})

test('a user who may only browse is told so', async () => {
  const test = aKitchen({ user: aUser({ can_place_orders: 0 }) })
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: null, trollyId: null })
  renderOn(test, <Home />)
  expect(
    await screen.findByText('You can browse but not order. Ask the office for access.', { selector: 'div' }),
  ).toBeTruthy()
})

test('a chosen day applies at once, also to a new trolly, before it is stored', async () => {
  const test = aKitchen()
  const { database } = test.user
  await keepChoice(database, { customer: aCustomer(), deliveryDay: null, trollyId: null })
  renderOn(test, <Home />)
  const day = await screen.findByRole('button', { name: new RegExp(`^${dayText(LATER)}`) })
  const start = screen.getByRole('button', { name: 'Start shopping' })
  // Synchronously: nothing can have been written or read in between.
  fireEvent.click(day)
  expect(day.getAttribute('aria-pressed')).toBe('true')
  fireEvent.click(start)
  expect(await screen.findByRole('heading', { name: 'Delivery day' })).toBeTruthy()
  await waitFor(async () => expect((await findDraftOf(database, aCustomer().id))?.deliveryDay).toBe(LATER))
  await waitFor(async () => expect((await findChoice(database))?.deliveryDay).toBe(LATER))
  expect(screen.getByText(dayText(LATER))).toBeTruthy()
})

test('a day that could not be stored is no longer shown', async () => {
  const test = aKitchen()
  const { database } = test.user
  await keepChoice(database, { customer: aCustomer(), deliveryDay: TOMORROW, trollyId: null })
  hasColumns()
  renderOn(test, <Home />)
  const day = await screen.findByRole('button', { name: new RegExp(`^${dayText(LATER)}`) })
  vi.spyOn(database.settings, 'put').mockRejectedValueOnce(new Error('No room'))
  fireEvent.click(day)
  expect(day.getAttribute('aria-pressed')).toBe('true')
  await waitFor(() => expect(day.getAttribute('aria-pressed')).toBe('false'))
  expect((await findChoice(database))?.deliveryDay).toBe(TOMORROW)
})

/** A desk, or a large tablet on its side. */
const hasColumns = () => {
  const phone = window.matchMedia
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({
    ...phone(query),
    matches: query === '(min-width: 62em)',
  }))
  onTestFinished(() => void vi.mocked(window.matchMedia).mockRestore())
}

const placed = (parts: Partial<Order>) =>
  ({
    id: 'o1',
    basketId: 'T1',
    orderNo: '100123',
    customerId: '200101',
    deliveryDay: TOMORROW,
    placedAt: '2026-11-20T09:12:00.000Z',
    lines: [{}, {}],
    totals: { totalPence: 15_350, estimated: false },
    ...parts,
  }) as unknown as Order

test('the next delivery is the next placed order, independent of the trolly’s day', async () => {
  const test = aKitchen()
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: LATER, trollyId: null })
  await test.user.database.placedOrders.bulkPut([
    placed({}),
    placed({ id: 'o2', basketId: 'T2', orderNo: '100124' }),
    placed({ id: 'o3', basketId: 'T3', orderNo: '100125', deliveryDay: LATER }),
    placed({ id: 'o4', basketId: 'T4', orderNo: '100120', deliveryDay: '2020-01-06' }),
    placed({ id: 'o5', basketId: 'T5', orderNo: '100126', customerId: '200102' }),
  ])
  renderOn(test, <Home />)
  const next = within(await screen.findByRole('region', { name: 'Next delivery' }))
  expect(next.getByText(`Arriving ${dayText(TOMORROW, new Date())}`)).toBeTruthy()
  expect(next.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Order 100123 · 2 lines · £153.50',
    'Order 100124 · 2 lines · £153.50',
  ])
  const ordering = screen.getByRole('region', { name: 'Delivery day' })
  expect(within(ordering).getByText(dayText(LATER, new Date()))).toBeTruthy()
})

test('an order that becomes known late comes below the days, which a finger may be about to press', async () => {
  const test = aKitchen()
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: null, trollyId: null })
  renderOn(test, <Home />)
  const days = await screen.findByRole('region', { name: 'When would you like delivery?' })
  await test.user.database.placedOrders.put(placed({}))
  const late = await screen.findByRole('region', { name: 'Next delivery' })
  expect(isBelow(late, days)).toBe(true)
})

const isBelow = (one: Element, other: Element): boolean =>
  (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

test('a delivery on its day arrives "today"', async () => {
  const deliveryDay = londonDayOf(new Date())
  const test = await aCustomersOrders({
    orders: [anOrder({ status: 'dispatched', deliveredAt: null, deliveryDay })],
  })
  renderOn(test, <Home />)
  const next = within(await screen.findByRole('region', { name: 'Next delivery' }))
  expect(next.getByText('Arriving today')).toBeTruthy()
})

test('later and late orders from any device are listed after the next delivery', async () => {
  const test = await aCustomersOrders({
    orders: [
      [1, TOMORROW, 'picking'],
      [2, '2026-11-09', 'dispatched'],
      [3, LATER, 'awaiting_payment'],
      [4, dayPlus(LATER, 1), 'placed'],
      [5, dayPlus(LATER, 2), 'placed'],
      [6, '2026-11-09', 'delivered'],
    ].map(([place, deliveryDay, status]) =>
      anOrder({
        id: `o${place}`,
        orderNo: `10000${place}`,
        deliveryDay: String(deliveryDay),
        status: status as OrderStatus,
      }),
    ),
  })
  renderOn(test, <Home />)
  const others = within(await screen.findByRole('region', { name: 'Other active orders' }))
  await waitFor(() =>
    expect(others.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Order 100002 · Mon 9 Nov · 1 line',
      `Order 100003 · ${dayText(LATER, new Date())} · 1 lineAwaiting payment`,
      `Order 100004 · ${dayText(dayPlus(LATER, 1), new Date())} · 1 line`,
    ]),
  )
  expect(others.getByRole('link', { name: '1 more' }).getAttribute('href')).toBe('/orders/active-orders')
  expect(others.getByRole('link', { name: /100004/ }).getAttribute('href')).toBe('/orders/history-o4')
  const next = within(screen.getByRole('region', { name: 'Next delivery' }))
  expect(next.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Order 100001'])
})

test('an old order placed on this device is not shown as active', async () => {
  const test = await aCustomersOrders({ orders: [] })
  const { status: _, ...placed } = anOrder({ deliveryDay: '2020-01-06' })
  await test.user.database.placedOrders.put(placed as unknown as Order)
  renderOn(test, <Home />)
  expect(await screen.findByRole('list', { name: 'Recent orders' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Other active orders' })).toBeNull()
})

test('the account page shows the user, the terms and the other accounts', async () => {
  const test = aKitchen()
  await keepChoice(test.user.database, {
    customer: aCustomer({ freeDeliveryPence: 30_000, deliveryChargePence: 500 }),
    deliveryDay: null,
    trollyId: null,
  })
  renderOn(test, <Account />)
  expect(await screen.findByText('chef@example.com')).toBeTruthy()
  expect(await screen.findByText('From £300.00')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: /The Limes/ }))
  expect(await screen.findByRole('heading', { name: 'The Limes' })).toBeTruthy()
})

test('beside the day a desk offers the next ones, and the open trolly shows its progress', async () => {
  hasColumns()
  const test = aKitchen({}, aCustomer({ minimumOrderPence: 10_000 }))
  const { database } = test.user
  await keepChoice(database, {
    customer: aCustomer({ minimumOrderPence: 10_000 }),
    deliveryDay: TOMORROW,
    trollyId: null,
  })
  renderOn(test, <Home />)
  const strip = within(await screen.findByRole('group', { name: 'Available days' }))
  const day = (of: string) => strip.getByRole('button', { name: new RegExp(`^${dayText(of, new Date())}`) })
  expect(day(TOMORROW).getAttribute('aria-pressed')).toBe('true')
  await userEvent.click(day(LATER))
  await waitFor(() => expect(day(LATER).getAttribute('aria-pressed')).toBe('true'))
  await waitFor(async () => expect((await findChoice(database))?.deliveryDay).toBe(LATER))

  await userEvent.click(screen.getByRole('button', { name: 'Start shopping' }))
  const draft = await findDraftOf(database, aCustomer().id)
  expect(draft?.deliveryDay).toBe(LATER)
  const addedAt = new Date().toISOString()
  await test.user.outbox.append(draft?.id ?? '', {
    kind: 'set',
    product_no: 'A1',
    quantity: 1,
    seenPricePence: null,
    addedAt,
  })
  const trolly = within(await screen.findByRole('region', { name: 'Current trolly' }))
  expect(await trolly.findByText('1 line · Minimum order £100.00')).toBeTruthy()
})

const USUAL = 'Your usual'

/** Delivered on tomorrow's weekday in each of the last six weeks. */
const weekly = (lines: Record<string, number>): PastOrder[] =>
  [6, 5, 4, 3, 2, 1].map((weeks) => ({
    day: dayNumberOf(TOMORROW) - weeks * 7,
    placedMs: Date.now() - weeks * 7 * 86_400_000,
    lines: Object.entries(lines).map(([product_no, quantity]) => ({ product_no, quantity })),
  }))

/** A kitchen with a trolly for tomorrow, an order for the day after, and a product it usually buys. */
const aBusyKitchen = async () => {
  const test = aKitchen()
  const { database } = test.user
  const heads = [aHead({ id: 'T1', deliveryDay: TOMORROW }), aHead({ id: 'T2', deliveryDay: LATER })]
  await database.trollies.bulkPut(heads)
  test.server.cut(trollies.list)
  test.server.cut(trollies.get)
  const [product_no, addedAt] = ['A1', new Date().toISOString()]
  await database.lines.put({
    trollyId: 'T1',
    product_no,
    quantity: 2,
    version: 1,
    removed: false,
    seenPricePence: 1_250,
    addedAt,
  })
  await putList(database, [
    aListed(),
    aListed({ product_no: 'B2', name: 'Oat Milk' }),
    aListed({ product_no: 'C3', name: 'Soya Milk' }),
  ])
  await putHistory(test, weekly({ [product_no]: 2, B2: 4 }), aCustomer().id)
  await database.placedOrders.put(placed({ deliveryDay: LATER, lines: [] }))
  await keepChoice(database, { customer: aCustomer(), deliveryDay: TOMORROW, trollyId: 'T1' })
  return test
}

test('on a phone the usual products follow the day and the open trolly, before everything that can wait', async () => {
  renderOn(await aBusyKitchen(), <Home />)
  const order = [
    await screen.findByRole('region', { name: 'Delivery day' }),
    await screen.findByRole('region', { name: 'Current trolly' }),
    await screen.findByRole('region', { name: USUAL }),
    await screen.findByRole('region', { name: 'Next delivery' }),
    await screen.findByRole('region', { name: 'Other trollies' }),
    await screen.findByRole('region', { name: 'Recent orders' }),
  ]
  for (const [place, part] of order.entries())
    if (place > 0) expect(isBelow(part, order[place - 1] as Element)).toBe(true)
  const trolly = within(order[1] as HTMLElement)
  expect(trolly.getByRole('heading', { name: `Trolly for ${dayText(TOMORROW, new Date())}` })).toBeTruthy()
  expect(trolly.getByText(/^1 line/)).toBeTruthy()
  const onward = trolly.getByRole('link', { name: /^Continue/ })
  expect(onward.getAttribute('href')).toBe('/orders/create-T1')
  const others = within(await screen.findByRole('list', { name: 'Open trollies' }))
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/orders/create-T2'])
  expect(screen.queryByRole('group', { name: 'Available days' })).toBeNull()
})

test('home proposes what is usual on the weekday, not in the trolly and not taken out of it, and one tap adds it all, with an undo', async () => {
  const test = await aBusyKitchen()
  const { database } = test.user
  await putHistory(test, weekly({ A1: 2, B2: 4, C3: 1 }), aCustomer().id)
  const [known] = await database.lines.toArray()
  await database.lines.put({ ...(known as StoredLine), product_no: 'C3', quantity: 0, removed: true })
  renderOn(test, <Home />)
  const usual = within(await screen.findByRole('region', { name: USUAL }))
  const rows = await usual.findByRole('list', { name: 'Your usual' })
  expect(
    within(rows)
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(['Oat Milk'])
  expect(within(rows).getByRole('button', { name: 'Add 4 of Oat Milk' })).toBeTruthy()
  await userEvent.click(usual.getByRole('button', { name: 'Add all 1 to the trolly' }))
  const inTrolly = async () => (await readTrollyParts(test.user.database, 'T1')).queue.length
  await waitFor(async () => expect(await inTrolly()).toBe(1))
  // What was added keeps its row, with its quantity.
  const box = await usual.findByRole('textbox', { name: 'Quantity of Oat Milk' })
  await waitFor(() => expect((box as HTMLInputElement).value).toBe('4'))
  expect(usual.queryByRole('button', { name: /^Add all/ })).toBeNull()
  await waitFor(() => expect(notifications.current()?.message).toBe('1 product added to the trolly'))
  notifications.restore()
  await waitFor(async () => expect(await inTrolly()).toBe(0))
})

test('what is dismissed is proposed no more, says why it was, and can be put back', async () => {
  const test = await aBusyKitchen()
  renderOn(test, <Home />)
  const usual = within(await screen.findByRole('region', { name: USUAL }))
  await userEvent.click(await usual.findByRole('button', { name: 'Change what is proposed' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findAllByText(/Each of the last 6 /)).toHaveLength(2)
  await userEvent.click(sheet.getByRole('button', { name: 'Not again: Oat Milk' }))
  const back = await sheet.findByRole('button', { name: 'Put back: Oat Milk' })
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add 4 of Oat Milk' })).toBeNull())
  await userEvent.click(back)
  await waitFor(() => expect(sheet.getByRole('button', { name: 'Not again: Oat Milk' })).toBeTruthy())
})

test('with room for columns the trolly and the rest are beside the day and the usual products', async () => {
  hasColumns()
  renderOn(await aBusyKitchen(), <Home />)
  const usual = await screen.findByRole('region', { name: USUAL })
  const trolly = await screen.findByRole('region', { name: 'Current trolly' })
  expect(isBelow(trolly, usual)).toBe(true)
  expect(isBelow(await screen.findByRole('region', { name: 'Next delivery' }), trolly)).toBe(true)
})

test('home counts down once to the cut-off', async () => {
  const test = await aBusyKitchen()
  const soon = new Date(Date.now() + 95 * 60_000)
  test.server.on(customers.deliveryDates, () => ({
    data: [TOMORROW, LATER].map((day) => ({ day, cutOffAt: soon.toISOString() })),
    serverTime: new Date().toISOString(),
  }))
  renderOn(
    test,
    <>
      <OrderingFor />
      <Home />
    </>,
    { path: '/home' },
  )
  expect(await screen.findAllByText(/ left$/)).toHaveLength(1)
  await screen.findByRole('region', { name: 'Current trolly' })
  expect(screen.getAllByText(/ left$/)).toHaveLength(1)
})

test('the latest orders from this device are listed', async () => {
  const test = aKitchen()
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: null, trollyId: null })
  await test.user.database.placedOrders.bulkPut(
    ['1', '2', '3', '4'].map(
      (number) =>
        ({
          id: number,
          basketId: number,
          orderNo: `10012${number}`,
          customerId: '200101',
          deliveryDay: '2020-01-06',
          placedAt: `2020-01-0${number}T09:12:00.000Z`,
          lines: [{}],
          totals: { totalPence: 15_350, estimated: false },
        }) as unknown as Order,
    ),
  )
  renderOn(test, <Home />)
  const recent = within(await screen.findByRole('list', { name: 'Recent orders' }))
  expect(recent.getAllByRole('listitem').map((row) => row.textContent?.slice(0, 12))).toEqual([
    'Order 100124',
    'Order 100123',
    'Order 100122',
  ])
})

const SEE_BARBECUE = { name: 'See 1 product in Summer barbecue' }

test('adverts stand above the trollies, and lead to their products in the trolly to fill or a new one', async () => {
  const test = aKitchen()
  const { database } = test.user
  await keepChoice(database, { customer: aCustomer(), deliveryDay: TOMORROW, trollyId: null })
  await putList(database, [aListed()])
  await putAdverts(test, [{ code: 'summer-bbq', title: 'Summer barbecue', product_nos: ['A1'] }])
  const home = renderOn(test, <Home />)
  const see = await screen.findByRole('button', SEE_BARBECUE)
  expect(isBefore(see, await screen.findByRole('heading', { name: 'Open trollies' }))).toBe(true)
  await userEvent.click(see)
  const began = /^\/orders\/create\/search-[\w-]+\?advert=summer-bbq$/
  await waitFor(() => expect(screen.getByTestId('address').textContent).toMatch(began))
  const address = screen.getByTestId('address').textContent
  const draft = await findDraftOf(database, aCustomer().id)
  expect(address).toContain(`search-${draft?.id}?`)

  home.unmount()
  renderOn(test, <Home />)
  await userEvent.click(await screen.findByRole('button', SEE_BARBECUE))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(address))
})

test('an advert that arrives once home is open comes last, where it pushes nothing away', async () => {
  const test = aKitchen()
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: TOMORROW, trollyId: null })
  await putList(test.user.database, [aListed()])
  renderOn(test, <Home />)
  const trollies = await screen.findByRole('heading', { name: 'Open trollies' })
  await putAdverts(test, [{ code: 'summer-bbq', title: 'Summer barbecue', product_nos: ['A1'] }])
  expect(isBefore(trollies, await screen.findByRole('button', SEE_BARBECUE))).toBe(true)
})

const isBefore = (one: Element, other: Element): boolean =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
