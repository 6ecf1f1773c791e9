import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { dayNumberOf } from '#domain/purchase-history.ts'
import { aTrolly, box, DAY, press, queue, set, showTrolly } from '#tests/support/a-trolly.tsx'
import { aCustomer, aProduct } from '#tests/support/signed-in.tsx'
import { putHistory } from './search-screen.tsx'

/** What a customer's past says on the page of its trolly, without a connection. */

const weekly = (lines: Record<string, number>) =>
  [6, 5, 4, 3, 2, 1].map((weeks) => ({
    day: dayNumberOf(DAY) - weeks * 7,
    placedMs: Date.now() - weeks * 7 * 86_400_000,
    lines: Object.entries(lines).map(([product_no, quantity]) => ({ product_no, quantity })),
  }))

test('ten times the usual quantity is asked about: one press puts it right', async () => {
  const test = await aTrolly([{ operation: set('A1', 20) }])
  await putHistory(test, weekly({ A1: 2, B2: 4, C3: 1 }), aCustomer().id)
  showTrolly(test)
  expect(await screen.findByText('Usually 2')).toBeTruthy()
  await press('Make it 2: Chicken Thighs')
  await waitFor(async () => expect(((await box('Chicken Thighs')) as HTMLInputElement).value).toBe('2'))
  await waitFor(() => expect(screen.queryByText('Usually 2')).toBeNull())
})

test('a quantity that is said to be right is asked about no more, and another one is', async () => {
  const test = await aTrolly([{ operation: set('A1', 30) }])
  await putHistory(test, weekly({ A1: 2, B2: 4, C3: 1 }), aCustomer().id)
  showTrolly(test)
  await press('It is right: 30 of Chicken Thighs')
  await waitFor(() => expect(screen.queryByText('Usually 2')).toBeNull())
  expect(((await box('Chicken Thighs')) as HTMLInputElement).value).toBe('30')
  await press('One more of Chicken Thighs')
  expect(await screen.findByText('Usually 2')).toBeTruthy()
})

test('usual lines that the trolly lacks are named under it, and added with one press', async () => {
  const test = await aTrolly()
  await test.user.database.products.bulkPut([
    aProduct({ product_no: 'D4', name: 'Eggs', stockQuantity: 9 }),
    aProduct({ product_no: 'E5', name: 'Butter', stockQuantity: 9 }),
  ])
  for (const product_no of ['D4', 'E5'])
    await test.user.database.prices.put({ priceListId: 'PUBS', product_no, pence: 900 })
  await putHistory(test, weekly({ A1: 2, D4: 3, E5: 1 }), aCustomer().id)
  showTrolly(test)
  expect(await screen.findByText('Not in this trolly, usually ordered: Eggs and Butter')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add all 2 to the trolly' }))
  await waitFor(async () =>
    expect((await queue(test)).map(({ operation }) => operation)).toMatchObject([
      { kind: 'add', product_no: 'D4', quantity: 3 },
      { kind: 'add', product_no: 'E5', quantity: 1 },
    ]),
  )
  await waitFor(() => expect(screen.queryByText(/^Not in this trolly/)).toBeNull())
})
