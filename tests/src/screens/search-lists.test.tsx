import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { products } from '#contract/products.ts'
import { FAVOURITES_LANE, type Favourite } from '#domain/favourites.ts'
import { replaceRows } from '#src/store/lane-rows.ts'
import { replaceTemplate } from '#src/store/templates.ts'
import { refusal } from '#tests/support/fake-api.ts'
import type { TestDevice } from '#tests/support/signed-in.tsx'
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

/** Searches limited to favourites and templates, offline. */

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
  fireEvent.click(screen.getByRole('button', { name: /^Filter and sort/ }))
  fireEvent.click(await screen.findByRole('button', { name }))
  fireEvent.click(await screen.findByRole('button', { name: /^Show \d products?$/ }))
}

it('limits a search to favourites, shown in the address and as a chip', async () => {
  show(await withLists(), '?all=1')
  await waitFor(() => expect(names()).toHaveLength(3))
  await choose('Favourites2')
  await waitFor(() => expect(names()).toEqual(['Chicken Thighs', 'Whole Milk']))
  expect(address()).toMatch(/\?favourite=1$/)
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter Favourites' }))
  await waitFor(() => expect(names()).toHaveLength(3))
})

it('limits a search to a template, named on its chip even without results', async () => {
  show(await withLists(), '?q=milk')
  await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  await choose('Fridays1')
  await waitFor(() => expect(address()).toContain(`template=${FRIDAYS}`))
  expect(screen.getByRole('button', { name: 'Remove filter Fridays' })).toBeTruthy()
  const field = screen.getByRole('searchbox', { name: 'Search products' })
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
  fireEvent.click(screen.getByRole('button', { name: /^Filter and sort/ }))
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
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search products' }), {
    target: { value: 'chicken' },
  })
  await screen.findByText('No products found for “chicken” with these filters.')
})

it('says what this device lacks instead of finding nothing', async () => {
  const test = await aDevice()
  await withoutSignal(test)
  show(test, '?favourite=1')
  await failure('This filter isn’t available offline yet')
  fireEvent.click(screen.getByRole('button', { name: /^Filter and sort/ }))
  await screen.findByText('Your favourites have not been downloaded to this device yet.')
})

it('says that a template in a link has been deleted', async () => {
  const test = await aDevice()
  test.server.on(products.search, () => {
    throw refusal('template_deleted', { message: 'This template has been deleted.' })
  })
  show(test, `?template=${FRIDAYS}`)
  await failure('Search failed. This template has been deleted.')
  expect(screen.getByRole('button', { name: 'Remove filter Template' })).toBeTruthy()
})
