import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { discounts } from '#contract/discounts.ts'
import { Screen } from '#src/screens/maintenance/discounts.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const discount = {
  id: uuidv7(),
  version: 1,
  deleted: false,
  updated_at: '2026-11-24T09:00:00.000Z',
  code: 'spring',
  name: 'Spring dairy',
  customerId: null,
  priceListId: null,
  productNo: null,
  brand: null,
  category: 'Dairy',
  kind: 'percent' as const,
  basisPoints: 750,
  offUnitPence: 0,
  minimumUnits: 0,
  minimumNetPence: 0,
  validFrom: null,
  validTo: null,
  combines: false,
  onPromotions: false,
  capPence: null,
  active: true,
}

test('staff try a discount on the orders of the last weeks before they save it', async () => {
  const device = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  device.server.on(discounts.search, () => ({ data: [discount], total: 1, page: 1, pageLength: 24 }))
  device.server.on(discounts.viewers, () => ({ others: [] }))
  const tried: unknown[] = []
  device.server.on(discounts.trial, ({ body }) => {
    tried.push(body)
    if (tried.length > 1) throw refusal('busy')
    return { days: 28, orders: 1_204, changed: 214, differencePence: -193_040, refused: 3 }
  })
  renderOn(device, <Screen />, { path: '/maintenance/discounts' })
  expect(await screen.findByText('7.5%')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Spring dairy' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit discount' }))
  const percent = form.getByLabelText('Per cent off')
  await userEvent.clear(percent)
  const tryIt = form.getByRole('button', { name: 'Try it on the last four weeks' })
  await userEvent.click(tryIt)
  expect(tried).toEqual([])
  await userEvent.type(percent, '10')
  await userEvent.click(tryIt)
  await form.findByText(
    'Of 1,204 orders in the last 28 days it would have changed 214, by -£1,930.40 without VAT. 3 would have been below the minimum order.',
  )
  expect(tried).toMatchObject([{ id: discount.id, basisPoints: 1_000, category: 'Dairy', capPence: null }])
  await userEvent.click(tryIt)
  expect(await form.findByText(/^It could not be tried\. /)).toBeTruthy()
})
