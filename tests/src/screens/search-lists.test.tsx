import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { productSearch } from '#contract/product-search.ts'
import { FAVOURITES_LANE, type Favourite } from '#domain/favourites.ts'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { replaceRows } from '#src/store/lane-rows.ts'
import { replaceTemplate } from '#src/store/templates.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aProduct, type TestDevice } from '#tests/support/signed-in.tsx'
import { putAdverts } from './ordering.ts'
import {
  aDevice,
  address,
  atADesk,
  failure,
  HEAD,
  names,
  putPurchases,
  show,
  withoutSignal,
} from './search-screen.tsx'

/** Searches limited to favourites, templates, adverts and by purchases, offline. */

const AT = '2026-11-20T09:00:00.000Z'
const FRIDAYS = '0190b5a0-0000-7000-8000-0000000000a1'

const star = ({ user: { database } }: TestDevice, product_nos: readonly string[]) =>
  replaceRows(
    database,
    FAVOURITES_LANE,
    product_nos.map((product_no): Favourite => ({ product_no, addedAt: AT })),
    ({ product_no }) => product_no,
  )

const putTemplate = ({ user: { database } }: TestDevice, product_nos: readonly string[]) => {
  const head = {
    id: FRIDAYS,
    customerId: HEAD.customerId,
    ownerId: '01900000-0000-7000-8000-00000000000a',
    ownerName: 'Robin Cook',
    name: 'Fridays',
    visibility: 'private',
    version: 3,
    detailsVersion: 1,
    itemCount: product_nos.length,
    deleted: false,
    createdAt: AT,
    updatedAt: AT,
  } as const
  const settings = { parLevel: null, lastQuantity: null, deleted: false, addedAt: AT }
  return replaceTemplate(
    database,
    head,
    product_nos.map((product_no, position) => ({ ...settings, product_no, position })),
  )
}

const withLists = async () => {
  const test = await aDevice()
  await star(test, ['A1', 'A10'])
  await putTemplate(test, ['A2', 'A10'])
  await putPurchases(test, {})
  await withoutSignal(test)
  return test
}

const choose = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  fireEvent.click(await screen.findByRole('button', { name }))
  fireEvent.click(await screen.findByRole('button', { name: /^Show \d products?$/ }))
}

it('limits a search to favourites, shown in the address and as a chip', async () => {
  show(await withLists(), '?all=1')
  await waitFor(() => expect(names()).toHaveLength(3))
  await choose('Favourites2')
  await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Whole Milk']))
  await waitFor(() => expect(address()).toMatch(/\?favourite=1$/))
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter Favourites' }))
  await waitFor(() => expect(names()).toHaveLength(3))
})

it('limits a search to a template, named on its chip even without results', async () => {
  show(await withLists(), '?q=milk')
  await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  await choose('Fridays1')
  await waitFor(() => expect(address()).toContain(`template=${FRIDAYS}`))
  expect(screen.getByRole('button', { name: 'Remove filter Fridays' })).toBeTruthy()
  const field = screen.getByRole('combobox', { name: 'Search products' })
  fireEvent.change(field, { target: { value: 'thighs' } })
  await screen.findByText('No products found for “thighs” with these filters.')
  fireEvent.change(field, { target: { value: 'chicken' } })
  await waitFor(() => expect(names()).toEqual(['Chicken Breasts']))
  expect(screen.getByRole('button', { name: 'Remove filter Fridays' })).toBeTruthy()
})

it('keeps favourites for the next search, but not a template', async () => {
  const test = await withLists()
  show(test, `?favourite=1&template=${FRIDAYS}`)
  await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  fireEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Sort by' }), { target: { value: 'name' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Show 1 product' }))
  await waitFor(() => expect(test.device.settings.get().sortBy).toBe('name'))
  expect(test.device.settings.get().product_filters).toEqual({ favourite: '1' })
})

it('keeps the row of a product whose star is removed, without counting it', async () => {
  atADesk()
  show(await withLists(), '?favourite=1')
  await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Whole Milk']))
  const filters = within(screen.getByRole('complementary', { name: 'Filters' }))
  await filters.findByRole('button', { name: 'Favourites2' })
  fireEvent.click(screen.getByRole('button', { name: 'Favourite: Chicken Thighs' }))
  await filters.findByRole('button', { name: 'Favourites1' })
  expect(names()).toEqual(['Chicken Thighs', 'Whole Milk'])
  fireEvent.change(screen.getByRole('combobox', { name: 'Search products' }), {
    target: { value: 'chicken' },
  })
  await screen.findByText('No products found for “chicken” with these filters.')
})

it('says what this device lacks instead of finding nothing', async () => {
  const test = await aDevice()
  await withoutSignal(test)
  show(test, '?favourite=1')
  await failure('This filter isn’t available offline yet')
  fireEvent.click(screen.getByRole('button', { name: /^Filters/ }))
  await screen.findByText('Your favourites have not been downloaded to this device yet.')
})

