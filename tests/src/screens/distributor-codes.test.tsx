import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import {
  type DistributorCustomerCode,
  type DistributorProductCode,
  distributorCustomerCodes,
  distributorProductCodes,
} from '#contract/distributor-codes.ts'
import { distributorOrders } from '#contract/distributor-orders.ts'
import { Screen as CustomerCodes } from '#src/screens/distributor/distributor-customer-codes.tsx'
import { Screen as ProductCodes } from '#src/screens/distributor/distributor-product-codes.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const KEPT = { version: 1, deleted: false, updated_at: '2026-11-24T09:00:00.000Z' }
const CODE = { ...KEPT, distributorNo: 'D100', validFrom: null, validTo: null }
const kettle: DistributorCustomerCode = { ...CODE, id: uuidv7(), theirCode: 'R-101', customerId: '200311' }
const flour: DistributorProductCode = {
  ...CODE,
  id: uuidv7(),
  theirCode: '1040010',
  productNo: '100234',
  packFactor: 12,
}
const pageOf = <Row,>(data: Row[]) => ({ data, total: data.length, page: 1, pageLength: 24 })

const aDistributor = () => aTestDevice({ user: aUser({ account_type: 'DS' }) })

test('a new code begins with the distributor of the list; a taken one is refused by its field', async () => {
  const device = aDistributor()
  device.server.on(distributorCustomerCodes.search, () => pageOf([kettle]))
  const sent: unknown[] = []
  device.server.on(distributorCustomerCodes.create, ({ body }) => {
    sent.push(body)
    const error = refusal('invalid_request')
    const message = 'is taken on all days. End that one first, or choose other days'
    Object.assign(error.reply as object, { errors: [{ path: 'body/theirCode', message }] })
    throw error
  })
  renderOn(device, <CustomerCodes />, { path: '/distributor/distributor-customer-codes' })
  expect(await screen.findByRole('button', { name: 'R-101' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add code' }))
  const form = within(await screen.findByRole('dialog', { name: 'New code' }))
  expect((form.getByLabelText('Distributor') as HTMLInputElement).value).toBe('D100')
  await userEvent.type(form.getByLabelText('Their code'), 'R-101')
  await userEvent.type(form.getByLabelText('Account number'), '200318')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(
    await form.findByRole('link', {
      name: 'Their code is taken on all days. End that one first, or choose other days',
    }),
  ).toBeTruthy()
  expect(sent).toMatchObject([
    { distributorNo: 'D100', theirCode: 'R-101', customerId: '200318', validFrom: null, validTo: null },
  ])
})

test('a product’s code has a pack factor and days, which may be left empty', async () => {
  const device = aDistributor()
  device.server.on(distributorProductCodes.search, () => pageOf([flour]))
  device.server.on(distributorProductCodes.viewers, () => ({ others: [] }))
  const sent: unknown[] = []
  device.server.on(distributorProductCodes.update, ({ body }) => {
    sent.push(body)
    return flour
  })
  renderOn(device, <ProductCodes />, { path: '/distributor/distributor-product-codes' })
  await userEvent.click(await screen.findByRole('button', { name: '1040010' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit code' }))
  const factor = form.getByLabelText('Pack factor') as HTMLInputElement
  expect(factor.value).toBe('12')
  await userEvent.clear(factor)
  await userEvent.type(factor, '6')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toMatchObject([{ packFactor: 6, validFrom: null, validTo: null }]))
})

test('codes that cannot be loaded say so', async () => {
  const device = aDistributor()
  device.server.on(distributorProductCodes.search, () => {
    throw refusal('unavailable')
  })
  renderOn(device, <ProductCodes />, { path: '/distributor/distributor-product-codes' })
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an unmatched code is assigned what it may mean', async () => {
  const device = aDistributor()
  const waiting = {
    id: uuidv7(),
    distributorNo: 'D100',
    kind: 'product' as const,
    theirCode: '1040999',
    name: 'Plain flour 16 kg',
    gtin: '5000169005742',
    rowCount: 3,
    lastAt: '2026-11-24T09:00:00.000Z',
  }
  device.server.on(distributorOrders.unmatched, () => pageOf([waiting]))
  device.server.on(distributorOrders.suggest, () => ({
    data: [{ ours: '100234', name: 'Plain flour', detail: '16 kg', why: 'gtin' as const }],
  }))
  const sent: unknown[] = []
  device.server.on(distributorProductCodes.create, ({ body }) => {
    sent.push(body)
    return flour
  })
  renderOn(device, <ProductCodes />, { path: '/distributor/distributor-product-codes?list=unmatched' })
  await userEvent.click(await screen.findByRole('button', { name: '1040999' }))
  const form = within(await screen.findByRole('dialog', { name: 'Assign 1040999' }))
  expect(form.getByText('Their orders call it Plain flour 16 kg, 5000169005742.')).toBeTruthy()
  await userEvent.click(await form.findByRole('button', { name: 'Use 100234' }))
  expect((form.getByLabelText('Our product') as HTMLInputElement).value).toBe('100234')
  await userEvent.click(form.getByRole('button', { name: 'Add code' }))
  await waitFor(() =>
    expect(sent).toMatchObject([
      { distributorNo: 'D100', theirCode: '1040999', productNo: '100234', packFactor: 1, validFrom: null },
    ]),
  )
  expect(await screen.findByText('Code added')).toBeTruthy()
})

test('a file of orders is read as it is written, and says what became of each row', async () => {
  const device = aDistributor()
  device.server.on(distributorCustomerCodes.search, () => pageOf([kettle]))
  const sent: unknown[] = []
  device.server.on(distributorOrders.read, ({ body }) => {
    sent.push(body)
    if (sent.length === 1) throw refusal('invalid_request')
    return {
      trollies: [
        {
          basketId: uuidv7(),
          customerId: '200311',
          deliveryDay: null,
          poNumber: 'PO-7',
          lineCount: 2,
          repeated: true,
        },
      ],
      unmatched: [{ kind: 'product' as const, theirCode: '1049999', rowCount: 1 }],
      refused: [{ line: 5, why: 'quantity: x is not a number.' }],
    }
  })
  renderOn(device, <CustomerCodes />, { path: '/distributor/distributor-customer-codes' })
  await screen.findByRole('button', { name: 'R-101' })
  await userEvent.click(screen.getByRole('button', { name: 'Read orders' }))
  const sheet = await screen.findByRole('dialog', { name: 'Read orders' })
  const form = within(sheet)
  const read = form.getByRole('button', { name: 'Read' })
  await userEvent.click(read)
  expect(form.getByText('Choose the file with the orders')).toBeTruthy()

  const file = sheet.querySelector<HTMLInputElement>('input[type=file]')
  if (!file) throw new Error('No file can be chosen')
  for (const [unreadable, why] of [
    [
      new File(['x'.repeat(1_000_001)], 'year.csv'),
      'year.csv is larger than 1 MB. Split it into several files',
    ],
    [new File(['%PDF-1.7'], 'order.pdf.txt'), 'order.pdf.txt has no orders as text. Choose another file'],
  ] as const) {
    await userEvent.upload(file, unreadable)
    await form.findByText(unreadable.name)
    await userEvent.click(read)
    expect(await form.findByText(why)).toBeTruthy()
  }
  expect(sent).toEqual([])
  const latin = Uint8Array.from("UNB+UNOC:3+A+B'NAD+DP+++Café'", (letter) => letter.charCodeAt(0))
  await userEvent.upload(file, new File([latin], 'orders.edi'))
  await form.findByText('orders.edi')
  await userEvent.click(read)
  expect(await form.findByRole('alert')).toBeTruthy()
  await userEvent.click(read)
  await form.findByText('200311, PO-7, 2 lines, no day')
  expect(sent).toEqual([
    { distributorNo: 'D100', edifact: "UNB+UNOC:3+A+B'NAD+DP+++Café'" },
    { distributorNo: 'D100', edifact: "UNB+UNOC:3+A+B'NAD+DP+++Café'" },
  ])
  expect(form.getByText('was read before', { exact: false })).toBeTruthy()
  expect(form.getByRole('link', { name: '1049999' })).toBeTruthy()
  expect(form.getByText('Line 5: quantity: x is not a number.')).toBeTruthy()
})
