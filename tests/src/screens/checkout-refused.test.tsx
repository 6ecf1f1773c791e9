import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import type { Order } from '#contract/trollies.ts'
import { CHECKOUT_CHECKS, type CheckResult } from '#domain/checks/check.ts'
import { Screen } from '#src/screens/orders/create/search/checkout.tsx'
import { aHead, aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { aLine, aListed, putOrdering } from './ordering.ts'

vi.setConfig({ testTimeout: 30_000 })

// A day to come, as an order that waits for a passed one is told as not placed.
const HEAD = aHead({ deliveryDay: '2026-12-04' })

/** At the checkout of a trolly with rice and beans. */
const atCheckout = async (): Promise<TestDevice> => {
  const test = aTestDevice()
  await putOrdering(test, HEAD, {
    list: [
      aListed({ product_no: 'A1', name: 'Rice' }),
      aListed({ product_no: 'B2', name: 'Beans' }),
      aListed({ product_no: 'C3', name: 'Cream' }),
    ],
    lines: [aLine(HEAD, 'A1'), aLine(HEAD, 'B2')],
    customer: { minimumOrderPence: 0 },
  })
  renderOn(test, <Screen id={HEAD.id} />)
  await screen.findByRole('heading', { name: '2 lines' })
  return test
}

const foot = (name: string) => screen.findByRole('button', { name })
const standing = () => screen.getByRole('region', { name: 'Order status' })
const press = async () => userEvent.click(await screen.findByRole('button', { name: /^Place/, busy: false }))

/** The server's reply to the waiting order. */
const refuse = ({ user: { database } }: TestDevice, code = 'changed', reply: object = {}) =>
  act(async () => {
    const [asked] = await database.outbox.toArray()
    await database.outbox.update(asked?.seq ?? 0, {
      state: 'attention',
      attempts: 1,
      refusal: { code, status: 409, message: 'Refused.', reply },
    })
  })
const differences = () =>
  within(screen.getByRole('list', { name: 'This order has changed' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('an order changed by others before it was placed', () => {
  it('scrolls to the refusal with the differences, and cannot be placed until they were seen', async () => {
    const test = await atCheckout()
    const { database } = test.user
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await press()
    await database.prices.put({ priceListId: 'PUBS', product_no: 'A1', pence: 2_000 })
    await database.lines.put(aLine(HEAD, 'C3', { quantity: 4, addedAt: '2026-11-20T10:00:00.000Z' }))
    await database.lines.put(aLine(HEAD, 'B2', { quantity: 0, removed: true, version: 2 }))
    await refuse(test)
    await expect
      .poll(differences)
      .toEqual([
        'Beanswas 1 ×now removed',
        'Ricewas £10.00now £20.00',
        'Cream4 × added',
        'Totalwas £20.00now £60.00',
      ])
    await expect.poll(() => document.activeElement).toBe(standing())
    expect(shown.mock.contexts).toContain(standing())
    expect(within(standing()).getByRole('alert').textContent).toMatch(/^Not placed\. This order has changed/)
    // The footer links there, and does not place the order.
    expect(screen.queryByRole('button', { name: /^Place/ })).toBeNull()
    act(() => screen.getByRole('heading', { level: 1 }).focus())
    await userEvent.click(await foot('See what changed'))
    expect(document.activeElement).toBe(standing())
    expect(await database.outbox.toArray()).toMatchObject([{ state: 'attention' }])
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await press()
    await foot('Not placed yet')
    expect(await database.outbox.toArray()).toMatchObject([
      {
        state: 'pending',
        operation: { kind: 'checkout', lines: [{ unitPricePence: 2_000 }, { quantity: 4 }] },
      },
    ])
  })

  it('names a product that is no longer sold', async () => {
    const test = await atCheckout()
    const { database } = test.user
    await press()
    await database.lines.update([HEAD.id, 'B2'], { knownAs: 'Beans 6 × 2.5 kg' })
    await database.products.delete('B2')
    await refuse(test)
    await expect.poll(differences).toEqual(['Beans 6 × 2.5 kgno longer sold', 'Totalwas £20.00now £10.00'])
    const problems = within(screen.getByRole('list', { name: 'Before you can order' }))
    expect(problems.getByText('Beans 6 × 2.5 kg is no longer sold')).toBeTruthy()
    await userEvent.click(problems.getByRole('button', { name: 'Remove Beans 6 × 2.5 kg' }))
    expect(await screen.findByText('Beans 6 × 2.5 kg removed')).toBeTruthy()
    await foot('Place order')
  })

  it('does not move the focus from whatever the user has turned to', async () => {
    const test = await atCheckout()
    await press()
    await foot('Not placed yet')
    const field = screen.getByRole('textbox', { name: 'Purchase order number' })
    await userEvent.click(field)
    await refuse(test)
    await foot('See what changed')
    expect(document.activeElement).toBe(field)
  })
})

it('scrolls to a waiting order and to any other refusal, and can return to either', async () => {
  const test = await atCheckout()
  await press()
  const waiting = await foot('Not placed yet')
  await expect.poll(() => document.activeElement).toBe(standing())
  expect(within(standing()).getByRole('button', { name: 'Cancel this order' })).toBeTruthy()
  waiting.focus()
  await userEvent.click(waiting)
  expect(document.activeElement).toBe(standing())
  await refuse(test, 'checks_failed')
  await foot('See why it wasn’t placed')
  expect(document.activeElement).toBe(standing())
})

it('shows in the footer when ordering closed, as soon as the cut-off refuses it', async () => {
  const test = await atCheckout()
  const until = (cutOffAt: string) =>
    test.server.on(customers.deliveryDates, () => ({
      data: [{ day: HEAD.deliveryDay ?? '', cutOffAt }],
      serverTime: new Date().toISOString(),
    }))
  await press()
  await foot('Not placed yet')
  until('2020-01-06T17:00:00.000Z')
  expect(screen.queryByText(/^ordering closed/)).toBeNull()
  const passed: CheckResult = { error_messages: [], repairs: [] }
  const validation_checks = {
    ...Object.fromEntries(CHECKOUT_CHECKS.map((name) => [name, passed])),
    order_cutoff_check: { error_messages: ['Ordering closed'], repairs: [{ kind: 'choose_day' }] },
  }
  await refuse(test, 'checks_failed', { validation_checks })
  expect(await screen.findByText(/^ordering closed at 17:00 on/)).toBeTruthy()
})

it('shows a newer server’s checks, with the repairs that this build knows', async () => {
  const test = await atCheckout()
  await press()
  await foot('Not placed yet')
  const repairs = [{ kind: 'pay_deposit', amount: 5 }, { kind: 'choose_day' }]
  const validation_checks = {
    order_stock_check: { error_messages: [], repairs: [], checkedAt: 'now' },
    order_deposit_check: { error_messages: ['A deposit is due'], repairs },
    order_credit_check: 'passed',
  }
  await refuse(test, 'order_not_possible', { validation_checks })
  expect(await screen.findByText('A deposit is due')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Choose a day' })).toBeTruthy()
})

it('scrolls to the top for a newly placed order, but keeps the place on one already open', async () => {
  const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
  const test = await atCheckout()
  const { database } = test.user
  expect(scroll).not.toHaveBeenCalled()
  await act(async () => {
    await database.placedOrders.put(PLACED)
    await database.trollies.update(HEAD.id, { state: 'checked_out' })
  })
  expect(await screen.findByText('100123')).toBeTruthy()
  expect(scroll).toHaveBeenCalledWith(0, 0)
  scroll.mockClear()
  cleanup()
  renderOn(test, <Screen id={HEAD.id} />)
  expect(await screen.findByText('100123')).toBeTruthy()
  expect(scroll).not.toHaveBeenCalled()
})

const PLACED: Order = {
  id: 'o1',
  basketId: HEAD.id,
  orderNo: '100123',
  customerId: '200101',
  deliveryDay: '2026-11-24',
  poNumber: '',
  instructions: '',
  placedAt: '2026-11-20T09:12:00.000Z',
  payBy: 'account',
  lines: [],
  totals: {
    lineCount: 0,
    netPence: 0,
    vat: [],
    vatPence: 0,
    totalPence: 0,
    estimated: false,
    unpricedCount: 0,
  },
}
