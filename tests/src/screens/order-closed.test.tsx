import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { activeOrders, type TrackedOrder } from '#contract/orders.ts'
import { totalsOfNetLines } from '#domain/totals.ts'
import type { Create } from '#domain/trollies/operation.ts'
import { Screen as Checkout } from '#src/screens/orders/create/search/checkout.tsx'
import { Screen as Trolly } from '#src/screens/orders/create.tsx'
import { findChoice } from '#src/store/choice.ts'
import { keepOrder } from '#src/store/known-orders.ts'
import { aHead, aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { aLine, aListed, putOrdering } from './ordering.ts'

// A trolly that changes an order which can no longer be changed.

const ORDER_ID = '019d3c3e-8f8e-7e8e-8e8e-000000000003'
const HEAD = aHead({ replacesOrderId: ORDER_ID, replacesOrderNo: '100123', poNumber: 'PO 7' })
const HOUR_MS = 3_600_000

const anOrder = (parts: Partial<TrackedOrder> = {}): TrackedOrder => {
  const line = {
    pack: '',
    deliveredQuantity: null,
    unitPricePence: 1_000,
    vatBasisPoints: 0,
    catchWeight: false,
  }
  const lines = [
    { ...line, product_no: 'A1', name: 'Rice', quantity: 2, netPence: 2_000 },
    { ...line, product_no: 'B2', name: 'Beans', quantity: 3, netPence: 3_000 },
  ]
  return {
    id: ORDER_ID,
    orderNo: '100123',
    revision: 1,
    basketId: 'T1',
    customerId: HEAD.customerId,
    customerName: 'The Ploughman’s Rest',
    deliveryDay: '2026-11-24',
    poNumber: 'PO 7',
    status: 'placed',
    placedAt: '2026-11-20T09:00:00.000Z',
    cutOffAt: new Date(Date.now() - HOUR_MS).toISOString(),
    exportedAt: null,
    lineCount: 2,
    shortCount: 0,
    totalPence: 5_000,
    placedBy: 'Ada',
    instructions: '',
    payBy: 'account',
    confirmedAt: '2026-11-20T09:00:00.000Z',
    pickingAt: null,
    dispatchedAt: null,
    deliveredAt: null,
    cancelledAt: null,
    replacedAt: null,
    lines,
    totals: totalsOfNetLines(lines),
    ...parts,
  }
}

/** Five of the rice instead of two, the beans removed, and some cream. */
const aChange = async (order?: TrackedOrder): Promise<TestDevice> => {
  const test = aTestDevice()
  await putOrdering(test, HEAD, {
    list: [
      aListed({ product_no: 'A1', name: 'Rice' }),
      aListed({ product_no: 'B2', name: 'Beans' }),
      aListed({ product_no: 'C3', name: 'Cream' }),
    ],
    lines: [
      aLine(HEAD, 'A1', { quantity: 5, orderedQuantity: 2, version: 2 }),
      aLine(HEAD, 'B2', { quantity: 0, removed: true, orderedQuantity: 3, version: 2 }),
      aLine(HEAD, 'C3', { quantity: 4 }),
    ],
    customer: { minimumOrderPence: 0 },
  })
  if (order) await keepOrder(test.user.database, order)
  test.server.cut(activeOrders.get)
  return test
}

const card = () => screen.findByRole('article', { name: 'Order 100123 can no longer be changed' })
const details = async () =>
  within(await card())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const choose = async (name: string) => userEvent.click(within(await card()).getByRole('button', { name }))

const waiting = async ({ user }: TestDevice) =>
  (await user.database.outbox.toArray()).map(({ lane, operation }) => ({
    isOld: lane.endsWith(HEAD.id),
    operation,
  }))

const refuse = ({ user: { database } }: TestDevice) =>
  act(async () => {
    const [asked] = await database.outbox.toArray()
    const refusal = { code: 'order_closed', status: 409, message: 'The cut-off has passed.' }
    await database.outbox.update(asked?.seq ?? 0, { state: 'attention', attempts: 1, refusal })
  })

afterEach(() => {
  vi.useRealTimers()
})

test('offline, the device knows the cut-off, and additions become a new order', async () => {
  const test = await aChange(anOrder())
  renderOn(test, <Trolly id={HEAD.id} />, { path: `/orders/create-${HEAD.id}` })
  expect((await card()).textContent).toMatch(
    /its cut-off was \d\d:\d\d on .* We’ll deliver it as you first ordered it\./,
  )
  expect(await details()).toEqual([
    '3 more Rice not ordered.',
    '4 Cream not ordered.',
    'The order has 3 Beans; you had removed it.',
  ])
  expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Review your options' })).toBeTruthy()
  await choose('Order what you added as a new order')
  await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain(HEAD.id))
  const made = await waiting(test)
  expect(made.map(({ isOld, operation }) => [isOld, operation.kind])).toEqual([
    [true, 'delete'],
    [false, 'create'],
    [false, 'set'],
    [false, 'set'],
  ])
  expect(made.slice(1).map(({ operation }) => operation)).toMatchObject([
    { details: { deliveryDay: HEAD.deliveryDay, poNumber: 'PO 7', method: 'delivery' } },
    { product_no: 'A1', quantity: 3 },
    { product_no: 'C3', quantity: 4 },
  ])
  const create = made[1]?.operation as Create
  expect((await findChoice(test.user.database))?.trollyId).toBe(create.trollyId)
  expect(screen.getByTestId('address').textContent).toBe(`/orders/create-${create.trollyId}`)
})

