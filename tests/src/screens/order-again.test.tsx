import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders } from '#contract/orders.ts'
import { type Basket, type Order, trollies } from '#contract/trollies.ts'
import type { Product } from '#domain/product.ts'
import { totalsOf } from '#domain/totals.ts'
import { Screen as Home } from '#src/screens/home.tsx'
import { Screen as CheckoutPage } from '#src/screens/orders/create/search/checkout.tsx'
import { Screen as History } from '#src/screens/orders/history.tsx'
import { Screen as OrderPage } from '#src/screens/orders/history-order.tsx'
import { Screen as Orders } from '#src/screens/orders.tsx'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { keepOrders } from '#src/store/known-orders.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { noSignal, refusal } from '#tests/support/fake-api.ts'
import { aHead, aProduct, renderOn } from '#tests/support/signed-in.tsx'
import { aCustomersOrders, anOrderLine as aLine, anOrder, CUSTOMER } from './customers-orders.ts'

const stocked = async (test: Awaited<ReturnType<typeof aCustomersOrders>>, products: Product[]) => {
  const { database } = test.user
  const { priceListId } = CUSTOMER
  await database.products.bulkPut(products)
  await database.prices.bulkPut(
    products.map(({ product_no, pricePence }) => ({ priceListId, product_no, pence: pricePence })),
  )
  const now = Date.now()
  for (const name of ['assortment', `prices:${priceListId}`])
    await database.downloads.put({ name, cursor: '1', at: now, usedAt: now })
}

test('ordering again reports the result for each line, offline too, and can be undone', async () => {
  const lines = [
    aLine({ product_no: 'P1', name: 'Cream' }),
    aLine({ product_no: 'P2', name: 'Butter' }),
    aLine({ product_no: 'P3', name: 'Eggs', quantity: 6 }),
    aLine({ product_no: 'P4', name: 'Withdrawn sauce' }),
  ]
  const test = await aCustomersOrders({ orders: [anOrder({ lines })] })
  await stocked(test, [
    { ...aProduct({ product_no: 'P1', name: 'Cream' }), pricePence: 150 },
    { ...aProduct({ product_no: 'P2', name: 'Butter' }), pricePence: 175 },
    { ...aProduct({ product_no: 'P3', name: 'Eggs', stockQuantity: 4 }), pricePence: 150 },
  ])
  renderOn(test, <OrderPage id="o1" />)
  await userEvent.click(await screen.findByRole('button', { name: 'Order again' }))
  const sheet = within(await screen.findByRole('dialog', { name: '3 of 4 lines added from order 100123' }))
  const results = within(await sheet.findByRole('list', { name: 'Results' }))
  expect(results.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Withdrawn sauceNot added: no longer sold',
    'Butter2 added. Price up: £1.75, was £1.50',
    'Eggs6 added. Only 4 in stock',
    'Cream2 added',
  ])
  const operations = (await test.user.database.outbox.toArray()).map(({ operation }) => operation.kind)
  expect(operations).toEqual(['create', 'add', 'add', 'add'])
  await userEvent.click(sheet.getByRole('button', { name: 'Undo' }))
  await waitFor(async () =>
    expect((await test.user.database.outbox.toArray()).at(-1)?.operation.kind).toBe('delete'),
  )
  expect((await findChoice(test.user.database))?.trollyId).toBeNull()
})

