import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { activeOrders } from '#contract/orders.ts'
import { ownSafetyNotices } from '#contract/own-safety-notices.ts'
import { recalls } from '#contract/recalls.ts'
import {
  type NamedCustomer,
  type SafetyNoticeRow,
  safetyNoticeReport,
} from '#contract/safety-notice-report.ts'
import type { TakeSubstitute } from '#domain/line-terms.ts'
import { type SafetyNotice, safetyLane } from '#domain/safety-notices.ts'
import { Screen as Home } from '#src/screens/home.tsx'
import { Screen as Office } from '#src/screens/maintenance/safety-notices.tsx'
import { Screen as Checkout } from '#src/screens/orders/create/search/checkout.tsx'
import { Screen as ProductScreen } from '#src/screens/orders/create/search/product.tsx'
import { Screen as TrollyScreen } from '#src/screens/orders/create.tsx'
import { Screen as OrderPage } from '#src/screens/orders/history-order.tsx'
import { replaceRows } from '#src/store/lane-rows.ts'
import { aHead, aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'
import { anOrder, anOrderLine } from './customers-orders.ts'
import { aLine, aListed, putOrdering } from './ordering.ts'
import { withoutSignal } from './search-screen.tsx'

vi.setConfig({ testTimeout: 30_000 })

const HEAD = aHead({ deliveryDay: '2026-12-04' })
const LANE = safetyLane(HEAD.customerId)
const CUBES = aListed({ product_no: 'A1', name: 'Stock Cubes' })
const FLOUR = aListed({ product_no: 'B2', name: 'Plain Flour' })

const bought = (product_no: string, name: string) => [
  { product_no, name, pack: '', quantity: 4, lastBought: '2025-11-20' },
]
const CHANGED: SafetyNotice = {
  id: '01900000-0000-7000-8000-000000000001',
  edition: 1,
  at: '2026-11-24T09:00:00.000Z',
  products: bought('A1', 'Stock Cubes'),
  before: { contains: ['milk'], mayContain: null },
  after: { contains: ['celery'], mayContain: null },
  recall: null,
  isRead: false,
}
const RECALL: SafetyNotice = {
  ...CHANGED,
  id: '01900000-0000-7000-8000-000000000002',
  products: bought('C3', 'Pork Pies'),
  before: null,
  after: null,
  recall: {
    reference: 'R-7',
    batches: ['L2291'],
    useBy: '',
    reason: 'Pieces of metal',
    action: 'destroy',
    advice: 'Clean the shelf.',
  },
}

const aDevice = async (
  notices: SafetyNotice[],
  { lines = ['A1'], user = aUser() }: { lines?: string[]; user?: ReturnType<typeof aUser> } = {},
) => {
  const test = aTestDevice({ user })
  await putOrdering(test, HEAD, {
    list: [CUBES, FLOUR],
    lines: lines.map((product_no) => aLine(HEAD, product_no)),
    customer: { minimumOrderPence: 0 },
  })
  await replaceRows(test.user.database, LANE, notices, ({ id }) => id)
  test.server.on(ownSafetyNotices.list, () => ({ data: notices }))
  const noted = async () =>
    (await test.user.database.outbox.where('lane').equals(LANE).toArray()).map(({ operation }) => operation)
  return { ...test, noted }
}

describe('a customer', () => {
  it('reads on home what has changed and what to do, and confirms it without a connection', async () => {
    const test = await aDevice([CHANGED, RECALL])
    await withoutSignal(test)
    renderOn(test, <Home />, { path: '/home' })
    await screen.findByText(/1 recall of goods you have bought\. Allergens have changed in 1 product/)
    expect(await test.noted()).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Read' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Safety notices' }))
    await sheet.findByText('Now contains celery')
    for (const words of [
      'No longer contains milk',
      'Milk → Celery',
      'Do not use it. Throw it away.',
      'Pieces of metal',
      'L2291',
    ])
      expect(sheet.getByText(words)).toBeTruthy()
    expect(sheet.getByText(/You bought 4 × Stock Cubes\. Last delivery: Thu 20 Nov/)).toBeTruthy()
    await waitFor(async () => expect(await test.noted()).toMatchObject([{ kind: 'read' }]))
    fireEvent.click(sheet.getByRole('button', { name: 'I have read this: Pork Pies' }))
    await waitFor(() => expect(sheet.queryByText('Pieces of metal')).toBeNull())
    fireEvent.click(sheet.getByRole('button', { name: 'I have read this: Stock Cubes' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Read' })).toBeNull())
    expect(await test.noted()).toMatchObject([
      { kind: 'read', notices: [{ id: RECALL.id }, { id: CHANGED.id }] },
      { kind: 'acknowledge', notices: [{ id: RECALL.id, edition: 1 }] },
      { kind: 'acknowledge', notices: [{ id: CHANGED.id, edition: 1 }] },
    ])
  })

  it('sees several changes of a product as one, and none where they undo one another', async () => {
    const again: SafetyNotice = {
      ...CHANGED,
      id: '01900000-0000-7000-8000-000000000003',
      before: CHANGED.after,
      after: { contains: ['milk'], mayContain: ['nuts'] },
    }
    const undone: SafetyNotice = {
      ...again,
      id: '01900000-0000-7000-8000-000000000004',
      after: CHANGED.before,
    }
    const test = await aDevice([CHANGED, again])
    const { unmount } = renderOn(test, <ProductScreen id="A1" />, {
      path: `/orders/create/search/product-A1?trolly=${HEAD.id}`,
    })
    const list = within(await screen.findByRole('list', { name: 'Safety notices' }))
    expect(list.getAllByRole('listitem').length).toBe(2)
    expect(list.getByText('May now contain nuts')).toBeTruthy()
    unmount()
    const quiet = await aDevice([CHANGED, undone])
    renderOn(quiet, <ProductScreen id="A1" />, { path: `/orders/create/search/product-A1?trolly=${HEAD.id}` })
    await screen.findByRole('heading', { name: 'Stock Cubes' })
    expect(screen.queryByRole('list', { name: 'Safety notices' })).toBeNull()
  })

  it('is told under the line of a trolly, and confirms before ordering that product', async () => {
    const test = await aDevice([CHANGED])
    const trolly = renderOn(test, <TrollyScreen id={HEAD.id} />, { path: `/orders/create-${HEAD.id}` })
    expect(await screen.findByText('Now contains celery · No longer contains milk')).toBeTruthy()
    trolly.unmount()
    renderOn(test, <Checkout id={HEAD.id} />, { path: `/orders/create/search/checkout-${HEAD.id}` })
    const place = () => screen.getByRole('button', { name: /^Place order/ })
    await screen.findByRole('button', { name: /^Place order/, busy: false })
    expect(place().getAttribute('aria-disabled')).toBe('true')
    await userEvent.click(await screen.findByRole('button', { name: 'I have read this: Stock Cubes' }))
    await waitFor(() => expect(place().getAttribute('aria-disabled')).not.toBe('true'))
  })

  it('is told under a line that has a problem as well', async () => {
    const test = await aDevice([CHANGED])
    await test.user.database.products.update('A1', { stockQuantity: 0 })
    renderOn(test, <TrollyScreen id={HEAD.id} />, { path: `/orders/create-${HEAD.id}` })
    const note = await screen.findByText('Now contains celery · No longer contains milk')
    const line = within(note.closest('li') as HTMLElement)
    expect(await line.findByText('Stock Cubes is out of stock')).toBeTruthy()
  })

  it('is still told of a recall after confirming it, and orders the product', async () => {
    const recalled = { ...RECALL, products: bought('A1', 'Stock Cubes') }
    const test = await aDevice([recalled])
    const checkout = { path: `/orders/create/search/checkout-${HEAD.id}` }
    const { unmount } = renderOn(test, <Checkout id={HEAD.id} />, checkout)
    const confirm = { name: 'I have read this: Stock Cubes' }
    await userEvent.click(await screen.findByRole('button', confirm))
    await waitFor(() => expect(screen.queryByRole('button', confirm)).toBeNull())
    const place = screen.getByRole('button', { name: /^Place order/ })
    expect(place.getAttribute('aria-disabled')).toBeNull()
    unmount()
    const trolly = renderOn(test, <TrollyScreen id={HEAD.id} />, { path: `/orders/create-${HEAD.id}` })
    expect(await screen.findByText('Recalled: Pieces of metal')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Read' })).toBeNull()
    trolly.unmount()
    const page = { path: `/orders/create/search/product-A1?trolly=${HEAD.id}` }
    const product = renderOn(test, <ProductScreen id="A1" />, page)
    expect(await screen.findByText('Confirmed. It stays here until the recall is withdrawn.')).toBeTruthy()
    expect(screen.queryByRole('button', confirm)).toBeNull()
    product.unmount()
  })

  it('is told on the page of an order that holds recalled goods, confirmed or not', async () => {
    const products = [...RECALL.products, ...bought('C4', 'Game Pies')]
    const test = await aDevice([{ ...RECALL, products, isConfirmed: true }])
    const lines = [
      anOrderLine({ product_no: 'C3', name: 'Pork Pies' }),
      anOrderLine({ product_no: 'C4', name: 'Game Pies', deliveredQuantity: 0 }),
    ]
    test.server.on(activeOrders.get, () => anOrder({ customerId: HEAD.customerId, lines }))
    renderOn(test, <OrderPage id="o1" />, { path: '/orders/history-o1' })
    expect(await screen.findByText('Recalled: Pork Pies. Do not use it. Throw it away.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Read' }))
    expect(await screen.findByText('Pieces of metal')).toBeTruthy()
  })

  it('orders other products without confirming', async () => {
    const test = await aDevice([CHANGED], { lines: ['B2'] })
    renderOn(test, <Checkout id={HEAD.id} />, { path: `/orders/create/search/checkout-${HEAD.id}` })
    const place = await screen.findByRole('button', { name: /^Place order/, busy: false })
    expect(place.getAttribute('aria-disabled')).not.toBe('true')
  })

  it('confirms before ordering a product whose agreed substitute has changed', async () => {
    const test = await aDevice([CHANGED], { lines: ['B2'] })
    const substitution: TakeSubstitute = {
      kind: 'take',
      product_no: 'A1',
      seen: { name: 'Stock Cubes', pack: '', pricePence: 100, contains: [], mayContain: [] },
      confirmed: { contains: [], mayContain: [], unknown: false },
    }
    await test.user.database.lines.toCollection().modify({ substitution })
    renderOn(test, <Checkout id={HEAD.id} />, { path: `/orders/create/search/checkout-${HEAD.id}` })
    expect(await screen.findByRole('button', { name: 'I have read this: Stock Cubes' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Place order/ }).getAttribute('aria-disabled')).toBe('true')
  })

  it('cannot order while this device cannot read its notices, and is told so', async () => {
    const test = await aDevice([CHANGED])
    const { rows } = test.user.database
    const fail = (row: { lane: string }) => {
      if (row.lane === LANE) throw new Error('unreadable')
      return row
    }
    rows.hook('reading', fail)
    renderOn(test, <Checkout id={HEAD.id} />, { path: `/orders/create/search/checkout-${HEAD.id}` })
    expect(await screen.findByText('Safety notices could not be read on this device.')).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Place order/ }).getAttribute('aria-disabled')).toBe('true')
    rows.hook('reading').unsubscribe(fail)
    await screen.findByRole('button', { name: 'I have read this: Stock Cubes' }, { timeout: 5_000 })
  })

  it('who may not order reads, and staff neither read nor confirm for them', async () => {
    const reader = await aDevice([CHANGED], { user: aUser({ can_place_orders: 0 }) })
    const page = { path: `/orders/create/search/product-A1?trolly=${HEAD.id}` }
    const { unmount } = renderOn(reader, <ProductScreen id="A1" />, page)
    await screen.findByText('Now contains celery')
    expect(screen.queryByRole('button', { name: /^I have read this/ })).toBeNull()
    await waitFor(async () => expect(await reader.noted()).toMatchObject([{ kind: 'read' }]))
    unmount()
    const staff = await aDevice([CHANGED], { user: aUser({ account_type: 'ST' }) })
    renderOn(staff, <ProductScreen id="A1" />, page)
    await screen.findByText(/Tell the customer/)
    expect(screen.queryByRole('button', { name: /^I have read this/ })).toBeNull()
    expect(await staff.noted()).toEqual([])
  })
})

