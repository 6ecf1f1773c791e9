import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { CHECKOUT_CHECKS, type CheckName, type CheckResult } from '#domain/checks/check.ts'
import type { Product } from '#domain/product.ts'
import { Screen } from '#src/screens/orders/create/search/checkout.tsx'
import { Screen as TrollyScreen } from '#src/screens/orders/create.tsx'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import { useUserActionLocked } from '#src/ui/action/user-action-lock.ts'
import { type aCustomer, aHead, aRecord, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'
import { aLine, aListed, putOrdering } from './ordering.ts'

vi.setConfig({ testTimeout: 30_000 })

// A day to come, as an order that waits for a passed one is told as not placed.
const HEAD = aHead({ deliveryDay: '2026-12-04' })

const aDevice = async (
  list: [Product, quantity: number][],
  {
    customer = {},
    found,
  }: { customer?: Parameters<typeof aCustomer>[0]; found?: Partial<Record<CheckName, CheckResult>> } = {},
) => {
  const test = aTestDevice()
  const { database } = test.user
  await putOrdering(test, HEAD, {
    list: list.map(([each]) => each),
    lines: list.map(([{ product_no }, quantity]) => aLine(HEAD, product_no, { quantity })),
    customer: { minimumOrderPence: 0, ...customer },
  })
  if (found) {
    const passed: CheckResult = { error_messages: [], repairs: [] }
    const validation_checks = {
      ...Object.fromEntries(CHECKOUT_CHECKS.map((name) => [name, passed])),
      ...found,
    }
    await database.outbox.add({
      ...aRecord({
        lane: `trolly:${HEAD.id}`,
        operation: {
          kind: 'checkout',
          deliveryDay: HEAD.deliveryDay,
          lines: list.map(([{ product_no }, quantity]) => ({ product_no, quantity, unitPricePence: 1_000 })),
          totalPence: 0,
          confirmations: { ageRestricted: false, catchWeight: false },
        },
        state: 'attention',
        attempts: 1,
        refusal: {
          code: 'checks_failed',
          status: 400,
          message: 'The order cannot be placed yet.',
          reply: { validation_checks },
        },
      }),
    } as Parameters<typeof database.outbox.add>[0])
  }
  return test
}

const place = () => screen.findByRole('button', { name: /^Place/, busy: false })
/** Until it was seen the footer links to it, and does not place the order. */
const refusal = async () => {
  await screen.findByRole('button', { name: 'See why it wasn’t placed' })
  expect(screen.queryByRole('button', { name: /^Place/ })).toBeNull()
}
const isDisabled = (button: HTMLElement) =>
  button.getAttribute('aria-disabled') === 'true' || button.hasAttribute('disabled')
const problems = async () =>
  within(await screen.findByRole('list', { name: 'Before you can order' }))
    .getAllByRole('listitem')
    .map((item) => [
      within(item).queryByRole('paragraph')?.textContent,
      ...within(item)
        .queryAllByRole('button')
        .map((button) => button.textContent),
    ])

const MANY_RICE = [aListed({ product_no: 'A1', name: 'Rice' }), 9_994] satisfies [Product, number]
const ONLY_921 = {
  order_stock_check: {
    error_messages: ['Only 921 of Rice are in stock'],
    repairs: [
      { kind: 'set_quantity', product_no: 'A1', quantity: 921 },
      { kind: 'remove_line', product_no: 'A1' },
    ],
  },
} satisfies Partial<Record<CheckName, CheckResult>>

describe('an order refused by the server', () => {
  it('cannot be placed again until the line changes, even if this device knows of no shortage', async () => {
    const test = await aDevice([MANY_RICE], { found: ONLY_921 })
    renderOn(test, <Screen id={HEAD.id} />)
    await refusal()
    expect(await problems()).toEqual([
      [
        'Only 921 of Rice are in stock',
        'Order 921 of Rice instead',
        'Remove Rice',
        'See alternatives to Rice',
      ],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await expect.poll(() => screen.queryByRole('button', { name: 'OK' })).toBeNull()
    expect(isDisabled(await place())).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Order 921 of Rice instead' }))
    await expect.poll(async () => isDisabled(await place())).toBe(false)
    expect(await test.user.database.outbox.toArray()).toMatchObject([
      { operation: { kind: 'set', product_no: 'A1', quantity: 921, seenPricePence: 1_000 } },
    ])
  })

  it('can be placed again once the line’s stock changes', async () => {
    const test = await aDevice([[aListed({ product_no: 'A1', name: 'Rice', stockQuantity: 40 }), 35]], {
      found: {
        order_stock_check: {
          ...ONLY_921.order_stock_check,
          error_messages: ['Only 30 of Rice are in stock'],
        },
      },
    })
    renderOn(test, <Screen id={HEAD.id} />)
    await refusal()
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    expect(isDisabled(await place())).toBe(true)
    await test.user.database.products.update('A1', { stockQuantity: 60 })
    await expect.poll(async () => isDisabled(await place())).toBe(false)
  })

  it('can be placed again once a refusal of the whole order was seen', async () => {
    const found = {
      order_customer_check: {
        error_messages: ['Your Account Is On Stop'],
        repairs: [{ kind: 'ask_office' as const }],
      },
    }
    renderOn(await aDevice([[aListed({}), 1]], { found }), <Screen id={HEAD.id} />)
    await refusal()
    await userEvent.click(screen.getByRole('button', { name: 'OK' }))
    await expect.poll(async () => isDisabled(await place())).toBe(false)
  })
})

describe('problems that block an order', () => {
  const short = (at: number) =>
    [aListed({ product_no: `A${at}`, name: `Game ${at}`, stockQuantity: at }), 50] satisfies [Product, number]

  it('are listed by line, each with its own repair, and more than three are collapsed', async () => {
    renderOn(await aDevice([1, 2, 3, 4, 5].map(short)), <Screen id={HEAD.id} />)
    expect(await problems()).toEqual([
      [
        'Only 1 of Game 1 is in stock',
        'Order 1 of Game 1 instead',
        'Remove Game 1',
        'See alternatives to Game 1',
      ],
      [
        'Only 2 of Game 2 are in stock',
        'Order 2 of Game 2 instead',
        'Remove Game 2',
        'See alternatives to Game 2',
      ],
      [
        'Only 3 of Game 3 are in stock',
        'Order 3 of Game 3 instead',
        'Remove Game 3',
        'See alternatives to Game 3',
      ],
      [undefined, 'Show 2 more'],
    ])
    await userEvent.click(screen.getByRole('button', { name: 'Show 2 more' }))
    expect(await problems()).toHaveLength(6)
  })

  it('are led to by the button that they disable, and by their count in the foot', async () => {
    renderOn(await aDevice([[aListed({ name: 'Hare' }), 1], short(1)]), <Screen id={HEAD.id} />)
    const button = await place()
    expect(isDisabled(button)).toBe(true)
    await userEvent.click(button)
    const repair = screen.getByRole('button', { name: 'Order 1 of Game 1 instead' })
    expect(document.activeElement).toBe(repair)
    repair.blur()
    await userEvent.click(screen.getByRole('button', { name: '1 problem to fix first' }))
    expect(document.activeElement).toBe(repair)
  })

  it('include the credit limit, as far as this device knows the remaining credit', async () => {
    renderOn(
      await aDevice([[aListed({ name: 'Venison' }), 70]], { customer: { creditLeftPence: 60_000 } }),
      <Screen id={HEAD.id} />,
    )
    const [[message] = []] = await problems()
    expect(message).toMatch(/^£\d+\.\d\d over your remaining credit of £600\.00$/)
  })

  it('offer to reduce the dearest line over the maximum, and name the office if its contact is unknown', async () => {
    renderOn(
      await aDevice([[aListed({ name: 'Venison' }), 70]], { customer: { maximumOrderPence: 60_000 } }),
      <Screen id={HEAD.id} />,
    )
    expect(await problems()).toEqual([
      ['£100.00 over the maximum order of £600.00', 'Order 60 of Venison instead'],
    ])
    expect(screen.getByText('Contact the office to have this allowed.')).toBeTruthy()
  })

  it('are one line that opens on a phone’s trolly page, and are shown at their lines', async () => {
    renderOn(await aDevice([1, 2].map(short)), <TrollyScreen id={HEAD.id} />)
    const summary = await screen.findByRole('button', { name: 'Only 1 of Game 1 is in stock and 1 more' })
    expect(screen.queryByRole('list', { name: 'Before you can order' })).toBeNull()
    expect(screen.getByText('Only 2 in stock').closest('li')?.textContent).toContain('Game 2')
    await userEvent.click(summary)
    expect(summary.getAttribute('aria-expanded')).toBe('true')
    expect(await problems()).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Remove Game 2' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Only 2 in stock')).toBeTruthy()
  })

  it('name case and single unit of a product differently in their repairs', async () => {
    const inCases = aListed({ product_no: 'A1', name: 'Jellies', pack: '12 × 180 g', stockQuantity: 0 })
    const singly = aListed({ product_no: 'A1E', name: 'Jellies', pack: '180 g', stockQuantity: 0 })
    renderOn(
      await aDevice([
        [inCases, 1],
        [singly, 1],
      ]),
      <Screen id={HEAD.id} />,
    )
    expect(await problems()).toEqual([
      [
        'Jellies 12 × 180 g is out of stock',
        'Remove Jellies, 12 × 180 g',
        'See alternatives to Jellies, 12 × 180 g',
      ],
      ['Jellies 180 g is out of stock', 'Remove Jellies, 180 g', 'See alternatives to Jellies, 180 g'],
    ])
  })

  it('show the minimum once on the trolly’s page, in the footer', async () => {
    renderOn(
      await aDevice([[aListed({}), 1]], { customer: { minimumOrderPence: 5_000 } }),
      <TrollyScreen id={HEAD.id} />,
    )
    expect(await screen.findByText(/to go to the £50.00 minimum/)).toBeTruthy()
    expect(screen.getAllByText(/minimum/)).toHaveLength(1)
  })
})

it('shows the price of one of each line', async () => {
  const weighed = { product_no: 'A2', name: 'Ham', catchWeight: true, estimatedWeightGrams: 2_000 }
  renderOn(
    await aDevice([
      [aListed({ name: 'Hare' }), 3],
      [aListed(weighed), 1],
    ]),
    <Screen id={HEAD.id} />,
  )
  const lines = within(await screen.findByRole('list', { name: 'Order lines' })).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => /[^·]* £[\d.]+ (each|per kg)/.exec(textContent ?? '')?.[0])).toEqual([
    ' £10.00 each',
    expect.stringMatching(/1 × about 2 kg × £10.00 per kg$/),
  ])
  expect(lines[1]?.textContent).toMatch(/about £20\.00$/)
  expect(screen.getByText('Goods').parentElement?.textContent).toBe('Goodsabout £50.00')
  expect(screen.getByText('Estimated total').parentElement?.textContent).toMatch(/^Estimated totalabout £/)
})