it('says that a template in a link has been deleted', async () => {
  const test = await aDevice()
  test.server.on(productSearch.search, () => {
    throw refusal('template_deleted', { message: 'This template has been deleted.' })
  })
  show(test, `?template=${FRIDAYS}`)
  await failure('Search failed. This template has been deleted.')
  expect(screen.getByRole('button', { name: 'Remove filter Template' })).toBeTruthy()
})

const today = londonDayOf(new Date())
const banners = () =>
  screen.queryAllByRole('button', { name: /^See \d+ products? in / }).map(({ textContent }) => textContent)

it('begins with the adverts of the day that have a product for the customer, three at most', async () => {
  const test = await withLists()
  await putAdverts(test, [
    { code: 'Over', lastDay: dayPlus(today, -1), product_nos: ['A1'] },
    { code: 'To come', firstDay: dayPlus(today, 1), product_nos: ['A1'] },
    { code: 'Unpriced', product_nos: ['A9'] },
    { code: 'No longer sold', product_nos: ['gone'] },
    { code: 'First', firstDay: today, lastDay: today, product_nos: ['A1', 'gone'] },
    { code: 'Second', product_nos: ['A1', 'A10', 'A1', 'A9'] },
    { code: 'Third', product_nos: ['A2'] },
    { code: 'Fourth', product_nos: ['A2'] },
  ])
  await test.user.database.products.put(aProduct({ product_no: 'A9' }))
  show(test)
  await screen.findByRole('region', { name: 'Offers' })
  const expected = ['See 1 product in First', 'See 3 products in Second', 'See 1 product in Third']
  await waitFor(() => expect(banners()).toEqual(expected))
  fireEvent.change(screen.getByRole('combobox', { name: 'Search products' }), { target: { value: 'milk' } })
  await waitFor(() => expect(banners()).toEqual([]))
})

it('limits a search to an advert, until all filters are cleared', async () => {
  const test = await withLists()
  await putAdverts(test, [{ code: 'summer-bbq', title: 'Summer barbecue', product_nos: ['A1', 'A2'] }])
  show(test, '?sort_by=name')
  fireEvent.click(await screen.findByRole('button', { name: 'See 2 products in Summer barbecue' }))
  await waitFor(() => expect(names()).toEqual(['Chicken Breasts', 'Chicken Thighs']))
  await waitFor(() => expect(address()).toMatch(/\?sort_by=name&advert=summer-bbq$/))
  expect(banners()).toEqual([])
  expect(test.device.settings.get().product_filters).toEqual({})
  fireEvent.click(await screen.findByRole('button', { name: 'Remove filter Summer barbecue' }))
  expect(await screen.findByRole('button', { name: 'See 2 products in Summer barbecue' })).toBeTruthy()
  await choose('Summer barbecue2')
  await choose('New to you2')
  await waitFor(() => expect(address()).toMatch(/new_to_customer=1&advert=summer-bbq$/))
  fireEvent.change(screen.getByRole('combobox', { name: 'Search products' }), {
    target: { value: 'chicken' },
  })
  await waitFor(() => expect(address()).toContain('q=chicken'))
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(address()).toMatch(/\?q=chicken&sort_by=name$/))
})

it('tells an advert that has ended from one without products left', async () => {
  const test = await withLists()
  await putAdverts(test, [
    { code: 'over', lastDay: dayPlus(today, -1), product_nos: ['A1'] },
    { code: 'summer-bbq', title: 'Summer barbecue', product_nos: ['A1'] },
  ])
  const { unmount } = show(test, '?advert=over')
  await screen.findByText('This offer is not available.')
  expect(screen.getByRole('button', { name: 'Remove filter Offer' })).toBeTruthy()
  // The chips have one too.
  fireEvent.click(screen.getAllByRole('button', { name: 'Clear filters' }).at(-1) as HTMLElement)
  await waitFor(() => expect(address()).not.toContain('advert'))
  unmount()
  show(test, '?q=milk&advert=summer-bbq')
  await screen.findByText('No products found for “milk” with these filters.')
})

it('filters by what is new to the customer, and keeps that for the next search', async () => {
  const test = await aDevice()
  await putPurchases(test, { A1: 3 })
  await withoutSignal(test)
  show(test, '?all=1')
  await waitFor(() => expect(names()).toHaveLength(3))
  await choose('New to you2')
  await waitFor(() => expect(names()).toEqual(['Chicken Breasts', 'Whole Milk']))
  expect(screen.getByRole('button', { name: 'Remove filter New to you' })).toBeTruthy()
  await waitFor(() => expect(test.device.settings.get().product_filters).toEqual({ new_to_customer: '1' }))
})

it('shows an advert that arrives late only at the next start of a search', async () => {
  const test = await withLists()
  show(test)
  const departments = await screen.findByRole('navigation', { name: 'Departments' })
  await within(departments).findByRole('button', { name: /^Meat/ })
  await putAdverts(test, [{ code: 'Summer barbecue', product_nos: ['A1'] }])
  const field = screen.getByRole('combobox', { name: 'Search products' })
  fireEvent.change(field, { target: { value: 'milk' } })
  await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  expect(banners()).toEqual([])
  fireEvent.change(field, { target: { value: '' } })
  await waitFor(() => expect(banners()).toEqual(['See 1 product in Summer barbecue']))
})
