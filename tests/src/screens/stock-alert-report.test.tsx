import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { type StockAlert, stockAlertReport } from '#contract/stock-alert-report.ts'
import type { AccountType } from '#domain/user.ts'
import { Screen } from '#src/screens/reports/stock-alerts.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/reports/stock-alerts'

const BUTTER: StockAlert = {
  product_no: '100234',
  name: 'Butter',
  pack: '40 × 250 g',
  userId: '01900000-0000-7000-8000-00000000000b',
  customerId: '200101',
  customerName: 'The Ploughman’s Rest',
  username: 'Robin Cook',
  askedAt: '2026-11-20T23:30:00.000Z',
  toldAt: null,
}
const KEFIR: StockAlert = {
  ...BUTTER,
  product_no: '100777',
  name: 'Kefir',
  pack: '',
  username: 'Kit Pan',
  toldAt: '2026-11-30T08:00:00.000Z',
}

const aReport = (account_type: AccountType = 'ST') => {
  const test = aTestDevice({ user: aUser({ account_type }) })
  const asked: BodyOf<typeof stockAlertReport.search>[] = []
  test.server.on(stockAlertReport.search, ({ body }) => {
    if (body) asked.push(body)
    return { data: [BUTTER, KEFIR], total: 2, page: 1, pageLength: 24 }
  })
  test.server.on(stockAlertReport.filters, () => ({
    states: [
      { state: 'waiting' as const, count: 14 },
      { state: 'told' as const, count: 3 },
    ],
    customers: [{ id: '200101', name: 'The Ploughman’s Rest', count: 17 }],
    products: [
      { product_no: '100234', name: 'Butter', count: 14 },
      { product_no: '100777', name: 'Kefir', count: 3 },
    ],
  }))
  return { test, asked }
}

test('the report shows who waits for which product, since when, and who was told', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  const table = within(await screen.findByRole('table', { name: 'Stock alerts' }))
  const rows = table.getAllByRole('row').map((row) => row.textContent)
  expect(rows[1]).toContain('Butter, 40 × 250 g')
  expect(rows[1]).toContain('Robin Cook')
  expect(rows[1]).toContain('Fri 20 Nov')
  expect(rows[1]).toContain('Waiting')
  expect(rows[2]).toContain('Mon 30 Nov')
  expect(rows[2]).toContain('Told')
  expect(asked[0]).toEqual({ queryString: '', page: 1, sort_by: 'askedAt' })
})

test('a figure narrows the list to what it counts, and filters stay in the address', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  await userEvent.click(await screen.findByRole('button', { name: 'Waiting: 14' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'waiting' }))
  await userEvent.selectOptions(screen.getByLabelText('Product'), 'Butter (14)')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'waiting', product_no: '100234' }))
  expect(screen.getByTestId('address').textContent).toBe(`${PATH}?state=waiting&product=100234`)
  await userEvent.click(screen.getByRole('button', { name: 'Waiting: 14' }))
  await waitFor(() => expect(asked.at(-1)).not.toHaveProperty('state'))
})

test('a failure is told, and can be tried again', async () => {
  const { test } = aReport()
  let fails = true
  test.server.on(stockAlertReport.search, () => {
    if (fails) throw refusal('too_slow')
    return { data: [BUTTER], total: 1, page: 1, pageLength: 24 }
  })
  renderOn(test, <Screen />, { path: PATH })
  expect(await screen.findByText(/The alerts could not be loaded/)).toBeTruthy()
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Butter, 40 × 250 g')).toBeTruthy()
})

const NAME = { userId: BUTTER.userId, customerId: BUTTER.customerId, product_no: BUTTER.product_no }
const select = async () =>
  userEvent.click(await screen.findByRole('checkbox', { name: 'Select Butter, 40 × 250 g' }))

test('staff close an alert, which can be undone', async () => {
  const { test } = aReport()
  const closed = [{ ...NAME, userId: BUTTER.userId ?? '', askedAt: BUTTER.askedAt, toldAt: null }]
  const undone: unknown[] = []
  test.server.on(stockAlertReport.close, () => ({ closed }))
  test.server.on(stockAlertReport.reopen, ({ body }) => {
    undone.push(body)
    return { reopened: 1 }
  })
  renderOn(test, <Screen />, { path: PATH })
  await select()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText('1 alert closed')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undone).toEqual([{ alerts: closed }]))
})

test('staff offer another product, and a code that is not sold is told at once', async () => {
  const { test } = aReport()
  const offers: unknown[] = []
  test.server.on(stockAlertReport.offer, ({ body }) => {
    offers.push(body)
    if (body?.product_no !== '100777') throw refusal('product_not_found')
    return { offered: 1 }
  })
  renderOn(test, <Screen />, { path: PATH })
  await select()
  await userEvent.click(screen.getByRole('button', { name: 'Offer alternative' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Offer an alternative' }))
  await userEvent.type(sheet.getByLabelText('Product code'), '1')
  await userEvent.click(sheet.getByRole('button', { name: 'Send offer' }))
  expect(await sheet.findByRole('alert')).toBeTruthy()
  await userEvent.clear(sheet.getByLabelText('Product code'))
  await userEvent.type(sheet.getByLabelText('Product code'), '100777')
  await userEvent.click(sheet.getByRole('button', { name: 'Send offer' }))
  expect(await screen.findByText('Mail sent: the product can be replaced by 100777')).toBeTruthy()
  expect(offers.at(-1)).toEqual({ alerts: [NAME], product_no: '100777' })
})

test('a customer can only read', async () => {
  const { test } = aReport('C2')
  renderOn(test, <Screen />, { path: PATH })
  expect(await screen.findByText('Butter, 40 × 250 g')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
