import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Screen as CheckoutScreen } from '#src/screens/orders/create/search/checkout.tsx'
import { Screen as ProductScreen } from '#src/screens/orders/create/search/product.tsx'
import { Screen as TrollyScreen } from '#src/screens/orders/create.tsx'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import { aHead, aTestDevice, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'
import { aLine, aListed, putOrdering } from './ordering.ts'

// An account chosen offline: its products are on the device, its prices are not.

vi.setConfig({ testTimeout: 30_000 })

const HEAD = aHead({ deliveryDay: '2026-12-04' })
const RICE = aListed({ product_no: 'A1', name: 'Rice', pricePence: null })
const GAME = aListed({ product_no: 'B2', name: 'Game', pricePence: null, catchWeight: true })

const withoutPrices = async (): Promise<TestDevice> => {
  const device = aTestDevice()
  const { database } = device.user
  const unseen = { seenPricePence: null }
  await putOrdering(device, HEAD, {
    list: [RICE, GAME],
    lines: [aLine(HEAD, 'A1', unseen), aLine(HEAD, 'B2', unseen)],
    customer: { minimumOrderPence: 5_000 },
  })
  await database.downloads.delete('prices:PUBS')
  await writeSync(database, 'lastContact', { reached: false, at: Date.now() })
  return device
}

const problems = () =>
  screen
    .queryAllByRole('list', { name: 'Before you can order' })
    .flatMap((list) => within(list).getAllByRole('paragraph'))
    .map(({ textContent }) => textContent)

test('the trolly says that prices are not downloaded instead of missing', async () => {
  const device = await withoutPrices()
  renderOn(device, <TrollyScreen id={HEAD.id} />, { path: `/orders/create-${HEAD.id}` })
  await screen.findByText('Prices for this account are not on this device yet')
  expect(screen.getAllByText('Price not downloaded')).toHaveLength(3)
  expect(screen.queryByText(/to go to the .* minimum/)).toBeNull()
  expect(screen.queryByText(/has no price/)).toBeNull()

  await act(async () => {
    const { database } = device.user
    const now = Date.now()
    await database.prices.put({ priceListId: 'PUBS', product_no: 'A1', pence: 2_000 })
    await database.downloads.put({ name: 'prices:PUBS', cursor: 'prices', at: now, usedAt: now })
  })
  await screen.findByText('1 without a price')
  await screen.findByText(/£30\.00 to go to the/)
  expect(screen.queryByText('Price not downloaded')).toBeNull()
})

test('so does the page of a product, for its other unit too', async () => {
  const device = await withoutPrices()
  await device.user.database.products.update('A1', { otherUnitProductNo: 'B2' })
  renderOn(device, <ProductScreen id="A1" />, {
    path: `/orders/create/search/product-A1?trolly=${HEAD.id}`,
  })
  expect(await screen.findByRole('heading', { name: 'Case or each' })).toBeTruthy()
  // The product, again beside its other unit, and the footer.
  expect(screen.getAllByText('Price not downloaded')).toHaveLength(4)
  expect(screen.queryByText('No price')).toBeNull()
})

test('the order is sent without prices and left to the server', async () => {
  const device = await withoutPrices()
  renderOn(device, <CheckoutScreen id={HEAD.id} />)
  await screen.findByRole('list', { name: 'Order lines' })
  await waitFor(() => expect(screen.getAllByText('Price not downloaded')).toHaveLength(4))
  expect(screen.queryByText(/£0/)).toBeNull()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Confirm weight-based pricing' }))
  expect(problems()).toEqual([])
  await userEvent.click(
    await screen.findByRole('button', { name: 'Place order when back online', busy: false }),
  )
  await screen.findByRole('button', { name: 'Not placed yet' })
  const [order] = await device.user.database.outbox.toArray()
  expect(order?.operation).toMatchObject({
    kind: 'checkout',
    lines: [
      { product_no: 'A1', unitPricePence: null },
      { product_no: 'B2', unitPricePence: null },
    ],
  })
})
