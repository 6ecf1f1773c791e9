import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import { OrderingFor } from '#src/app/member/ordering-for.tsx'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { aCustomer, aTestDevice, renderOn } from '#tests/support/signed-in.tsx'

const FERNLEA = aCustomer({ id: '200402', name: 'Fernlea House' })
const LIMES = aCustomer({ id: '200401', name: 'The Limes' })

const twoAccounts = async () => {
  const test = aTestDevice()
  test.server.on(customers.search, () => ({ data: [FERNLEA, LIMES], total: 2, page: 1, pageLength: 24 }))
  test.server.on(customers.get, ({ params }) => (params?.id === LIMES.id ? LIMES : FERNLEA))
  await keepChoice(test.user.database, { customer: FERNLEA, deliveryDay: '2026-11-25', trollyId: 'T1' })
  return test
}

const changeTo = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: /Fernlea House/ }))
  await userEvent.click(await screen.findByRole('button', { name: 'Change account' }))
  await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^${name}`) }))
}

const address = () => screen.getByTestId('address').textContent

test.each([
  '/orders/create-T1',
  '/orders/create/search-T1',
  '/orders/create/search/product-101996',
  '/orders/create/search/checkout-T1',
])('switching the account leaves %s, which belongs to the previous account', async (path) => {
  const test = await twoAccounts()
  renderOn(test, <OrderingFor />, { path })
  await changeTo('The Limes')
  await waitFor(() => expect(address()).toBe('/home'))
  await waitFor(async () =>
    expect(await findChoice(test.user.database)).toMatchObject({
      customer: { id: LIMES.id },
      trollyId: null,
    }),
  )
})

test('choosing the same account stays on the page', async () => {
  const test = await twoAccounts()
  renderOn(test, <OrderingFor />, { path: '/orders/create-T1' })
  await changeTo('Fernlea House')
  expect(address()).toBe('/orders/create-T1')
  expect(await findChoice(test.user.database)).toMatchObject({ trollyId: 'T1' })
})

test('switching the account on another page stays there and asks for the day next', async () => {
  const test = await twoAccounts()
  renderOn(test, <OrderingFor />, { path: '/orders' })
  await changeTo('The Limes')
  expect(await screen.findByText('Delivery day')).toBeTruthy()
  expect(address()).toBe('/orders')
})

test('the day is shown alone until its cut-off is known, or said to be unavailable', async () => {
  const test = await twoAccounts()
  renderOn(test, <OrderingFor />, { path: '/orders' })
  const button = await screen.findByRole('button', { name: /Fernlea House/ })
  await waitFor(() => expect(button.textContent).toMatch(/Wed 25 Nov( 2026)? · cut-off time not available$/))
})

test('on home, which counts down itself, the account’s number and town take the place of the time left', async () => {
  const test = await twoAccounts()
  renderOn(test, <OrderingFor />, { path: '/home' })
  const button = await screen.findByRole('button', { name: /Fernlea House/ })
  expect(button.textContent).toContain('200402 · Halifax')
  expect(button.textContent).not.toMatch(/left|cut-off/)
})

test('an account on stop is told once, when it is chosen or becomes so, and again when it is chosen again', async () => {
  const tell = vi.spyOn(notifications, 'show')
  const told = () => tell.mock.calls.map(([message]) => message?.message)
  const test = await twoAccounts()
  const { database } = test.user
  const choose = (customer: typeof LIMES) =>
    keepChoice(database, { customer, deliveryDay: null, trollyId: null })
  const stopped = { ...LIMES, onStop: true }
  test.server.on(customers.get, ({ params }) => (params?.id === LIMES.id ? stopped : FERNLEA))
  const shown = renderOn(test, <OrderingFor />)
  await screen.findByRole('button', { name: /Fernlea House/ })
  expect(told()).toEqual([])
  // This device does not know of the stop yet: the server's reply tells, as after a refused order.
  await choose(LIMES)
  await waitFor(() => expect(told()).toEqual(['Your Account Is On Stop']))
  expect(tell.mock.lastCall?.[0]).toMatchObject({ statusColor: 'success' })
  shown.unmount()
  renderOn(test, <OrderingFor />)
  await screen.findByRole('button', { name: /The Limes/ })
  expect(told()).toHaveLength(1)
  await choose(FERNLEA)
  await screen.findByRole('button', { name: /Fernlea House/ })
  await choose(stopped)
  await waitFor(() => expect(told()).toHaveLength(2))
})
