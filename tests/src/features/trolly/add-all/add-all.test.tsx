import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { Wanted } from '#domain/add-all.ts'
import type { Product } from '#domain/product.ts'
import { AddAll } from '#src/features/trolly/add-all/add-all.tsx'
import { useTrolly } from '#src/features/trolly/use-trolly.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import { putOrdering } from '#tests/src/screens/ordering.ts'
import { withoutSignal } from '#tests/src/screens/search-screen.tsx'
import { aHead, aProduct, aTestDevice, aUser, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'

const HEAD = aHead()
const product = (product_no: string, name: string): Product => ({
  ...aProduct({ product_no, name }),
  pricePence: 1_250,
})
const LIST = [product('A1', 'Chicken Thighs'), product('B2', 'Plum Tomatoes')]
const WANTED: Wanted[] = [
  { product_no: 'A1', name: 'Chicken Thighs', quantity: 2 },
  { product_no: 'B2', name: 'Plum Tomatoes', quantity: 1 },
  { product_no: 'GONE', name: 'Old Cheese', quantity: 4 },
]

const show = async ({ user = aUser() } = {}) => {
  const test = aTestDevice({ user })
  await putOrdering(test, HEAD, { list: LIST })
  await withoutSignal(test)
  renderOn(test, <Page />)
  return test
}
function Page() {
  const trolly = useTrolly(HEAD.id).value
  return trolly ? <AddAll trolly={trolly} wanted={WANTED} /> : null
}

const quantities = async ({ user }: TestDevice) =>
  Object.fromEntries(
    ((await findTrolly(user.database, HEAD.id))?.lines ?? []).map(({ product_no, quantity }) => [
      product_no,
      quantity,
    ]),
  )
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const results = async () =>
  within(await screen.findByRole('list', { name: 'Results' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('adds all offline, shows a result for each, and undoes all', async () => {
  const test = await show()
  await press('Add all 3 to the trolly')
  expect(await screen.findByRole('dialog', { name: '2 of 3 added' })).toBeTruthy()
  expect(await results()).toEqual([
    'Old CheeseNot added: no longer sold',
    'Chicken Thighs2 added',
    'Plum Tomatoes1 added',
  ])
  expect(await quantities(test)).toEqual({ A1: 2, B2: 1 })
  await press('Undo all')
  await waitFor(async () => expect(await quantities(test)).toEqual({}))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await test.user.database.outbox.count()).toBe(0)
})

it('offers an undo for a while after the results are closed', async () => {
  const test = await show()
  await press('Add all 3 to the trolly')
  await press('Done')
  await screen.findByText('2 products added to the trolly')
  await press('Undo')
  await waitFor(async () => expect(await quantities(test)).toEqual({}))
})

it('adds the selected products', async () => {
  const test = await show()
  await press('Choose some')
  fireEvent.click(await screen.findByRole('checkbox', { name: 'All 3' }))
  expect((await screen.findByRole('button', { name: 'Add 0' })).getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(screen.getByRole('checkbox', { name: /Plum Tomatoes/ }))
  await press('Add 1')
  expect(await results()).toEqual(['Plum Tomatoes1 added'])
  expect(await quantities(test)).toEqual({ B2: 1 })
})

it('reports every product as not added if the storage fails, and tries again', async () => {
  const test = await show()
  const failing = vi.spyOn(test.user.outbox, 'appendLines').mockRejectedValueOnce(new Error('broken'))
  await press('Add all 3 to the trolly')
  await screen.findByText(/Nothing was added/)
  const lost = within(screen.getByRole('list', { name: 'Not added' })).getAllByRole('listitem')
  expect(lost).toHaveLength(3)
  failing.mockRestore()
  await press('Try again')
  expect(await results()).toHaveLength(3)
  expect(await quantities(test)).toEqual({ A1: 2, B2: 1 })
})

it('is hidden from users who may not order', async () => {
  const test = await show({ user: aUser({ can_place_orders: 0 }) })
  await waitFor(async () => expect(await test.user.database.trollies.count()).toBe(1))
  expect(screen.queryByRole('button', { name: /Add all/ })).toBeNull()
})
