import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { type OrdersPerDay, ordersPerDay } from '#contract/orders-per-day.ts'
import type { OrderGroup } from '#domain/orders-per-day.ts'
import { Screen } from '#src/screens/reports/orders-per-day.tsx'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/reports/orders-per-day?from=2026-11-02&to=2026-11-03'

const figures = (orders: number) => ({
  orders,
  lines: 10 * orders,
  netPence: 10_000 * orders,
  totalPence: 12_000 * orders,
})

const KEYS: Record<OrderGroup, readonly [string, string]> = {
  day: ['2026-11-02', '2026-11-03'],
  depot: ['-', 'Leeds'],
  channel: ['customer', 'office'],
  method: ['delivery', 'collection'],
  hours: ['0', '48'],
}

const reportBy = (by: OrderGroup): OrdersPerDay => ({
  data: [
    { key: KEYS[by][0], ...figures(1_500), before: figures(1_200) },
    { key: KEYS[by][1], ...figures(30), before: figures(0) },
  ],
  total: 2,
  page: 1,
  pageLength: 24,
  by,
  totals: figures(1_530),
  before: { from: '2026-10-26', to: '2026-10-27', ...figures(1_200) },
  days: [
    { day: '2026-11-02', customer: 1_400, office: 60, other: 40 },
    { day: '2026-11-03', customer: 30, office: 0, other: 0 },
  ],
  depots: ['-', 'Leeds'],
})

const aReport = () => {
  const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  const asked: BodyOf<typeof ordersPerDay.search>[] = []
  test.server.on(ordersPerDay.search, ({ body }) => {
    if (body) asked.push(body)
    return reportBy(body?.by ?? 'day')
  })
  return { test, asked }
}

const address = () => screen.getByTestId('address').textContent

test('the report shows its figures with their change, and the days as a table', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  expect(await screen.findByText('1,530')).toBeTruthy()
  expect(screen.getByText('£183,600.00')).toBeTruthy()
  expect(screen.getAllByText('+28%')).toHaveLength(3)
  expect(screen.getByText(/compared with Mon 26 Oct to Tue 27 Oct/)).toBeTruthy()
  const days = within(screen.getByRole('table', { name: 'Orders per delivery day', hidden: true }))
  expect(days.getAllByRole('row', { hidden: true }).map((row) => row.textContent)).toEqual([
    'DayBy customersBy the officeOther systems',
    'Mon 2 Nov1,4006040',
    'Tue 3 Nov3000',
  ])
  const rows = within(screen.getByRole('table', { name: 'Orders per day' })).getAllByRole('row')
  expect(rows[1]?.textContent).toBe('Mon 2 Nov1,50015,000£150,000.00£180,000.00+25%')
  expect(rows[2]?.textContent).toContain('New')
  expect(asked[0]).toEqual({
    created_start_date: '2026-11-02',
    created_end_date: '2026-11-03',
    queryString: '',
    page: 1,
    sort_by: 'key',
  })
})

test('a day leads to its orders', async () => {
  const { test } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  await userEvent.click(await screen.findByRole('button', { name: 'Mon 2 Nov' }))
  await waitFor(() => expect(address()).toBe('/orders/history?accounts=all&day=2026-11-02'))
})

test('a group leads to its days, and filters stay in the address', async () => {
  const { test, asked } = aReport()
  renderOn(test, <Screen />, { path: PATH })
  await screen.findByText('1,530')
  await userEvent.selectOptions(screen.getByLabelText('Group by'), 'hours')
  await userEvent.click(await screen.findByRole('button', { name: 'Last hour' }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ hours: '0' }))
  expect(asked.at(-1)).not.toHaveProperty('by')
  expect(address()).toContain('from=2026-11-02&to=2026-11-03&hours=0')
  expect(await screen.findByRole('button', { name: 'Mon 2 Nov' })).toBeTruthy()
  await userEvent.selectOptions(screen.getByLabelText('Depot'), 'No depot')
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ hours: '0', depot: '-' }))
})