describe('the office', () => {
  const row: SafetyNoticeRow = {
    id: RECALL.id,
    kind: 'recall',
    edition: 2,
    at: '2026-11-24T09:00:00.000Z',
    closedAt: null,
    products: [{ product_no: 'C3', name: 'Pork Pies', pack: '' }],
    before: null,
    after: null,
    recall: RECALL.recall,
    counts: { to_phone: 1, seen: 0, acknowledged: 1, phoned: 0, cancelled: 0 },
  }
  const named = (parts: Partial<NamedCustomer>): NamedCustomer => ({
    customerId: '200101',
    name: 'The Ploughman’s Rest',
    town: 'Halifax',
    phone: '01632 960 441',
    quantity: 4,
    lastBought: '2026-11-20',
    state: 'to_phone',
    by: '',
    at: null,
    spokenTo: '',
    ...parts,
  })
  const anOffice = (path: string) => {
    const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
    const asked: unknown[] = []
    test.server.on(safetyNoticeReport.search, () => ({ data: [row], total: 1, page: 1, pageLength: 24 }))
    test.server.on(safetyNoticeReport.get, () => row)
    test.server.on(safetyNoticeReport.customers, ({ body }) => {
      asked.push(body)
      const data = [
        named({}),
        named({
          customerId: '200102',
          name: 'Café Kit',
          state: 'acknowledged',
          by: 'Robin Cook',
          at: '2026-11-24T10:00:00.000Z',
        }),
      ]
      return { data, total: 2, page: 1, pageLength: 24 }
    })
    renderOn(test, <Office />, { path })
    return { test, asked }
  }

  it('sees whom a recall has not reached, with the number to phone, and marks the call', async () => {
    const { test, asked } = anOffice('/maintenance/safety-notices')
    const calls: unknown[] = []
    test.server.on(safetyNoticeReport.phoned, ({ body }) => {
      calls.push(body)
      return { customerId: '200101', at: '2026-11-24T11:00:00.000Z', spokenTo: 'Sam' }
    })
    fireEvent.click(await screen.findByRole('button', { name: 'Pork Pies · R-7' }))
    const table = within(await screen.findByRole('table', { name: 'Pork Pies · R-7' }))
    const [phone] = await table.findAllByRole('link', { name: '01632 960 441' })
    expect(phone?.getAttribute('href')).toBe('tel:01632 960 441')
    expect(table.getByText('Robin Cook, Tue 24 Nov')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: /^Not reached/ }))
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'to_phone', sort_by: 'name' }))
    expect(table.queryByRole('button', { name: 'Phoned Café Kit' })).toBeNull()
    fireEvent.click(table.getByRole('button', { name: /^Phoned The Ploughman/ }))
    const sheet = within(await screen.findByRole('dialog', { name: /^Phoned The Ploughman/ }))
    await userEvent.type(await sheet.findByLabelText('Spoken to'), 'Sam')
    await userEvent.click(sheet.getByRole('button', { name: 'Mark as phoned' }))
    await waitFor(() => expect(calls).toEqual([{ customerId: '200101', edition: 2, spokenTo: 'Sam' }]))
  })

  it('sees whom a recall would name before it is published', async () => {
    const { test } = anOffice('/maintenance/safety-notices?list=recalls')
    const tried: unknown[] = []
    test.server.on(recalls.search, () => ({ data: [], total: 0, page: 1, pageLength: 24 }))
    test.server.on(recalls.trial, ({ body }) => {
      tried.push(body)
      return { customers: 12, quantity: 40, withoutPhone: 1, unknown: ['D 4'] }
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Add recall' }))
    const form = within(await screen.findByRole('dialog', { name: 'New recall' }))
    await userEvent.type(await form.findByLabelText('Reference'), 'R-8')
    await userEvent.type(form.getByLabelText('Product codes'), 'C3, D 4')
    await userEvent.type(form.getByLabelText('Reason'), 'Salmonella')
    await userEvent.click(form.getByRole('button', { name: 'See whom it names' }))
    expect(
      await form.findByText(
        'No product has the code D 4. Correct this to publish the recall. It names 12 customers, who bought 40 in all. 1 of them have no phone number.',
      ),
    ).toBeTruthy()
    expect(tried).toMatchObject([{ productNos: ['C3', 'D 4'] }])
  })
})
