import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { dayPlus } from '#domain/london-time.ts'
import type { Product } from '#domain/product.ts'
import { dayNumberOf } from '#domain/purchase-history.ts'
import { type StockAlert, stockAlertsLane } from '#domain/stock-alerts.ts'
import { Screen as Home } from '#src/screens/home.tsx'
import { Screen as ProductScreen } from '#src/screens/orders/create/search/product.tsx'
import { Screen as FavouritesScreen } from '#src/screens/orders/favourites.tsx'
import { Screen as StockAlertsScreen } from '#src/screens/orders/stock-alerts.tsx'
import { replaceRows } from '#src/store/lane-rows.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aHead, aProduct, aTestDevice, aUser, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { putOrdering } from './ordering.ts'
import { putHistory, withoutSignal } from './search-screen.tsx'

const HEAD = aHead()
const LANE = stockAlertsLane(HEAD.customerId)
const product = (product_no: string, name: string, stockQuantity: number): Product => ({
  ...aProduct({ product_no, name, stockQuantity }),
  pricePence: 1_250,
})
const GONE = product('A1', 'Chicken Thighs', 0)
const BACK = product('B2', 'Plum Tomatoes', 7)
const AT = '2026-11-20T09:00:00.000Z'
const alert = (product_no: string, toldAt: string | null = null): StockAlert => ({
  product_no,
  askedAt: AT,
  toldAt,
})
const own = (...alerts: StockAlert[]) => ({
  data: alerts.map((each) => ({
    ...each,
    product: [GONE, BACK].find(({ product_no }) => product_no === each.product_no) ?? null,
  })),
})

const aDevice = async ({ knows = [] as StockAlert[], user = aUser() } = {}) => {
  const test = aTestDevice({ user })
  await putOrdering(test, HEAD, { list: [GONE, BACK] })
  await replaceRows(test.user.database, LANE, knows, ({ product_no }) => product_no)
  return test
}
const outbox = ({ user }: TestDevice) => user.database.outbox.toArray()
const ask = () => screen.findByRole('button', { name: /^Tell me when it’s back: Chicken Thighs/ })
const asked = () => screen.findByRole('button', { name: /^We’ll tell you: Chicken Thighs/ })
const productPage = (test: TestDevice, id = 'A1') =>
  renderOn(test, <ProductScreen id={id} />, {
    path: `/orders/create/search/product-${id}?trolly=${HEAD.id}`,
  })

describe('the page of a product that is out of stock', () => {
  it('offers an alert without a connection, says that it is kept, and takes it back', async () => {
    const test = await aDevice()
    await withoutSignal(test)
    productPage(test)
    fireEvent.click(await ask())
    expect((await asked()).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByText(/On your home page and by e-mail\. Press again/)).toBeTruthy()
    expect(await outbox(test)).toMatchObject([
      { lane: LANE, operation: { kind: 'ask', product_no: 'A1', trollyId: HEAD.id } },
    ])
    fireEvent.click(await asked())
    expect((await ask()).getAttribute('aria-pressed')).toBe('false')
    await waitFor(async () => expect(await outbox(test)).toEqual([]))
  })

  it('offers it again once it came true and the product has sold out again', async () => {
    const test = await aDevice({ knows: [alert('A1', AT)] })
    await withoutSignal(test)
    productPage(test)
    fireEvent.click(await ask())
    expect(await asked()).toBeTruthy()
  })
})

it('the page of a product in stock offers none', async () => {
  const test = await aDevice()
  await withoutSignal(test)
  productPage(test, 'B2')
  await screen.findByRole('button', { name: 'Favourite: Plum Tomatoes' })
  expect(screen.queryByRole('button', { name: /Tell me/ })).toBeNull()
})

it('a row offers an alert below a product that is out of stock, and below no other', async () => {
  const test = await aDevice()
  await withoutSignal(test)
  const starred = [GONE, BACK].map(({ product_no }) => ({ product_no, addedAt: AT }))
  await replaceRows(test.user.database, 'favourites:own', starred, ({ product_no }) => product_no)
  renderOn(test, <FavouritesScreen />, { path: '/orders/favourites' })
  fireEvent.click(await ask())
  expect(await asked()).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Plum Tomatoes.*tell|tell.*Plum Tomatoes/i })).toBeNull()
})

