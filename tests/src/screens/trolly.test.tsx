import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { baskets, type Order } from '#contract/baskets.ts'
import { customers } from '#contract/customers.ts'
import type { Operation, Refusal } from '#domain/operations/operation.ts'
import type { OutboxRecord } from '#domain/operations/outbox-record.ts'
import { DecisionCard } from '#src/features/decisions/decision-card.tsx'
import { HeldCard } from '#src/features/decisions/held-card.tsx'
import { WorkLine } from '#src/features/status/work-line.tsx'
import { Screen as CheckoutScreen } from '#src/screens/orders/create/search/checkout.tsx'
import { Screen as SearchScreen } from '#src/screens/orders/create/search/product.tsx'
import { Screen as TrollyScreen } from '#src/screens/orders/create.tsx'
import { keepChoice } from '#src/store/choice.ts'
import { findTrolly } from '#src/store/trollies.ts'
import { REMOVED_ROW } from '#src/ui/list/row-focus.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aCustomer, aHead, aProduct, aRecord, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const NAMES = { A1: 'Chicken Thighs', B2: 'Whole Milk', C3: 'Hash Browns' }
type Code = keyof typeof NAMES
const at = '2026-11-20T09:00:00.000Z'

/** Three lines in a trolly, the hash browns out of stock; nothing is heard of the server. */
const aTrolly = async (queued: (Pick<OutboxRecord, 'operation'> & Partial<OutboxRecord>)[] = []) => {
  const test = aTestDevice()
  const { database } = test.user
  const head = aHead({ id: 'T1' })
  await database.trollies.put(head)
  const quantities: [Code, number][] = [
    ['A1', 2],
    ['B2', 4],
    ['C3', 1],
  ]
  for (const [product_no, quantity] of quantities) {
    const stockQuantity = product_no === 'C3' ? 0 : 100
    await database.products.put(aProduct({ product_no, name: NAMES[product_no], stockQuantity }))
    await database.prices.put({ priceListId: 'PUBS', product_no, pence: 5_000 })
    const line = { product_no, quantity, version: 1, removed: false, seenPricePence: 5_000, addedAt: at }
    await database.lines.put({ ...line, trollyId: 'T1' })
  }
  await keepChoice(database, { customer: aCustomer(), deliveryDay: head.deliveryDay, trollyId: 'T1' })
  await database.outbox.bulkAdd(queued.map((record) => aRecord({ lane: 'T1', ...record })))
  return test
}

type Trolly = Awaited<ReturnType<typeof aTrolly>>
const status = <WorkLine Decision={DecisionCard} Held={HeldCard} />
const showTrolly = (test: Trolly) =>
  renderOn(
    test,
    <>
      {status}
      <TrollyScreen id="T1" />
    </>,
    { path: '/orders/create-T1' },
  )
const showCheckout = (test: Trolly) =>
  renderOn(
    test,
    <>
      {status}
      <CheckoutScreen id="T1" />
    </>,
    { path: '/orders/create/search/checkout-T1' },
  )
const showProduct = (test: Trolly) =>
  renderOn(test, <SearchScreen id="A1" />, { path: '/orders/create/search/product-A1?trolly=T1' })

const set = (product_no: Code, quantity: number): Operation => ({
  kind: 'set',
  product_no,
  quantity,
  seenPricePence: 5_000,
  addedAt: at,
})
const ORDER: Operation = {
  kind: 'checkout',
  deliveryDay: '2026-11-24',
  lines: [],
  totalPence: 0,
  confirmations: { ageRestricted: false, catchWeight: false },
}

const box = (name: string) => screen.findByRole('textbox', { name: `Quantity of ${name}` })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const queue = ({ user }: Trolly) => user.database.outbox.orderBy('seq').toArray()
/** The card at the bottom, not a banner of the page. */
const message = async (words: RegExp) => {
  const found = await waitFor(() => {
    const card = screen
      .getAllByRole('button', { name: 'Dismiss message' })
      .map((button) => button.parentElement)
      .find((each) => each && words.test(each.textContent ?? ''))
    if (!card) throw new Error(`No message says ${words}`)
    return card
  })
  return within(found)
}