describe('a required confirmation', () => {
  const GOODS = [
    [aListed({ product_no: 'A1', name: 'Whisky', minimumAge: 18 }), 1],
    [aListed({ product_no: 'A2', name: 'Whole Chicken', catchWeight: true, estimatedWeightGrams: 1_500 }), 2],
  ] satisfies [Product, number][]
  const box = (name: RegExp) => screen.findByRole('checkbox', { name })
  const AGE = /^Someone aged 18 or over/
  const WEIGHT = /^Confirm weight-based pricing/

  it('is a checkbox, and an error beside it only after ordering without it', async () => {
    const test = await aDevice(GOODS)
    renderOn(test, <Screen id={HEAD.id} />)
    await box(AGE)
    expect(screen.queryByRole('list', { name: 'Before you can order' })).toBeNull()
    expect(screen.queryByText(/^Confirm that|^Confirm weight-based pricing for/)).toBeNull()
    expect(isDisabled(await place())).toBe(false)

    await userEvent.click(await place())
    expect(document.activeElement).toBe(await box(AGE))
    const errors = screen.getAllByRole('alert').map(({ textContent }) => textContent)
    expect(errors.filter(Boolean)).toEqual([
      'Confirm that someone aged 18 or over will receive this order',
      'Confirm weight-based pricing for 1 item (about £30.00)',
    ])
    expect((await box(WEIGHT)).getAttribute('aria-invalid')).toBe('true')
    expect(await test.user.database.outbox.count()).toBe(0)

    await userEvent.click(await box(AGE))
    await userEvent.click(await box(WEIGHT))
    expect(screen.queryByText(/^Confirm that|^Confirm weight-based pricing for/)).toBeNull()
    await userEvent.click(await place())
    await expect
      .poll(() => test.user.database.outbox.toArray())
      .toMatchObject([
        { operation: { kind: 'checkout', confirmations: { ageRestricted: true, catchWeight: true } } },
      ])
  })

  it('is requested if only the server knew that it is needed', async () => {
    const found = {
      order_has_catch_weight_items_check: {
        error_messages: ['Confirm weight-based pricing for 1 item'],
        repairs: [{ kind: 'confirm_catch_weight' as const }],
      },
    }
    renderOn(await aDevice([[aListed({}), 1]], { found }), <Screen id={HEAD.id} />)
    await userEvent.click(await box(WEIGHT))
    expect(((await box(WEIGHT)) as HTMLInputElement).checked).toBe(true)
  })
})