test('the checkout cannot place an order after the cut-off, and can discard the changes', async () => {
  const test = await aChange(anOrder())
  renderOn(test, <Checkout id={HEAD.id} />)
  await card()
  const place = screen.getByRole('button', { name: /^Update order/ })
  expect(place.getAttribute('aria-disabled')).toBe('true')
  await choose('Discard my changes')
  await waitFor(async () =>
    expect((await waiting(test)).map(({ operation }) => operation.kind)).toEqual(['delete']),
  )
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/orders'))
})

test('a change refused by the server is reported on both pages, and so is a colleague’s cancellation', async () => {
  const test = await aChange(anOrder({ cutOffAt: new Date(Date.now() + HOUR_MS).toISOString() }))
  const shown = renderOn(test, <Checkout id={HEAD.id} />)
  expect(await screen.findByText('Order 100123 stays as it is until you place these changes.')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: /^Update order/, busy: false }))
  await waitFor(async () => expect(await waiting(test)).toHaveLength(1))
  await refuse(test)
  expect((await card()).textContent).toContain('its cut-off has passed, or it is being picked')
  expect(screen.queryByText(/stays as it is until/)).toBeNull()
  expect(screen.queryByRole('button', { name: 'OK' })).toBeNull()
  shown.unmount()

  test.server.on(activeOrders.get, () =>
    anOrder({ status: 'cancelled', cancelledAt: '2026-11-23T09:00:00.000Z' }),
  )
  renderOn(test, <Trolly id={HEAD.id} />, { path: `/orders/create-${HEAD.id}` })
  await waitFor(async () => expect((await card()).textContent).toContain('it was cancelled.'))
  expect(await details()).toEqual(['5 Rice not ordered.', '4 Cream not ordered.'])
  await choose('Order what you added as a new order')
  await waitFor(async () => {
    const kinds = (await waiting(test)).map(({ operation }) => operation)
    expect(kinds).toMatchObject([
      { kind: 'delete' },
      { kind: 'create' },
      { product_no: 'A1', quantity: 5 },
      { product_no: 'C3', quantity: 4 },
    ])
  })
})

test('an order being placed may still arrive in time, so nothing is offered until it is answered', async () => {
  const test = await aChange(anOrder({ cutOffAt: new Date(Date.now() + HOUR_MS).toISOString() }))
  renderOn(test, <Checkout id={HEAD.id} />)
  await userEvent.click(await screen.findByRole('button', { name: /^Update order/, busy: false }))
  await waitFor(async () => expect(await waiting(test)).toHaveLength(1))
  await act(async () => {
    await test.user.database.outbox.toCollection().modify({ state: 'sending', attempts: 1 })
    await keepOrder(test.user.database, anOrder())
  })
  expect(await screen.findByText('Being placed.')).toBeTruthy()
  expect(screen.queryByRole('article', { name: /can no longer be changed/ })).toBeNull()
})