describe('ordering again for a day that has an order', () => {
  const DAY = '2026-12-04'
  const RUNNING = anOrder({
    id: 'o2',
    orderNo: '110244',
    deliveryDay: DAY,
    status: 'placed',
    deliveredAt: null,
    cutOffAt: '2026-12-03T22:00:00.000Z',
    lines: [aLine({ product_no: 'P1', quantity: 3, deliveredQuantity: null })],
  })
  const aSecond = async (running = RUNNING) => {
    const lines = [aLine({ product_no: 'P1', name: 'Cream' }), aLine({ product_no: 'P2', name: 'Butter' })]
    const test = await aCustomersOrders({ orders: [anOrder({ lines }), running] })
    const { database } = test.user
    await stocked(test, [
      { ...aProduct({ product_no: 'P1', name: 'Cream' }), pricePence: 150 },
      { ...aProduct({ product_no: 'P2', name: 'Butter' }), pricePence: 150 },
    ])
    await keepOrders(database, CUSTOMER.id, [running])
    await keepChoice(database, { customer: CUSTOMER, deliveryDay: DAY, trollyId: null })
    const basket: Basket = {
      ...aHead({ id: 'T9', deliveryDay: DAY, replacesOrderId: running.id, replacesOrderNo: running.orderNo }),
      totals: totalsOf([]),
      items: [
        {
          product_no: 'P1',
          quantity: 3,
          version: 1,
          removed: false,
          seenPricePence: 150,
          orderedQuantity: 3,
          addedAt: '2026-12-02T09:00:00.000Z',
          product: { ...aProduct({ product_no: 'P1', name: 'Cream' }), pricePence: 150 },
        },
      ],
    }
    test.server.on(activeOrders.change, () => basket)
    test.server.on(trollies.get, () => basket)
    return test
  }
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

  test('names the account and the day, and adds to the order, on top of what it has', async () => {
    const test = await aSecond()
    renderOn(test, <OrderPage id="o1" />)
    await press('Order again for Fri 4 Dec')
    await screen.findByRole('dialog', { name: `Order again for ${CUSTOMER.name}, Fri 4 Dec` })
    await press('Add to order 110244')
    const sheet = within(await screen.findByRole('dialog', { name: '2 lines added to order 110244' }))
    const results = within(await sheet.findByRole('list', { name: 'Results' })).getAllByRole('listitem')
    expect(results.map(({ textContent }) => textContent)).toEqual([
      'Cream2 more added, now 5',
      'Butter2 added',
    ])
    expect((await test.user.database.outbox.toArray()).map(({ lane }) => lane)).toEqual([
      'trolly:T9',
      'trolly:T9',
    ])
    await press('Review order 110244')
    expect(screen.getByTestId('address').textContent).toBe('/orders/create-T9')
    expect(screen.queryByText('Trolly Created')).toBeNull()
  })

  test('can start a new trolly instead, and says when adding could not reach the server', async () => {
    const test = await aSecond()
    test.server.cut(activeOrders.change)
    renderOn(test, <OrderPage id="o1" />)
    await press('Order again for Fri 4 Dec')
    await press('Add to order 110244')
    expect(await screen.findByText(/We couldn’t reach Trolly, so order 110244 is as it was/)).toBeTruthy()
    expect(await test.user.database.outbox.count()).toBe(0)
    await press('Order again for Fri 4 Dec')
    await press('Start a new trolly')
    expect(await screen.findByRole('dialog', { name: '2 lines added from order 100123' })).toBeTruthy()
    expect(screen.getByText(`New trolly for ${CUSTOMER.name}, Fri 4 Dec`)).toBeTruthy()
  })

  test.each([
    ['after its cut-off', { cutOffAt: '2026-12-01T22:00:00.000Z' }],
    ['by card', { payBy: 'card' as const }],
    ['for another day', { deliveryDay: '2026-12-05' }],
    ['to be collected', { method: 'collection' as const }],
  ])('offers no order %s', async (_, parts) => {
    renderOn(await aSecond({ ...RUNNING, ...parts }), <OrderPage id="o1" />)
    await press('Order again for Fri 4 Dec')
    expect(await screen.findByRole('dialog', { name: '2 lines added from order 100123' })).toBeTruthy()
  })

  const aSecondTrolly = async (details: { poNumber?: string } = {}) => {
    const test = await aSecond()
    const { database } = test.user
    await database.trollies.put(aHead({ id: 'T5', deliveryDay: DAY, ...details }))
    await database.lines.put({
      trollyId: 'T5',
      product_no: 'P1',
      quantity: 4,
      version: 1,
      removed: false,
      seenPricePence: 150,
      addedAt: '2026-12-02T09:00:00.000Z',
    })
    return test
  }

  test('offers the same on the checkout of a second trolly, which then goes', async () => {
    const test = await aSecondTrolly()
    const { database } = test.user
    await keepChoice(database, { customer: CUSTOMER, deliveryDay: DAY, trollyId: 'T5' })
    renderOn(test, <CheckoutPage id="T5" />)
    await press('Add to order 110244')
    expect(await screen.findByText('1 line added to order 110244, 1 on top of what it had.')).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/orders/create-T9'))
    const work = await database.outbox.orderBy('seq').toArray()
    expect(work.map(({ lane, operation }) => [lane, operation.kind])).toEqual([
      ['trolly:T9', 'add'],
      ['trolly:T5', 'delete'],
    ])
    await press('Undo')
    await waitFor(async () =>
      expect((await database.outbox.toArray()).filter(({ lane }) => lane === 'trolly:T5')).toEqual([]),
    )
    await waitFor(async () => expect((await findChoice(database))?.trollyId).toBe('T5'))
  })

  test('undoes an addition of which only a part was possible', async () => {
    const test = await aSecondTrolly()
    const { database } = test.user
    await database.lines.put({
      trollyId: 'T5',
      product_no: 'P9',
      quantity: 1,
      version: 1,
      removed: false,
      seenPricePence: 150,
      addedAt: '2026-12-02T09:00:00.000Z',
    })
    await keepChoice(database, { customer: CUSTOMER, deliveryDay: DAY, trollyId: 'T5' })
    renderOn(test, <CheckoutPage id="T5" />)
    await press('Add to order 110244')
    expect(await screen.findByText(/1 could not be added and stays in your trolly/)).toBeTruthy()
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/orders/create-T9'))
    await press('Undo')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/orders/create-T5'))
    const left = await readOpenLines(database, 'T5')
    expect(left).toEqual({ P1: 4, P9: 1 })
    // What the order had.
    expect(await readOpenLines(database, 'T9')).toEqual({ P1: 3 })
    expect((await findChoice(database))?.trollyId).toBe('T5')
  })

  /** Quantities, with what has not been sent. */
  const readOpenLines = async (database: UserDatabase, id: string): Promise<Record<string, number>> => {
    const view = await findTrolly(database, id)
    const lines = view?.state === 'open' ? view.lines.filter(({ removed }) => !removed) : []
    return Object.fromEntries(lines.map(({ product_no, quantity }) => [product_no, quantity]))
  }

  test('offers it no longer once the second trolly goes to another address', async () => {
    const test = await aSecondTrolly()
    renderOn(test, <CheckoutPage id="T5" />)
    await screen.findByRole('button', { name: 'Add to order 110244' })
    await test.user.database.trollies.update('T5', { deliveryAddressId: 'another' })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Add to order 110244' })).toBeNull())
  })

  test('says before adding that the second trolly’s own details are not added', async () => {
    renderOn(await aSecondTrolly({ poNumber: 'PO-77' }), <CheckoutPage id="T5" />)
    await screen.findByRole('button', { name: 'Add to order 110244' })
    expect(
      screen.getByText(/The order keeps its own purchase order number and instructions, not this trolly’s/),
    ).toBeTruthy()
  })
})

