import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import { FOLLOWED_EVERY_MS } from '#domain/durations.ts'
import type { Refusal } from '#domain/trollies/operation.ts'
import { Screen as SearchScreen } from '#src/screens/orders/create/search.tsx'
import { keepChoice } from '#src/store/choice.ts'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import {
  aTrolly,
  box,
  DAY,
  message,
  ORDER,
  press,
  queue,
  set,
  showCheckout,
  showTrolly,
} from '#tests/support/a-trolly.tsx'
import { eventually } from '#tests/support/eventually.ts'
import { aCustomer, renderOn } from '#tests/support/signed-in.tsx'

it('saved as a template says that the list was created from the basket', async () => {
  const test = await aTrolly([])
  showTrolly(test)
  await press('More for this trolly')
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Save as template' }))
  const form = within(await screen.findByRole('dialog', { name: 'Save as template' }))
  await userEvent.type(form.getByRole('textbox', { name: 'Name' }), 'Fridays')
  await userEvent.click(form.getByRole('button', { name: /^Save/ }))
  await message(/^List created from items in your basket/)
})

describe('an order waiting for a connection', () => {
  it('is described on the trolly’s page, and can be cancelled there', async () => {
    const test = await aTrolly([{ operation: ORDER }])
    showTrolly(test)
    expect(await screen.findByText(/will be placed when you’re back online/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Not placed yet' })).toBeTruthy()
    await press('Cancel this order')
    await screen.findByRole('link', { name: 'Checkout' })
    expect(await queue(test)).toEqual([])
    expect(screen.queryByText(/No longer waiting to be placed/)).toBeNull()
  })

  it('being sent says what that means, and offers no repairs', async () => {
    const test = await aTrolly([{ operation: ORDER, attempts: 1, state: 'sending' }])
    showTrolly(test)
    expect(await screen.findByText(/you can’t change or cancel it until we hear back/)).toBeTruthy()
    expect(((await box('Chicken Thighs')) as HTMLInputElement).disabled).toBe(true)
    expect(screen.queryByRole('list', { name: 'Before you can order' })).toBeNull()
  })

  it('withdrawn by an edit says so at once, with a link to place it again', async () => {
    const test = await aTrolly([{ operation: ORDER }])
    showTrolly(test)
    await screen.findByText(/will be placed when you’re back online/)
    await press('One more of Chicken Thighs')
    const told = await message(/No longer waiting to be placed: the trolly changed/)
    // The page says so too, until it is placed again.
    expect(
      await screen.findByText('No longer waiting to be placed: the trolly changed.', { selector: 'strong' }),
    )
    expect(screen.getByRole('link', { name: 'Checkout' })).toBeTruthy()
    await userEvent.click(told.getByRole('button', { name: 'Place it again' }))
    expect(screen.getByTestId('address').textContent).toBe('/orders/create/search/checkout-T1')
  })

  it('withdrawn by a decision says so too', async () => {
    const refusal: Refusal = {
      code: 'version_mismatch',
      message: '',
      status: 412,
      line: { quantity: 6, version: 3, removed: false },
    }
    const test = await aTrolly([
      { operation: set('A1', 4), state: 'attention', refusal },
      { operation: ORDER },
    ])
    showTrolly(test)
    await press('Keep 6')
    await message(/No longer waiting to be placed/)
    expect(await screen.findByRole('link', { name: 'Checkout' })).toBeTruthy()
  })

  it('still says so when the app is reopened, until it is placed again', async () => {
    const test = await aTrolly([{ operation: ORDER }])
    await test.user.outbox.append('T1', set('A1', 9))
    const { unmount } = showTrolly(test)
    const again = await screen.findByRole('link', { name: 'Place it again' })
    expect(again.getAttribute('href')).toBe('/orders/create/search/checkout-T1')
    // Earlier events are not shown as messages now.
    expect(screen.queryByRole('button', { name: 'Dismiss message' })).toBeNull()
    unmount()
    await test.user.outbox.append('T1', ORDER)
    showTrolly(test)
    await screen.findByText(/will be placed when you’re back online/)
    expect(screen.queryByText(/No longer waiting/)).toBeNull()
  })
})

describe('an order whose cut-off passes before the connection is back', () => {
  const CUT_OFF = '2026-12-03T22:00:00.000Z'
  const WORDS = /Ordering for Fri 4 Dec closed at 22:00 on Thu 3 Dec\. Choose another day/
  afterEach(() => vi.useRealTimers())

  const waiting = async (now: string) => {
    const test = await aTrolly([{ operation: ORDER }])
    await writeSync(test.user.database, 'lastContact', { reached: false, at: Date.parse(now) })
    // As the device was told while it had a connection.
    test.server.on(customers.deliveryDates, () => ({
      data: [{ day: DAY, cutOffAt: CUT_OFF }],
      serverTime: new Date().toISOString(),
    }))
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    return test
  }

  it('says so on its page and in the status, and asks for another day', async () => {
    const test = await waiting(CUT_OFF)
    showTrolly(test)
    expect(await screen.findByText(/, then place the order again\./)).toBeTruthy()
    await screen.findByRole('button', { name: /^Order not placed/ })
    await message(WORDS)
    expect(screen.queryByText(/will be placed when you’re back online/)).toBeNull()
    await press('Choose another day')
    expect(await screen.findByRole('dialog', { name: 'Delivery day' })).toBeTruthy()
    // Choosing it withdraws the order: see "withdrawn by an edit". Until then the server may still be asked.
    expect(await queue(test)).toHaveLength(1)
  })

  it('says so on the checkout, beside the order that waits', async () => {
    showCheckout(await waiting(CUT_OFF))
    expect(await screen.findByText(/, then place the order again\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Not placed' })).toBeTruthy()
  })

  it('says so once its day is over, though no cut-off is known', async () => {
    const test = await waiting('2026-12-05T08:00:00.000Z')
    test.server.on(customers.deliveryDates, () => {
      throw new TypeError('Failed to fetch')
    })
    showTrolly(test)
    expect(
      await screen.findByText(/Fri 4 Dec has passed\. Choose another delivery day, then place/),
    ).toBeTruthy()
  })

  it('waits until then', async () => {
    const test = await waiting('2026-12-03T21:59:00.000Z')
    showTrolly(test)
    expect(await screen.findByText(/will be placed when you’re back online/)).toBeTruthy()
    await screen.findByText(/order by 22:00/)
    expect(screen.queryByText(/Not placed\./)).toBeNull()
  })
})

describe('a trolly of another account', () => {
  it('shows its own account, with that account’s terms', async () => {
    const test = await aTrolly()
    const { database } = test.user
    const limes = aCustomer({ id: '200401', name: 'The Limes' })
    await keepChoice(database, { customer: limes, deliveryDay: null, trollyId: null })
    test.server.on(customers.get, () => aCustomer({ minimumOrderPence: 90_000 }))
    showCheckout(test)
    expect(await screen.findAllByText(/The Ploughman’s Rest/)).not.toHaveLength(0)
    expect(await screen.findByText(/to go to the £900\.00 minimum/)).toBeTruthy()
  })
})

it('has one line above its lines on a phone: the field, with all that can be done to the trolly', async () => {
  const test = await aTrolly()
  showTrolly(test)
  const field = await screen.findByRole('combobox', { name: 'Add by code, or search by name' })
  const more = screen.getByRole('button', { name: 'More for this trolly' })
  expect(field.closest('[data-screen-only]')?.contains(more)).toBe(true)
  // The bar and the navigation say and lead to the rest.
  const heading = screen.getByRole('heading', { level: 1, name: 'Trolly for Fri 4 Dec' })
  expect(heading.closest('[data-in-bar]')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Add products' })).toBeNull()
})

it('says of a weighed line that its total is an estimate, and what it comes from', async () => {
  const test = await aTrolly()
  await test.user.database.products.update('A1', { catchWeight: true, estimatedWeightGrams: 2_000 })
  showTrolly(test)
  const list = await screen.findByRole('list', { name: 'Trolly lines' })
  const row = within(list).getByRole('link', { name: 'Chicken Thighs' }).closest('[data-row]')
  expect(row?.textContent).toContain('2 × about 2 kg × £50.00 per kg')
  expect(row?.textContent).toMatch(/about £200\.00/)
  expect(screen.getByText(/^about £/, { selector: '[role="status"] *' })).toBeTruthy()
})

it('says in its foot that the minimum is met, with until when to order', async () => {
  showTrolly(await aTrolly())
  const met = await screen.findByText('Minimum met')
  expect(met.closest('p')?.textContent).toMatch(/^Minimum met/)
  expect(screen.getByRole('progressbar', { name: 'Minimum met' })).toBeTruthy()
})

it('follows other phones while it is open: reads again on return to the page and every 30 s', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const test = await aTrolly()
  const read = vi.spyOn(test.user.reads, 'refreshTrolly').mockResolvedValue('stored')
  showTrolly(test)
  await eventually(() => expect(read).toHaveBeenCalledTimes(1))
  await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await eventually(() => expect(read).toHaveBeenCalledTimes(2))
  await act(async () => void vi.advanceTimersByTime(FOLLOWED_EVERY_MS))
  await eventually(() => expect(read).toHaveBeenCalledTimes(3))
})

describe('the panel beside a trolly in a wide window', () => {
  afterEach(() => vi.unstubAllGlobals())
  const inWideWindow = () => {
    const { matchMedia } = window
    vi.stubGlobal('matchMedia', (media: string) => ({
      ...matchMedia(media),
      matches: /min-width: (80|88)em/.test(media),
    }))
  }

  it('leads from its count of problems to the first one', async () => {
    inWideWindow()
    const test = await aTrolly()
    showTrolly(test)
    const panel = await screen.findByRole('region', { name: 'Summary' })
    await userEvent.click(
      await within(panel).findByRole('button', { name: '1 problem to fix before you order' }),
    )
    expect(document.activeElement?.textContent).toMatch(/Hash Browns/)
  })

  it('gives the sum of a weighed line, which is an estimate', async () => {
    inWideWindow()
    const test = await aTrolly()
    const { products } = test.user.database
    await products.update('A1', { catchWeight: true, estimatedWeightGrams: 2_000 })
    renderOn(test, <SearchScreen id="T1" />, { path: '/orders/create/search-T1' })
    const [thighs, milk] = within(await screen.findByRole('list', { name: 'In your trolly' })).getAllByRole(
      'listitem',
    )
    expect(thighs?.textContent).toBe('Chicken Thighsabout £200.002 × about 2 kg × £50.00 per kg')
    expect(milk?.textContent).toMatch(/4 × £50\.00$/)
  })
})
