import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Screen } from '#src/screens/other/product-catalogue.tsx'
import { renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { aDevice, address, HEAD, names, withoutSignal } from './search-screen.tsx'

const PATH = '/other/product-catalogue'
const show = (test: TestDevice, search = '') => renderOn(test, <Screen />, { path: `${PATH}${search}` })
const linksIn = async (label: string) => {
  const nav = await screen.findByRole('navigation', { name: label })
  return within(nav)
    .getAllByRole('link')
    .map((link) => link.textContent)
}
const follow = async (label: string, name: RegExp) =>
  fireEvent.click(within(await screen.findByRole('navigation', { name: label })).getByRole('link', { name }))

it('is walked offline from departments to groups and categories, with the number of products in each', async () => {
  const test = await aDevice()
  await withoutSignal(test)
  show(test)
  expect(await linksIn('Departments')).toContain('Dairy')
  await waitFor(() => expect(names()).toHaveLength(3))
  await follow('Departments', /Dairy/)
  expect(await linksIn('Groups')).toEqual(['Milk1'])
  await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  await follow('Groups', /Milk/)
  expect(await linksIn('Categories')).toEqual(['Milk1'])
  expect(address()).toBe(`${PATH}?department=Dairy&group=Milk`)
  expect(await linksIn('Catalogue path')).toEqual(['Catalogue', 'Dairy'])
})

it('adds to the current trolly in its rows', async () => {
  const test = await aDevice()
  show(test, '?department=Dairy')
  fireEvent.click(await screen.findByRole('button', { name: 'One more of Whole Milk' }))
  await waitFor(async () =>
    expect(await test.user.database.outbox.toArray()).toMatchObject([
      { lane: `trolly:${HEAD.id}`, operation: { kind: 'add', product_no: 'A10', quantity: 1 } },
    ]),
  )
})

it('searches within what has been chosen, and says so if nothing is there', async () => {
  const test = await aDevice()
  show(test, '?department=Dairy')
  await waitFor(() => expect(names()).toEqual(['Whole Milk']))
  fireEvent.change(await screen.findByRole('combobox', { name: 'Search products' }), {
    target: { value: 'chicken' },
  })
  expect(await screen.findByText('No products found for “chicken” with these filters.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Clear text and filters' }))
  await waitFor(() => expect(names()).toHaveLength(3))
})
