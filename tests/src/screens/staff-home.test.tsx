import { QueryClient } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { customers } from '#contract/customers.ts'
import { type StaffHome, staffHome } from '#contract/staff-home.ts'
import { trollies } from '#contract/trollies.ts'
import { DEFAULT_ROUTES } from '#domain/routes.ts'
import type { AccountType } from '#domain/user.ts'
import { Screen as Home } from '#src/screens/home.tsx'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { noSignal, refusal } from '#tests/support/fake-api.ts'
import { aCustomer, aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const quiet: StaffHome = {
  day: '2026-12-02',
  orders: [
    { status: 'awaiting_payment', count: 0, totalPence: 0 },
    { status: 'placed', count: 1_212, totalPence: 18_431_000 },
    { status: 'picking', count: 0, totalPence: 0 },
    { status: 'dispatched', count: 3, totalPence: 90_000 },
  ],
  deliveredToday: 138,
  lateExports: { count: 0, oldestAt: null },
  mails: { waiting: 0, failing: 0, oldestAt: null },
  cutOffs: [],
  requests: { accounts: 0, places: 0 },
  stockAlerts: { waiting: 0, products: 0 },
  agentAlerts: 0,
}

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const cutOff = {
  cutOffAt: '2026-12-02T22:00:00.000Z',
  route: 'CALDER',
  depots: ['Halifax'],
  deliveryDay: '2026-12-03',
  ordered: 39,
  usual: 41,
  missing: 3,
}

const anOffice = (home: Partial<StaffHome> = {}, account_type: AccountType = 'ST') => {
  const user = aUser({ account_type, acl_routes_available: [...DEFAULT_ROUTES[account_type]] })
  const test = aTestDevice({ user })
  test.server.on(staffHome.look, () => ({ ...quiet, ...home }))
  test.server.on(customers.search, () => ({ data: [aCustomer()], total: 1, page: 1, pageLength: 15 }))
  test.server.on(customers.get, () => aCustomer())
  test.server.on(trollies.list, () => ({ data: [], total: 0, page: 1, pageLength: 96 }))
  return test
}

const open = (test: ReturnType<typeof anOffice>, path = '/home') => renderOn(test, <Home />, { path })
const target = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

test('orders by state lead to their lists, late exports in red with their age', async () => {
  open(anOffice({ lateExports: { count: 2, oldestAt: ago(34) } }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Today' })).toBeTruthy()
  await screen.findByText('£184,310.00')
  expect(target('Placed: 1,212')).toBe('/orders/placed-orders')
  expect(target('Awaiting payment: 0')).toBe('/orders/awaiting-payment-orders')
  expect(target('On its way: 3')).toBe('/orders/dispatched-orders')
  expect(target('Delivered today: 138')).toBe('/orders/history?accounts=all&status=delivered&day=2026-12-02')
  expect(target('Late exports: 2')).toBe('/orders/active-orders?exported=late')
  expect(screen.getByText(/^oldest 3[34] min$/)).toBeTruthy()
})

test('requests and alerts lead to where they are dealt with', async () => {
  open(
    anOffice({
      requests: { accounts: 1, places: 6 },
      stockAlerts: { waiting: 14, products: 2 },
      agentAlerts: 1,
    }),
  )
  const list = within(await screen.findByRole('list', { name: 'Requests and alerts' }))
  expect(list.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['1 account request to decide', '/maintenance/user-account-requests?state=open'],
    ['6 people waiting for deliveries', '/maintenance/postcodes?show=asked'],
    ['14 stock alerts waiting', '/reports/stock-alerts?state=waiting'],
    ['1 agent alert shown to customers', '/maintenance/agent-alerts?shown=today'],
  ])
})

test.each([
  ['AD', '/maintenance/server-maintenance'],
  ['ST', undefined],
] as const)(
  'mails that fail are shown to %s, and lead to the server only for administrators',
  async (type, to) => {
    open(anOffice({ mails: { waiting: 4, failing: 2, oldestAt: ago(90) } }, type))
    const row = await screen.findByText('2 mails failing')
    expect(row.closest('a')?.getAttribute('href')).toBe(to)
    expect(screen.getByText(/^4 more waiting, oldest 1 h (29|30) min$/)).toBeTruthy()
  },
)

test('that nothing waits is said, and so is a day without cut-offs', async () => {
  open(anOffice())
  expect(await screen.findByText('Nothing is waiting for you.')).toBeTruthy()
  expect(screen.getByText('No cut-offs today.')).toBeTruthy()
})

test('a cut-off says who has not ordered yet, and begins an order for them', async () => {
  const test = anOffice({ cutOffs: [cutOff] })
  test.server.on(staffHome.missing, ({ query }) => {
    expect(query).toEqual({
      cutOffAt: cutOff.cutOffAt,
      route: cutOff.route,
      deliveryDay: cutOff.deliveryDay,
    })
    return { data: [{ id: '200101', name: 'The Ploughman’s Rest', phone: '01632 960 123' }] }
  })
  open(test)
  expect(await screen.findByText('22:00')).toBeTruthy()
  expect(screen.getByText('38 of 41 usual customers have ordered')).toBeTruthy()
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('92')
  await userEvent.click(screen.getByRole('button', { name: 'CALDER' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'CALDER: not ordered yet' }))
  expect((await sheet.findByRole('link', { name: '01632 960 123' })).getAttribute('href')).toBe(
    'tel:01632 960 123',
  )
  expect(sheet.getByRole('link', { name: 'All orders for Thu 3 Dec' }).getAttribute('href')).toBe(
    '/orders/active-orders?deliveryDay=2026-12-03',
  )
  await userEvent.click(sheet.getByRole('button', { name: 'Order for them' }))
  await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/home?view=customer'))
  expect((await findChoice(test.user.database))?.customer.id).toBe('200101')
})

test('a failure is said, and tried again', async () => {
  const test = anOffice()
  test.server.on(staffHome.look, () => {
    throw refusal('too_slow')
  })
  open(test)
  expect(await screen.findByText(/^Today’s figures could not be loaded\./)).toBeTruthy()
  expect(screen.queryByText('Nothing is waiting for you.')).toBeNull()
  test.server.on(staffHome.look, () => quiet)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing is waiting for you.')).toBeTruthy()
})

test('without a connection the last figures stay, with their age', async () => {
  const test = anOffice()
  const replies = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })
  renderOn(test, <Home />, { replies })
  await screen.findByText('1,212')
  test.server.on(staffHome.look, () => {
    throw noSignal()
  })
  await replies.refetchQueries()
  expect(await screen.findByText(/^As of \d\d:\d\d$/)).toBeTruthy()
  expect(screen.getByText('1,212')).toBeTruthy()
})

test('staff who order for a customer get to that customer’s home', async () => {
  const test = anOffice()
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: '2026-12-03', trollyId: null })
  const { unmount } = open(test)
  expect(await screen.findByRole('heading', { name: 'Ordering for' })).toBeTruthy()
  expect(target('The Ploughman’s Rest')).toBe('/home?view=customer')
  unmount()
  open(test, '/home?view=customer')
  expect(await screen.findByRole('heading', { level: 1, name: 'The Ploughman’s Rest' })).toBeTruthy()
})

test('customers have their own home, whatever the address says', async () => {
  open(anOffice({}, 'C2'))
  expect(await screen.findByRole('heading', { level: 1, name: 'Who are you ordering for?' })).toBeTruthy()
})
