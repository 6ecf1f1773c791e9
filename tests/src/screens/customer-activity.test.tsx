import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ActiveCustomer, type CustomerActivity, customerActivity } from '#contract/customer-activity.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { Screen } from '#src/screens/reports/customer-activity.tsx'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/reports/customer-activity?from=2026-11-02&to=2026-11-03'

const REST: ActiveCustomer = {
  customerId: '200101',
  customerName: 'The Ploughman’s Rest',
  lastSignInAt: '2026-11-29T09:00:00.000Z',
  lastOrderAt: '2026-11-16T23:30:00.000Z',
  lastDeliveryDay: '2026-11-18',
  usualDays: 3.4,
  state: 'slipping',
  orders: 4,
  totalPence: 75_000,
  before: { orders: 8, totalPence: 150_000 },
  lostCount: 1,
  lost: [{ product_no: '100234', name: 'Butter', deliveries: 5, lastDay: '2026-10-28' }],
}

const KETTLE: ActiveCustomer = {
  ...REST,
  customerId: '200102',
  customerName: 'The Copper Kettle',
  lastSignInAt: null,
  lastOrderAt: null,
  lastDeliveryDay: null,
  usualDays: null,
  state: 'never',
  orders: 0,
  totalPence: 0,
  before: { orders: 0, totalPence: 0 },
  lostCount: 0,
  lost: [],
}

const ACTIVITY: CustomerActivity = {
  data: [REST, KETTLE],
  total: 2,
  page: 1,
  pageLength: 24,
  totals: { orders: 4, totalPence: 75_000 },
  before: { from: '2026-10-26', to: '2026-10-27', orders: 8, totalPence: 150_000 },
  states: [
    { state: 'ordering', count: 0 },
    { state: 'slipping', count: 1 },
    { state: 'stopped', count: 0 },
    { state: 'never', count: 1 },
  ],
  days: [
    { day: '2026-11-02', totalPence: 75_000 },
    { day: '2026-11-03', totalPence: 0 },
  ],
}

const aReport = () => {
  const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  const asked: BodyOf<typeof customerActivity.search>[] = []
  test.server.on(customerActivity.search, ({ body }) => {
    if (body) asked.push(body)
    return ACTIVITY
  })
  return { test, asked }
}

test('the report shows each customer’s last order, spend, trend and products lost', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  const table = within(await screen.findByRole('table', { name: 'Customer activity' }))
  const [, rest, kettle] = table.getAllByRole('row').map((row) => row.textContent)
  for (const text of ['Slipping away', 'Sun 29 Nov', 'Mon 16 Nov', '3 days', '£750.00', '-50%'])
    expect(rest).toContain(text)
  expect(kettle).toContain('Never ordered')
  expect(screen.getByText('Compared with Mon 26 Oct to Tue 27 Oct')).toBeTruthy()
  expect(asked[0]).toMatchObject({ created_start_date: '2026-11-02', sort_by: 'totalPence_descending' })
})

test('a customer opens to the products lost', async () => {
  const { test } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  await userEvent.click(await screen.findByRole('button', { name: 'The Ploughman’s Rest' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'The Ploughman’s Rest' }))
  expect(sheet.getByText('Butter: 5 deliveries, last on Wed 28 Oct')).toBeTruthy()
})

test('the figure of those slipping away narrows the list to them', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  await userEvent.click(await screen.findByRole('button', { name: 'Slipping away: 1' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'slipping' }))
  expect(screen.getByTestId('address').textContent).toContain('state=slipping')
})