test('ordering again opens the new trolly', async () => {
  const test = await aCustomersOrders()
  await stocked(test, [{ ...aProduct({ product_no: 'P1', name: 'Cream' }), pricePence: 150 }])
  renderOn(test, <Home />)
  await userEvent.click(await screen.findByRole('button', { name: 'Order again: order 100123' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Open the trolly' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toMatch(/^\/orders\/create-/))
  expect(await screen.findByText('Trolly Created')).toBeTruthy()
})

describe('an order of another account, which the server repeats', () => {
  /** The server makes a trolly for each key and answers a repeated one alike; the first reply is lost. */
  const aServer = async () => {
    const test = await aCustomersOrders({ orders: [anOrder({ customerId: '999999' })] })
    const made = new Map<string, Basket>()
    let isLost = true
    test.server.on(orderHistory.recreate, ({ key = uuidv7(), body }) => {
      const basket = made.get(key) ?? aBasket(body?.basketId ?? uuidv7())
      made.set(key, basket)
      if (isLost) throw noSignal()
      return {
        basket,
        lines: [{ product_no: 'P1', name: 'Cream', quantity: 2, result: 'added' as const, now: 2 }],
      }
    })
    test.server.on(trollies.get, ({ params }) => {
      const basket = [...made.values()].find(({ id }) => id === params?.id)
      if (basket === undefined) throw refusal('trolly_not_found')
      return basket
    })
    const press = async () =>
      userEvent.click(await screen.findByRole('button', { name: `Order again for ${CUSTOMER.name}` }))
    const answers = () => {
      isLost = false
    }
    return { test, made, press, answers }
  }
  const aBasket = (id: string): Basket => ({
    ...aHead({ id, customerId: '999999' }),
    totals: totalsOf([]),
    items: [],
  })
  const LOST = /We couldn’t reach Trolly.*won’t be added twice/

  test('gets one trolly, with its lines, when the reply is lost and the page is opened again', async () => {
    const { test, made, press, answers } = await aServer()
    const { unmount } = renderOn(test, <OrderPage id="o1" />)
    await press()
    expect(await screen.findByText(LOST)).toBeTruthy()
    unmount()
    renderOn(test, <OrderPage id="o1" />)
    answers()
    await press()
    expect(await screen.findByRole('dialog', { name: '1 line added from order 100123' })).toBeTruthy()
    expect(screen.getByText('2 added')).toBeTruthy()
    expect(made.size).toBe(1)
    expect(await test.user.database.trollies.count()).toBe(1)
    await userEvent.click(screen.getByRole('button', { name: 'Open the trolly' }))
    expect(screen.getByTestId('address').textContent).toBe(`/orders/create-${[...made.keys()][0]}`)
  })

  test('gets another trolly once the first press was answered, or its trolly was ordered', async () => {
    const { test, made, press, answers } = await aServer()
    renderOn(test, <OrderPage id="o1" />)
    await press()
    await screen.findByText(LOST)
    for (const [key, basket] of made) made.set(key, { ...basket, state: 'checked_out' })
    answers()
    await press()
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(made.size).toBe(2)
    await press()
    await screen.findByRole('dialog', { name: '1 line added from order 100123' })
    expect(made.size).toBe(3)
  })

  test('changes nothing if it is refused', async () => {
    const { test, press } = await aServer()
    test.server.on(orderHistory.recreate, () => {
      throw refusal('order_not_found')
    })
    renderOn(test, <OrderPage id="o1" />)
    await press()
    expect(await screen.findByText(/Nothing was ordered again/)).toBeTruthy()
    expect(await test.user.database.outbox.count()).toBe(0)
    expect(await test.user.database.settings.get('order again: o1')).toBeUndefined()
  })
})

test('a user who may not order sees no button for it', async () => {
  const test = await aCustomersOrders({ mayOrder: false })
  renderOn(test, <OrderPage id="o1" />)
  expect(await screen.findByRole('button', { name: 'Save as template' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Order again/ })).toBeNull()
})

describe('every list says for what it orders again', () => {
  test.each([
    ['home', <Home key="home" />, '/home'],
    ['orders', <Orders key="orders" />, '/orders'],
    ['history', <History key="history" />, '/orders/history'],
  ])('the chosen day in the list of %s', async (_, page, path) => {
    const test = await aCustomersOrders()
    await keepChoice(test.user.database, { customer: CUSTOMER, deliveryDay: '2026-12-02', trollyId: null })
    renderOn(test, page, { path })
    const button = await screen.findByRole('button', { name: 'Order again for Wed 2 Dec: order 100123' })
    expect(button.textContent).toBe('Order again for Wed 2 Dec')
  })

  test('another account instead, whose day is not chosen yet', async () => {
    const test = await aCustomersOrders({
      orders: [anOrder({ customerId: '999999', customerName: 'The Limes' })],
    })
    await keepChoice(test.user.database, { customer: CUSTOMER, deliveryDay: '2026-12-02', trollyId: null })
    renderOn(test, <History />, { path: '/orders/history?accounts=all' })
    expect(
      await screen.findByRole('button', { name: 'Order again for The Limes: order 100123' }),
    ).toBeTruthy()
  })
})

test('an order placed a moment ago is offered at once, before the server lists it', async () => {
  const test = await aCustomersOrders({ orders: [] })
  renderOn(test, <Orders />)
  await screen.findByText('No Open Trollys found')
  const { status: _, ...placed } = anOrder({ orderNo: '110251', deliveredAt: null })
  await test.user.database.placedOrders.put(placed as unknown as Order)
  const active = within(await screen.findByRole('list', { name: 'Active orders' }))
  expect(active.getByRole('button', { name: 'Order again: order 110251' })).toBeTruthy()
})

test('history reads an order that this device does not keep once, however often it is ordered again', async () => {
  const test = await aCustomersOrders()
  await stocked(test, [{ ...aProduct({ product_no: 'P1', name: 'Cream' }), pricePence: 150 }])
  const reads = () => test.server.calls.filter(({ endpoint }) => endpoint === activeOrders.get).length
  renderOn(test, <History />, { path: '/orders/history' })
  for (const time of [1, 2]) {
    await userEvent.click(await screen.findByRole('button', { name: 'Order again: order 100123' }))
    await screen.findByRole('dialog', { name: '1 line added from order 100123' })
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(reads(), `after ${time}`).toBe(1)
  }
})
