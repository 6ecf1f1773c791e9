import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { favourites } from '#contract/favourites.ts'
import { FAVOURITES_LANE, type Favourite } from '#domain/favourites.ts'
import type { Product } from '#domain/product.ts'
import { useRefusals } from '#src/features/status/use-refusals.ts'
import { Screen as ProductScreen } from '#src/screens/orders/create/search/product.tsx'
import { Screen as FavouritesScreen } from '#src/screens/orders/favourites.tsx'
import { replaceRows } from '#src/store/lane-rows.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aHead, aProduct, aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { putOrdering } from './ordering.ts'
import { withoutSignal } from './search-screen.tsx'

const HEAD = aHead()
const product = (product_no: string, name: string): Product => ({
  ...aProduct({ product_no, name }),
  pricePence: 1_250,
})
const LIST = [product('A1', 'Chicken Thighs'), product('B2', 'Plum Tomatoes')]
const AT = '2026-11-20T09:00:00.000Z'
const found = (...product_nos: string[]) => ({
  data: product_nos.map((product_no) => ({
    product_no,
    addedAt: AT,
    product: LIST.find((each) => each.product_no === product_no) ?? null,
  })),
  total: product_nos.length,
  page: 1,
  pageLength: 96,
})

const aDevice = async () => {
  const test = aTestDevice()
  await putOrdering(test, HEAD, { list: LIST })
  return test
}
const keep = ({ user: { database } }: TestDevice, ...favourites: Favourite[]) =>
  replaceRows(database, FAVOURITES_LANE, favourites, ({ product_no }) => product_no)
const star = (name = 'Chicken Thighs') => screen.findByRole('button', { name: `Favourite: ${name}` })

it('a product’s star is set offline, saved and removed again', async () => {
  const test = await aDevice()
  await withoutSignal(test)
  renderOn(test, <ProductScreen id="A1" />, {
    path: `/orders/create/search/product-A1?trolly=${HEAD.id}`,
  })
  fireEvent.click(await star())
  await waitFor(async () => expect((await star()).getAttribute('aria-pressed')).toBe('true'))
  expect(await test.user.database.outbox.toArray()).toMatchObject([
    { lane: 'favourites:own', operation: { kind: 'star', product_no: 'A1', trollyId: HEAD.id } },
  ])
  fireEvent.click(await star())
  await waitFor(async () => expect((await star()).getAttribute('aria-pressed')).toBe('false'))
  // It is still sent: after a sign-out the device no longer knows whether the server has the star.
  expect(await test.user.database.outbox.toArray()).toMatchObject([
    { lane: 'favourites:own', operation: { kind: 'unstar', product_no: 'A1' } },
  ])
})

it('favourites are listed with quantity boxes that fill the trolly', async () => {
  const test = await aDevice()
  test.server.on(favourites.search, () => found('A1', 'GONE'))
  renderOn(test, <FavouritesScreen />, { path: '/orders/favourites' })
  const list = await screen.findByRole('list', { name: 'Favourites' })
  const more = await within(list).findByRole('button', { name: 'One more of Chicken Thighs' })
  expect(screen.getByText(/not on this device: GONE/)).toBeTruthy()
  fireEvent.click(more)
  await waitFor(async () =>
    expect(await test.user.database.outbox.toArray()).toMatchObject([
      { lane: `trolly:${HEAD.id}`, operation: { kind: 'add', product_no: 'A1', quantity: 1 } },
    ]),
  )
})

it('if they cannot be read, the stored ones are shown with the error', async () => {
  const test = await aDevice()
  await keep(test, { product_no: 'B2', addedAt: AT })
  test.server.on(favourites.search, () => {
    throw refusal('internal', { message: 'Something went wrong on our side.' })
  })
  renderOn(test, <FavouritesScreen />, { path: '/orders/favourites' })
  expect(await screen.findByText(/Your favourites could not be updated/)).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Plum Tomatoes' })).toBeTruthy()
})

it('a user without favourites is told how to add one', async () => {
  const test = await aDevice()
  test.server.on(favourites.search, () => found())
  renderOn(test, <FavouritesScreen />, { path: '/orders/favourites' })
  expect(await screen.findByText(/No favourites yet/)).toBeTruthy()
})

it('unreadable storage is reported instead of an empty list', async () => {
  const test = await aDevice()
  test.server.on(favourites.search, () => found())
  vi.spyOn(test.user.database.rows, 'where').mockImplementation(() => {
    throw new Error('unreadable')
  })
  renderOn(test, <FavouritesScreen />, { path: '/orders/favourites' })
  expect(await screen.findByText(/^This device’s storage can’t be read/)).toBeTruthy()
  expect(screen.queryByText(/No favourites yet/)).toBeNull()
})

it('removing a star on the favourites page keeps its row, and its place if set again', async () => {
  const test = await aDevice()
  await keep(
    test,
    { product_no: 'A1', addedAt: '2026-11-20T10:00:00.000Z' },
    { product_no: 'B2', addedAt: AT },
  )
  renderOn(test, <FavouritesScreen />, { path: '/orders/favourites' })
  const names = () =>
    screen.getAllByRole('link', { name: /^(Chicken|Plum)/ }).map(({ textContent }) => textContent)
  const plums = await star('Plum Tomatoes')
  fireEvent.click(plums)
  await waitFor(() => expect(plums.getAttribute('aria-pressed')).toBe('false'))
  expect(names()).toEqual(['Chicken Thighs', 'Plum Tomatoes'])
  expect(await test.user.database.outbox.toArray()).toMatchObject([{ operation: { kind: 'unstar' } }])
  fireEvent.click(plums)
  await waitFor(() => expect(plums.getAttribute('aria-pressed')).toBe('true'))
  expect(names()).toEqual(['Chicken Thighs', 'Plum Tomatoes'])
  expect(await test.user.database.outbox.toArray()).toMatchObject([{ operation: { kind: 'star' } }])
})

const refused = (product_no: string) => ({
  noun: 'favourites',
  operation: { kind: 'star', product_no },
  code: 'product_not_found',
})

it('refused stars are reported once, by product name', async () => {
  const test = await aDevice()
  await test.user.database.sync.put({
    name: 'refusals',
    value: [refused('A1'), refused('X9')],
  })
  function Page() {
    useRefusals()
    return null
  }
  const { unmount } = renderOn(test, <Page />)
  await screen.findByText('Not added to your favourites: Chicken Thighs 2.5 kg, Product X9. No longer sold.')
  expect(await test.user.database.sync.get('refusals')).toBeUndefined()
  unmount()
})