describe('free delivery', () => {
  const shown = async (customer: Parameters<typeof aCustomer>[0]) => {
    renderOn(await aDevice([[aListed({}), 3]], { customer }), <TrollyScreen id={HEAD.id} />)
    await screen.findAllByText(/^£3[05]\.00/)
    await screen.findByText('The Ploughman’s Rest · 1 line')
    return screen.queryByRole('progressbar')?.getAttribute('aria-label')
  }

  it.each([
    ['no charge applies', { freeDeliveryPence: 2_000, deliveryChargePence: 0 }, undefined],
    ['the server gives no charge', { freeDeliveryPence: 2_000 }, undefined],
    ['it is never available', { freeDeliveryPence: null, deliveryChargePence: 500 }, undefined],
    ['it is reached', { freeDeliveryPence: 2_000, deliveryChargePence: 500 }, 'Free delivery'],
    [
      'it is not reached yet',
      { freeDeliveryPence: 5_000, deliveryChargePence: 500 },
      '£20.00 to free delivery from £50.00',
    ],
  ])('where %s', async (_, customer, words) => {
    expect(await shown(customer)).toBe(words)
  })
})

describe('a person placing an order', () => {
  const Lock = () => <output>{useUserActionLocked() ? 'held' : 'free'}</output>
  const atCheckout = async () => {
    const test = await aDevice([[aListed({ product_no: 'A1', name: 'Rice' }), 1]])
    const { database } = test.user
    let keep = (): void => {}
    const storage = new Promise<void>((resolve) => {
      keep = resolve
    })
    const { append } = test.user.outbox
    vi.spyOn(test.user.outbox, 'append').mockImplementation(async (...change) => {
      await storage
      return append(...change)
    })
    const show = () =>
      renderOn(
        test,
        <>
          <Screen id={HEAD.id} />
          <Lock />
        </>,
      )
    const order = () => database.outbox.where('lane').equals(`trolly:${HEAD.id}`)
    return { database, show, order, keep }
  }

  it('online is kept on the page until the server has replied', async () => {
    const { show, order, keep } = await atCheckout()
    show()
    await userEvent.click(await place())
    await screen.findByText('held')
    keep()
    await screen.findByRole('button', { name: 'Not placed yet' })
    await order().modify({ state: 'sending', attempts: 1 })
    await screen.findByRole('button', { name: 'Being placed' })
    expect(screen.getByText('held')).toBeTruthy()
    await order().delete()
    await screen.findByText('free')
  })

  it('offline is kept on the page until the order is stored on the device', async () => {
    const { database, show, keep } = await atCheckout()
    await writeSync(database, 'lastContact', { reached: false, at: Date.now() })
    show()
    await userEvent.click(
      await screen.findByRole('button', { name: 'Place order when back online', busy: false }),
    )
    await screen.findByText('held')
    keep()
    await screen.findByText('free')
    await screen.findByRole('button', { name: 'Not placed yet' })
  })
})