describe('home', () => {
  it('shows what is back, adds it, and dismisses it', async () => {
    const test = await aDevice({ knows: [alert('A1'), alert('B2', AT)] })
    await withoutSignal(test)
    renderOn(test, <Home />, { path: '/home' })
    const list = await screen.findByRole('list', { name: 'Back in stock' })
    expect(within(list).queryByText('Chicken Thighs')).toBeNull()
    fireEvent.click(within(list).getByRole('button', { name: 'One more of Plum Tomatoes' }))
    await waitFor(async () =>
      expect(await outbox(test)).toMatchObject([{ operation: { kind: 'add', product_no: 'B2' } }]),
    )
    fireEvent.click(within(list).getByRole('button', { name: 'Dismiss: Plum Tomatoes' }))
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Back in stock' })).toBeNull())
    expect(await outbox(test)).toMatchObject([{}, { lane: LANE, operation: { kind: 'withdraw' } }])
  })

  it('dismisses what was added once the page is left, and not before', async () => {
    const test = await aDevice({ knows: [alert('B2', AT)] })
    await withoutSignal(test)
    const { unmount } = renderOn(test, <Home />, { path: '/home' })
    fireEvent.click(await screen.findByRole('button', { name: 'One more of Plum Tomatoes' }))
    await waitFor(async () => expect(await outbox(test)).toHaveLength(1))
    expect(screen.getByRole('list', { name: 'Back in stock' })).toBeTruthy()
    unmount()
    await waitFor(async () =>
      expect(await outbox(test)).toMatchObject([{}, { operation: { kind: 'withdraw', product_no: 'B2' } }]),
    )
  })

  it('offers an alert on a usual product that is out of stock, and on no other', async () => {
    const test = await aDevice()
    await withoutSignal(test)
    await putHistory(
      test,
      [7, 14, 21].map((ago) => {
        const day = dayPlus(HEAD.deliveryDay ?? '', -ago)
        const lines = ['A1', 'B2'].map((product_no) => ({ product_no, quantity: 1 }))
        return { day: dayNumberOf(day), placedMs: Date.parse(day), lines }
      }),
    )
    renderOn(test, <Home />, { path: '/home' })
    const usual = await screen.findByRole('list', { name: 'Your usual' })
    fireEvent.click(await within(usual).findByRole('button', { name: /^Tell me when it’s back: Chicken/ }))
    expect(await within(usual).findByRole('button', { name: /^We’ll tell you: Chicken Thighs/ })).toBeTruthy()
    expect(within(usual).queryByRole('button', { name: /Plum Tomatoes.*(tell|back)/i })).toBeNull()
  })

  it('says nothing while nothing is back', async () => {
    const test = await aDevice({ knows: [alert('A1')] })
    await withoutSignal(test)
    renderOn(test, <Home />, { path: '/home' })
    await screen.findByRole('heading', { name: /trollies$/ })
    expect(screen.queryByText('Back in stock')).toBeNull()
  })
})

describe('the list of alerts', () => {
  const path = '/orders/stock-alerts'

  it('has what is back and what is waited for; a withdrawn one keeps its row and can be asked for again', async () => {
    const test = await aDevice()
    test.server.on(stockAlerts.own, () => own(alert('A1'), alert('B2', AT), alert('OLD')))
    renderOn(test, <StockAlertsScreen />, { path })
    const waiting = await screen.findByRole('list', { name: 'Waiting for stock' })
    expect(await screen.findByRole('list', { name: 'Back in stock' })).toBeTruthy()
    expect(screen.getByText(/not on this device: OLD/)).toBeTruthy()
    fireEvent.click(await within(waiting).findByRole('button', { name: 'We’ll tell you: Chicken Thighs' }))
    fireEvent.click(await ask())
    expect(await asked()).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Stop waiting' }))
    await waitFor(() => expect(screen.queryByText(/not on this device/)).toBeNull())
  })

  it('says how to ask where there is none', async () => {
    const test = await aDevice()
    test.server.on(stockAlerts.own, () => own())
    renderOn(test, <StockAlertsScreen />, { path })
    expect(await screen.findByText(/No stock alerts/)).toBeTruthy()
  })

  it('shows the stored ones with the error if they cannot be read', async () => {
    const test = await aDevice({ knows: [alert('A1')] })
    test.server.on(stockAlerts.own, () => {
      throw refusal('internal', { message: 'Something went wrong on our side.' })
    })
    renderOn(test, <StockAlertsScreen />, { path })
    expect(await screen.findByText(/Your stock alerts could not be updated/)).toBeTruthy()
    expect(await screen.findByRole('list', { name: 'Waiting for stock' })).toBeTruthy()
  })
})
