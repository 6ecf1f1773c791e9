import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import type { Order } from '#contract/trollies.ts'
import { Screen } from '#src/screens/orders/create/search/checkout.tsx'
import { BarSlot } from '#src/ui/layout/bar-slot.tsx'
import { aHead, aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'
import { aLine, aListed, putOrdering } from './ordering.ts'

vi.setConfig({ testTimeout: 30_000 })

const stillTick = () => document.querySelector('[class*="tick"] svg.tabler-icon')

const HEAD = aHead()
const DESK = '(min-width: 80em)'
const REDUCED = '(prefers-reduced-motion: reduce)'

/** A browser that matches these media queries. */
const whereTrue = (...queries: string[]) =>
  vi.stubGlobal('matchMedia', (media: string) => ({
    media,
    matches: queries.includes(media),
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
afterEach(() => vi.unstubAllGlobals())

const aDevice = async (stockQuantity = 50, user = aUser()) => {
  const test = aTestDevice({ user })
  await putOrdering(test, HEAD, {
    list: [
      aListed({ product_no: 'A1', name: 'Rice', stockQuantity }),
      aListed({ product_no: 'B2', name: 'Beans' }),
    ],
    lines: [aLine(HEAD, 'A1', { quantity: 5 }), aLine(HEAD, 'B2')],
    customer: { minimumOrderPence: 0 },
  })
  return test
}
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
const lines = () => screen.queryByRole('list', { name: 'Order lines' })

describe('the checkout', () => {
  it('tells staff for whom they order', async () => {
    renderOn(await aDevice(50, aUser({ account_type: 'ST' })), <Screen id={HEAD.id} />)
    expect(await screen.findByText(/^You order for .+\. Their e-mail says/)).toBeTruthy()
  })

  it('on a phone starts with the delivery and shows its lines, which can be collapsed', async () => {
    renderOn(await aDevice(), <Screen id={HEAD.id} />)
    expect(await screen.findByText('Arriving Tue 24 Nov')).toBeTruthy()
    expect(headings()).toEqual(['Delivery', 'Payment', '2 lines'])
    expect(within(lines() as HTMLElement).getAllByRole('listitem')).toHaveLength(2)
    const toggle = screen.getByRole('button', { name: 'Hide lines', expanded: true })
    await userEvent.click(toggle)
    expect(lines()).toBeNull()
    expect(toggle.getAttribute('aria-expanded')).toBe('false')
    expect(document.activeElement).toBe(toggle)
  })

  it('on a phone has its title in the bar, with the account and the way back, and one heading', async () => {
    renderOn(
      await aDevice(),
      <>
        <header>
          <BarSlot className="bar" />
        </header>
        <Screen id={HEAD.id} />
      </>,
    )
    const bar = within(screen.getByRole('banner'))
    const back = await bar.findByRole('link', { name: 'Trolly' })
    expect(back.getAttribute('href')).toBe(`/orders/create-${HEAD.id}`)
    expect(bar.getByText('Checkout')).toBeTruthy()
    expect(bar.getByText(/The Ploughman’s Rest/)).toBeTruthy()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
    expect(screen.getAllByRole('link', { name: 'Trolly' })).toHaveLength(1)
  })

  it('folds the instructions until there are some', async () => {
    const test = await aDevice()
    renderOn(test, <Screen id={HEAD.id} />)
    const fold = await screen.findByRole('button', {
      name: 'Add instructions for the driver',
      expanded: false,
    })
    expect(screen.queryByRole('textbox', { name: /Instructions/ })).toBeNull()
    await userEvent.click(fold)
    const field = screen.getByRole('textbox', { name: 'Instructions for the driver' })
    expect(document.activeElement).toBe(field)
    cleanup()

    await test.user.database.trollies.update(HEAD.id, { instructions: 'Ring the bell' })
    renderOn(test, <Screen id={HEAD.id} />)
    expect(await screen.findByDisplayValue('Ring the bell')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Add instructions/ })).toBeNull()
  })

  it('on a desktop shows its lines beside a summary with the total and Place order', async () => {
    whereTrue(DESK)
    renderOn(await aDevice(), <Screen id={HEAD.id} />)
    const summary = await screen.findByRole('region', { name: 'Order summary' })
    expect(within(summary).getByRole('button', { name: 'Place order' })).toBeTruthy()
    expect(within(summary).getByRole('status').textContent).toBe('Total £60.00')
    expect(screen.getAllByRole('button', { name: 'Place order' })).toHaveLength(1)
    expect(lines()).toBeTruthy()
  })

  it('on a phone holds the total in its one button, and names the account once', async () => {
    const test = await aDevice()
    renderOn(test, <Screen id={HEAD.id} />)
    const place = await screen.findByRole('button', { name: 'Place order' })
    expect(place.textContent).toBe('Place order£60.00')
    expect(screen.getByText('Total £60.00').closest('[role="status"]')).toBeTruthy()
    expect(screen.getAllByText(/The Ploughman’s Rest/)).toHaveLength(1)
  })

  it('shows a changed price as old and new', async () => {
    const test = await aDevice()
    await test.user.database.prices.put({ priceListId: 'PUBS', product_no: 'A1', pence: 1_085 })
    renderOn(test, <Screen id={HEAD.id} />)
    const changed = await screen.findByRole('list', { name: '1 price has changed' })
    expect(changed.textContent).toBe('Rice was £10.00 now £10.85')
    expect(changed.querySelector('del')?.textContent).toBe('£10.00')
  })

  it('shows problems with lines even while the lines are collapsed', async () => {
    renderOn(await aDevice(3), <Screen id={HEAD.id} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Hide lines' }))
    const section = await screen.findByRole('region', { name: '2 lines' })
    const problem = await within(section).findByText('Only 3 of Rice are in stock')
    expect(within(section).getByRole('button', { name: 'Order 3 of Rice instead' })).toBeTruthy()
    const place = screen.getByRole('button', { name: 'Place order' })
    expect(place.getAttribute('aria-describedby')).toBe(problem.id)
    expect(screen.getByText('1 problem to fix first')).toBeTruthy()
  })
})

describe('an order placed while its checkout is open', () => {
  const placed = async (...media: string[]) => {
    whereTrue(...media)
    const test = await aDevice()
    test.server.on(customers.deliveryDates, () => ({
      data: [{ day: '2026-11-24', cutOffAt: new Date(Date.now() + 3_600_000).toISOString() }],
      serverTime: new Date().toISOString(),
    }))
    renderOn(test, <Screen id={HEAD.id} />)
    await screen.findByRole('heading', { name: '2 lines' })
    await act(async () => {
      await test.user.database.placedOrders.put(PLACED)
      await test.user.database.trollies.update(HEAD.id, { state: 'checked_out' })
    })
    await screen.findByText('100123')
    return test
  }

  it('shows total, delivery, deadline for changes and next step above its lines', async () => {
    await placed()
    const text = document.body.textContent ?? ''
    const at = ['100123 is placed', '£72.00', 'Arriving Tue 24 Nov', 'Back to home', '1 line'].map((words) =>
      text.indexOf(words),
    )
    expect(at).not.toContain(-1)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    expect(await screen.findByText(/^Change until \d\d:\d\d (today|tonight|tomorrow)/)).toBeTruthy()
  })

  it('shows the animated tick', async () => {
    // The player queries fonts through a canvas as it loads; jsdom has none, and draws nothing.
    const context = { fillStyle: '', fillRect: () => {}, getImageData: () => ({ data: [0, 0, 0, 0] }) }
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
    await placed()
    await waitFor(() => expect(document.querySelector('[class*="tick"] > [class*="box"]')).toBeTruthy())
    expect(stillTick()).toBeNull()
  })

  it('shows a still tick with reduced motion', async () => {
    await placed(REDUCED)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(stillTick()).toBeTruthy()
  })

  it('shows a still tick when opened again', async () => {
    const test = await aDevice()
    await test.user.database.placedOrders.put(PLACED)
    renderOn(test, <Screen id={HEAD.id} />)
    await screen.findByText('100123')
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(stillTick()).toBeTruthy()
  })
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
  lines: [
    {
      product_no: 'A1',
      name: 'Rice',
      pack: '',
      quantity: 6,
      unitPricePence: 1_000,
      vatBasisPoints: 2_000,
      netPence: 6_000,
      catchWeight: false,
    } as Order['lines'][number],
  ],
  totals: {
    lineCount: 1,
    netPence: 6_000,
    vat: [],
    vatPence: 1_200,
    totalPence: 7_200,
    estimated: false,
    unpricedCount: 0,
  },
}
