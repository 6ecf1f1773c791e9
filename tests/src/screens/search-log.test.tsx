import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Screen as ProductPage } from '#src/screens/orders/create/search/product.tsx'
import { Screen as Trolly } from '#src/screens/orders/create.tsx'
import { Screen as Catalogue } from '#src/screens/other/product-catalogue.tsx'
import { renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { aDevice, HEAD, names, show, THIGHS, type } from './search-screen.tsx'

/** Searches as term and number found, additions as product and quantity. */
const logOf = async ({ user: { database } }: TestDevice) =>
  (await database.searchLog.toArray()).map((event) =>
    event.kind === 'searched' ? [event.term, event.found] : [event.product_no, event.quantity],
  )
const eventually = (test: TestDevice, log: unknown[]) =>
  waitFor(async () => expect(await logOf(test)).toEqual(log))

describe('the log of searches', () => {
  it('has a search as soon as it is answered, and the product then added, on its own page too', async () => {
    const test = await aDevice()
    const { unmount } = show(test)
    await type('chicken thi')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
    unmount()
    await eventually(test, [['chicken thi', 1]])
    renderOn(test, <ProductPage id={THIGHS.product_no} />, { path: `/?trolly=${HEAD.id}` })
    fireEvent.click(await screen.findByRole('button', { name: 'One more of Chicken Thighs' }))
    await eventually(test, [
      ['chicken thi', 1],
      ['A1', 1],
    ])
  })

  it('does not blame the words for what filters leave out', async () => {
    const test = await aDevice()
    show(test, '?department=Dairy')
    await type('chicken')
    await screen.findByText('No products found for “chicken” with these filters.')
    await eventually(test, [['chicken', null]])
    fireEvent.click(screen.getByRole('button', { name: 'Clear text and filters' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    await type('chicken')
    await eventually(test, [['chicken', 2]])
  })

  it('has a search that failed', async () => {
    const test = await aDevice({ list: [], through: '' })
    show(test)
    await type('chicken')
    await eventually(test, [['chicken', null]])
  })

  it('has a code, but no order by code and quantity', async () => {
    const test = await aDevice()
    show(test)
    await type('a1 3')
    await waitFor(() => expect(names()).toEqual(['Chicken Thighs']))
    await type('a1')
    await eventually(test, [['a1', 1]])
  })

  it('has searches in the catalogue', async () => {
    const test = await aDevice()
    renderOn(test, <Catalogue />, { path: '/other/product-catalogue' })
    await type('milk')
    await eventually(test, [['milk', 1]])
  })

  it('has names typed in the trolly’s own field, and no codes', async () => {
    const test = await aDevice()
    renderOn(test, <Trolly id={HEAD.id} />, { path: `/orders/create-${HEAD.id}` })
    const field = await screen.findByRole('combobox', { name: 'Add by code, or search by name' })
    await userEvent.type(field, 'A1 2{Enter}')
    await screen.findByText('2 × Chicken Thighs added')
    await userEvent.type(field, 'whole mi')
    await userEvent.click(await screen.findByRole('option', { name: /^Whole Milk/ }))
    await eventually(test, [
      ['whole mi', 1],
      ['A10', 1],
    ])
  })
})