describe('an order that waits for the signal', () => {
  it('is said on the trolly’s page in words, and can be taken back there', async () => {
    const test = await aTrolly([{ operation: ORDER }])
    showTrolly(test)
    expect(await screen.findByText(/will be placed when you’re back online/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Not placed yet' })).toBeTruthy()
    await press('Cancel this order')
    await screen.findByRole('link', { name: 'Checkout' })
    expect(await queue(test)).toEqual([])
    expect(screen.queryByText(/No longer waiting to be placed/)).toBeNull()
  })

  it('on its way it is said what that means, and nothing offers to be put right', async () => {
    const test = await aTrolly([{ operation: ORDER, attempts: 1, state: 'sending' }])
    showTrolly(test)
    expect(await screen.findByText(/you can’t change or cancel it until we hear back/)).toBeTruthy()
    expect(((await box('Chicken Thighs')) as HTMLInputElement).disabled).toBe(true)
    expect(screen.queryByRole('list', { name: 'Before you can order' })).toBeNull()
  })

  it('taken back by an edit it is said at once, with the way to place it again', async () => {
    const test = await aTrolly([{ operation: ORDER }])
    showTrolly(test)
    await screen.findByText(/will be placed when you’re back online/)
    await press('One more of Chicken Thighs')
    const told = await message(/No longer waiting to be placed: the trolly changed/)
    // The page says so too, for as long as it is so.
    expect(
      await screen.findByText('No longer waiting to be placed: the trolly changed.', { selector: 'strong' }),
    )
    expect(screen.getByRole('link', { name: 'Checkout' })).toBeTruthy()
    await userEvent.click(told.getByRole('button', { name: 'Place it again' }))
    expect(screen.getByTestId('address').textContent).toBe('/orders/create/search/checkout-T1')
  })

  it('taken back by a decision it is said, too', async () => {
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

  it('is still said when the app is opened again, until it is placed again', async () => {
    const test = await aTrolly([{ operation: ORDER }])
    await test.user.outbox.append('T1', set('A1', 9))
    const { unmount } = showTrolly(test)
    const again = await screen.findByRole('link', { name: 'Place it again' })
    expect(again.getAttribute('href')).toBe('/orders/create/search/checkout-T1')
    // What happened before is no message of this moment.
    expect(screen.queryByRole('button', { name: 'Dismiss message' })).toBeNull()
    unmount()
    await test.user.outbox.append('T1', ORDER)
    showTrolly(test)
    await screen.findByText(/will be placed when you’re back online/)
    expect(screen.queryByText(/No longer waiting/)).toBeNull()
  })
})

describe('a line that is taken out', () => {
  const removedPlace = (name: string) => screen.findByRole('group', { name: `${name} removed` })
  const lines = async ({ user }: Trolly) =>
    (await findTrolly(user.database, 'T1'))?.lines
      .filter(({ removed }) => !removed)
      .map(({ product_no }) => product_no)

  it('keeps its place, so that three quick taps in one place remove one product', async () => {
    const test = await aTrolly()
    showTrolly(test)
    await box('Chicken Thighs')
    const items = () => screen.getByRole('list', { name: 'Lines of the trolly' }).children
    for (let tap = 0; tap < 5; tap += 1) {
      // Where the finger is: whatever lies on top of the first row, where its − was.
      const row = items()[0] as HTMLElement
      const target =
        row.querySelector(`[${REMOVED_ROW}]`) ?? within(row).getByRole('button', { name: /^One less/ })
      await userEvent.click(target)
      await new Promise((resolve) => setTimeout(resolve, 120))
    }
    await removedPlace('Chicken Thighs')
    expect(await lines(test)).toEqual(['B2', 'C3'])
    expect((await queue(test)).map(({ operation }) => operation)).toMatchObject([
      { kind: 'remove', product_no: 'A1' },
    ])
    expect(items()).toHaveLength(3)
    expect(screen.queryByRole('button', { name: 'Dismiss message' })).toBeNull()
  })

  it('comes back by Undo in its place, as an operation like any other', async () => {
    const test = await aTrolly()
    showTrolly(test)
    await press('One less of Hash Browns')
    const place = await removedPlace('Hash Browns')
    await userEvent.click(within(place).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(screen.queryByRole('group', { name: 'Hash Browns removed' })).toBeNull())
    expect(((await box('Hash Browns')) as HTMLInputElement).value).toBe('1')
    expect(await lines(test)).toEqual(['A1', 'B2', 'C3'])
    expect((await queue(test)).at(-1)?.operation).toMatchObject({
      kind: 'set',
      product_no: 'C3',
      quantity: 1,
    })
  })

  it('by the keyboard leaves the focus in its place, where the same key again does nothing, and Ctrl+Z undoes', async () => {
    const test = await aTrolly()
    showTrolly(test)
    for (const name of ['Whole Milk', 'Hash Browns']) {
      const field = await box(name)
      await userEvent.clear(field)
      await userEvent.type(field, '1{Enter}')
    }
    const field = await box('Hash Browns')
    field.focus()
    await userEvent.keyboard('-')
    const place = await removedPlace('Hash Browns')
    expect(document.activeElement).toBe(place)
    await userEvent.keyboard('--{Enter} ')
    expect(await lines(test)).toEqual(['A1', 'B2'])
    await userEvent.keyboard('{ArrowUp}')
    expect(document.activeElement).toBe(await box('Whole Milk'))
    await userEvent.keyboard('-')
    await removedPlace('Whole Milk')
    await userEvent.keyboard('{Control>}z{/Control}')
    await waitFor(async () => expect(document.activeElement).toBe(await box('Whole Milk')))
    await userEvent.keyboard('{Control>}z{/Control}')
    expect(await box('Hash Browns')).toBeTruthy()
    await waitFor(async () => expect(await lines(test)).toEqual(['A1', 'B2', 'C3']))
  })

  it('is told of a last line too, before the page says that nothing is left', async () => {
    const test = await aTrolly([
      { operation: { kind: 'remove', product_no: 'B2' } },
      { operation: { kind: 'remove', product_no: 'C3' } },
    ])
    showTrolly(test)
    const field = await box('Chicken Thighs')
    await userEvent.clear(field)
    await userEvent.type(field, '0{Enter}')
    await removedPlace('Chicken Thighs')
    expect(screen.queryByText('Nothing is in this trolly yet.')).toBeNull()
  })
})

const ORDERED: Refusal = {
  code: 'checked_out',
  message: '',
  status: 409,
  reply: { order: { orderNo: '100123', lines: [{ product_no: 'C3', quantity: 1 }] } },
}
const PLACED: Order = {
  id: 'O1',
  orderNo: '100123',
  basketId: 'T1',
  customerId: '200101',
  deliveryDay: '2026-11-24',
  poNumber: '',
  instructions: '',
  placedAt: at,
  lines: [],
  totals: {
    lineCount: 1,
    netPence: 5_000,
    vat: [],
    vatPence: 0,
    totalPence: 5_000,
    estimated: false,
    unpricedCount: 0,
  },
}
const DELETED: Refusal = { code: 'trolly_deleted', message: '', status: 410 }

describe('a trolly that was ordered or deleted elsewhere', () => {
  const orderedElsewhere = async () => {
    const test = await aTrolly([{ operation: set('C3', 3), state: 'held', refusal: ORDERED }])
    await test.user.database.placedOrders.put(PLACED)
    await test.user.database.trollies.update('T1', { state: 'checked_out' })
    return test
  }
  const deletedElsewhere = async () => {
    const test = await aTrolly([{ operation: set('C3', 3), state: 'held', refusal: DELETED }])
    await test.user.database.trollies.update('T1', { state: 'deleted' })
    return test
  }

  it('shows what happened and what would move, and nothing to order, pay or mend', async () => {
    const test = await orderedElsewhere()
    showTrolly(test)
    const card = within(await screen.findByRole('article', { name: 'This trolly is on hold' }))
    expect(card.getByText('This trolly was ordered as 100123 on another device.')).toBeTruthy()
    expect(card.getByText('2 more of Hash Browns are not in the order.')).toBeTruthy()
    expect(card.getByRole('button', { name: 'Move 1 line to a new trolly' })).toBeTruthy()
    expect(((await box('Chicken Thighs')) as HTMLInputElement).disabled).toBe(true)
    expect(screen.queryByRole('link', { name: /Checkout|Add products/ })).toBeNull()
    expect(screen.queryByRole('list', { name: 'Before you can order' })).toBeNull()
    expect(screen.queryByText(/\+ £0.00 VAT/)).toBeNull()
  })

  it.each([
    ['ordered', orderedElsewhere, 'This trolly was ordered as 100123 on another device.', 'Order placed'],
    [
      'deleted',
      deletedElsewhere,
      'This trolly was deleted on another device.',
      /^The trolly is not on this device/,
    ],
  ])(
    '%s: its checkout shows the notice with its choices, and no button that orders',
    async (_, make, words, left) => {
      const test = await make()
      showCheckout(test)
      expect(await screen.findByText(words)).toBeTruthy()
      expect(screen.getByRole('button', { name: 'Move 1 line to a new trolly' })).toBeTruthy()
      expect(screen.queryByRole('button', { name: /Place/ })).toBeNull()
      await press('Discard')
      await waitFor(async () => expect(await queue(test)).toEqual([]))
      expect(await screen.findByText(left)).toBeTruthy()
    },
  )

  it('says so in its foot, in sight wherever the person is in its lines, and leads to the choices', async () => {
    const test = await aTrolly([{ operation: set('C3', 3) }])
    const { database } = test.user
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const { container } = showTrolly(test)
    await screen.findByRole('link', { name: 'Checkout' })
    await act(() =>
      database.transaction('rw', [database.trollies, database.placedOrders, database.outbox], async () => {
        await database.placedOrders.put(PLACED)
        await database.trollies.update('T1', { state: 'checked_out' })
        await database.outbox.toCollection().modify({ state: 'held', refusal: ORDERED })
      }),
    )
    const foot = await waitFor(() => {
      const found = container.querySelector<HTMLElement>('[data-sticky]')
      if (!found?.textContent?.startsWith('Ordered on another device.')) throw new Error('It does not say so')
      return within(found)
    })
    // For no moment did the order come in the page's place, which would take the person to its top.
    expect(scroll).not.toHaveBeenCalled()
    // Read out, too: a region that appears together with its text is not.
    expect(screen.getByRole('log').textContent).toContain('Ordered on another device.')
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await userEvent.click(foot.getByRole('button', { name: 'See your choices' }))
    const card = screen.getByRole('article', { name: 'This trolly is on hold' })
    expect(document.activeElement?.contains(card)).toBe(true)
    expect(shown.mock.contexts).toEqual([document.activeElement])
  })

  it('ordered in another tab its order comes in its place, shown from the top', async () => {
    const scroll = vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
    const test = await aTrolly()
    const { database } = test.user
    showTrolly(test)
    await screen.findByRole('link', { name: 'Checkout' })
    await act(async () => {
      await database.trollies.update('T1', { state: 'checked_out' })
    })
    // All that is known of an order which this build cannot read.
    expect(await screen.findByText('This trolly has been ordered.')).toBeTruthy()
    expect(scroll).not.toHaveBeenCalled()
    await act(() => database.placedOrders.put(PLACED))
    expect(await screen.findByRole('heading', { name: 'Order placed' })).toBeTruthy()
    expect(scroll).toHaveBeenCalledWith(0, 0)
  })

  it('offers a way on where the address names no trolly', async () => {
    const test = aTestDevice()
    test.server.on(baskets.get, () => {
      throw refusal('invalid_request', { message: 'The request is not in the expected format.' })
    })
    renderOn(test, <TrollyScreen id="0190f000-0000" />)
    expect(await screen.findByText(/^We can’t find this trolly/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'See your trollies' }).getAttribute('href')).toBe('/orders')
    expect(screen.queryByText(/expected format/)).toBeNull()
  })

  it('is not on this device any more once the server says so, and that is said', async () => {
    const test = await aTrolly()
    const closed = aHead({ id: 'T1', version: 2, state: 'checked_out' })
    test.server.on(baskets.get, () => ({ ...closed, totals: PLACED.totals, items: [] }))
    showTrolly(test)
    expect(await screen.findByText('This trolly has been ordered.')).toBeTruthy()
  })

  it('where products are chosen it is said what became of it', async () => {
    const test = await deletedElsewhere()
    showProduct(test)
    const words = await screen.findByText(/This trolly was deleted on another device\. You can’t add to it/)
    // In sight wherever the person is in the results.
    expect(words.closest('[data-sticky]')).toBeTruthy()
    expect(screen.queryByText(/\+ £0.00 VAT/)).toBeNull()
  })

  it('deleted here, it can be brought back for as long as that has not left', async () => {
    const test = await aTrolly()
    await test.user.outbox.append('T1', { kind: 'delete' })
    showTrolly(test)
    expect(await screen.findByText('This trolly has been deleted.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Checkout' })).toBeNull()
    await press('Bring it back')
    expect(await screen.findByRole('link', { name: 'Checkout' })).toBeTruthy()
  })
})

describe('a trolly of another account than the one that is chosen', () => {
  it('shows its own, with the terms that the order goes by', async () => {
    const test = await aTrolly()
    const { database } = test.user
    const limes = aCustomer({ id: '200401', name: 'The Limes' })
    await keepChoice(database, { customer: limes, deliveryDay: null, trollyId: null })
    test.server.on(customers.get, () => aCustomer({ minimumOrderPence: 90_000 }))
    showCheckout(test)
    expect(await screen.findAllByText(/The Ploughman’s Rest/)).not.toHaveLength(0)
    expect(await screen.findByText(/to the minimum of £900\.00/)).toBeTruthy()
  })
})
