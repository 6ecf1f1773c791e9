import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import { CUSTOMERS_LISTED_WITHOUT_SEARCH } from '#domain/customer.ts'
import { lookUpCustomers } from '#src/device/customers/look-up-customers.ts'
import { AccountPicker } from '#src/features/customers/account-picker.tsx'
import { useCustomerUpkeep } from '#src/features/customers/use-customer-upkeep.ts'
import { WithCustomer } from '#src/features/customers/with-customer.tsx'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { fakeApi, noSignal, refusal } from '#tests/support/fake-api.ts'
import { aCustomer, aTestDevice, aUser, renderOn, type TestDevice } from '#tests/support/signed-in.tsx'

/** A server with `count` customers, searchable by name. */
const knowing = ({ server }: Pick<TestDevice, 'server'>, count: number): void => {
  const all = Array.from({ length: count }, (_, index) =>
    aCustomer({ id: `${index + 1}`, name: `Kitchen ${index + 1}` }),
  )
  server.on(customers.search, ({ body }) => {
    const { queryString = '', pageLength = 24 } = body ?? {}
    const found = all.filter(({ name }) => name.includes(queryString))
    return { data: found.slice(0, pageLength), total: found.length, page: 1, pageLength }
  })
  server.on(customers.get, ({ params }) => {
    const found = all.find(({ id }) => id === params?.id)
    if (!found) throw refusal('customer_not_found')
    return found
  })
}

const kitchens = () => screen.findAllByRole('button', { name: /^Kitchen/ })
/** The options of a searched list. */
const options = () => screen.findAllByRole('option', { name: /^Kitchen/ })

test('up to fifteen accounts are listed without a search', async () => {
  const test = aTestDevice()
  knowing(test, CUSTOMERS_LISTED_WITHOUT_SEARCH)
  const onChoose = vi.fn()
  renderOn(test, <AccountPicker onChoose={onChoose} />)
  expect(await kitchens()).toHaveLength(15)
  expect(screen.queryByRole('combobox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: /^Kitchen 7/ }))
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: '7' }))
})

test('more accounts are searched, once typing pauses', async () => {
  const test = aTestDevice()
  knowing(test, 40)
  renderOn(test, <AccountPicker onChoose={() => {}} />)
  await options()
  expect(screen.getByText('15 of 40 accounts. Type to find another.')).toBeTruthy()
  await userEvent.type(screen.getByRole('combobox', { name: 'Search accounts' }), 'Kitchen 33')
  await waitFor(async () => expect(await options()).toHaveLength(1))
  const asked = test.server.calls.flatMap(
    ({ input }) => (input.body as { queryString?: string }).queryString ?? [],
  )
  expect(asked).toEqual(['Kitchen 33'])
})

test('a search without matches says so, and does not claim that there are no accounts', async () => {
  const test = aTestDevice()
  knowing(test, 40)
  renderOn(test, <AccountPicker onChoose={() => {}} />)
  await options()
  await userEvent.type(screen.getByRole('combobox'), 'zz')
  expect(await screen.findByText('No accounts match “zz”.')).toBeTruthy()
})

test('accounts are chosen with the keyboard: arrows move, Enter chooses, Escape returns to the text', async () => {
  const test = aTestDevice()
  knowing(test, 40)
  const onChoose = vi.fn()
  renderOn(test, <AccountPicker onChoose={onChoose} />)
  await options()
  const field = screen.getByRole('combobox', { name: 'Search accounts' })
  const reached = () =>
    document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent
  expect(document.getElementById(field.getAttribute('aria-controls') ?? '')?.role).toBe('listbox')
  await userEvent.click(field)
  await userEvent.keyboard('{Enter}')
  expect(onChoose).not.toHaveBeenCalled()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(reached()).toMatch(/^Kitchen 2/)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  expect(reached()).toMatch(/^Kitchen 15/)
  await userEvent.keyboard('{Escape}')
  expect(reached()).toBeUndefined()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  expect(onChoose).toHaveBeenCalledWith(expect.objectContaining({ id: '1' }))
  expect(document.activeElement).toBe(field)
})

test('a user without accounts is told so after two retries, and can try again', async () => {
  const test = aTestDevice()
  knowing(test, 0)
  renderOn(test, <AccountPicker onChoose={() => {}} />)
  expect(
    await screen.findByText(/No customer account is linked to your sign-in/, {}, { timeout: 3_000 }),
  ).toBeTruthy()
  expect(test.server.calls).toHaveLength(3)
  knowing(test, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await kitchens()).toHaveLength(2)
})

test('offline, the failure is shown instead of an empty list, with a way to try again', async () => {
  const test = aTestDevice()
  renderOn(test, <AccountPicker onChoose={() => {}} />)
  expect(await screen.findByText(/We couldn’t load your accounts/)).toBeTruthy()
  knowing(test, 2)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await kitchens()).toHaveLength(2)
})

test('the lookup waits 250 ms between attempts, and stops at the first with a result', async () => {
  const server = fakeApi()
  const totals = [0, 3]
  server.on(customers.search, () => {
    const total = totals.shift() ?? 0
    return { data: total > 0 ? [aCustomer()] : [], total, page: 1, pageLength: 15 }
  })
  const waits: number[] = []
  const found = await lookUpCustomers(server.api, async (delayMs) => void waits.push(delayMs))
  expect(found.total).toBe(3)
  expect(waits).toEqual([250])
})

test('a failed lookup is not retried', async () => {
  const server = fakeApi()
  const waited = vi.fn()
  await expect(lookUpCustomers(server.api, waited)).rejects.toEqual(noSignal())
  expect(waited).not.toHaveBeenCalled()
})

function Shell() {
  useCustomerUpkeep()
  return <WithCustomer>{({ customer }) => <h1>{`For ${customer.name}`}</h1>}</WithCustomer>
}

test('a single customer is chosen automatically', async () => {
  const test = aTestDevice()
  knowing(test, 1)
  renderOn(test, <Shell />)
  expect(await screen.findByRole('heading', { name: 'For Kitchen 1' })).toBeTruthy()
})

test('a new sign-in begins with the default account, if it may still be ordered for', async () => {
  const test = aTestDevice({ user: aUser({ default_customer: '200102' }) })
  knowing(test, 3)
  test.server.on(customers.get, () => aCustomer({ id: '200102', name: 'Kitchen 2' }))
  renderOn(test, <Shell />)
  expect(await screen.findByRole('heading', { name: 'For Kitchen 2' })).toBeTruthy()
  expect(await findChoice(test.user.database)).toMatchObject({ customer: { id: '200102' } })

  const other = aTestDevice({ user: aUser({ default_customer: 'gone' }) })
  knowing(other, 3)
  other.server.on(customers.get, () => {
    throw refusal('customer_not_found')
  })
  cleanup()
  renderOn(other, <Shell />)
  expect(await screen.findByRole('heading', { name: 'Who are you ordering for?' })).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Kitchen 2/ })).toBeTruthy()
})

test('several customers are offered, and the choice is remembered', async () => {
  const test = aTestDevice()
  knowing(test, 3)
  const page = renderOn(test, <Shell />)
  expect(await screen.findByRole('heading', { name: 'Who are you ordering for?' })).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: /^Kitchen 2/ }))
  expect(await screen.findByRole('heading', { name: 'For Kitchen 2' })).toBeTruthy()
  page.unmount()
  test.server.cut(customers.search)
  renderOn(test, <Shell />)
  expect(await screen.findByRole('heading', { name: 'For Kitchen 2' })).toBeTruthy()
})

test('the chosen customer’s terms are updated, and the rest of the choice is kept', async () => {
  const test = aTestDevice()
  const { database } = test.user
  await keepChoice(database, { customer: aCustomer(), deliveryDay: '2026-11-24', trollyId: 'T1' })
  test.server.on(customers.get, () => aCustomer({ onStop: true }))
  renderOn(test, <Shell />)
  await waitFor(async () =>
    expect(await findChoice(database)).toMatchObject({
      customer: { onStop: true },
      deliveryDay: '2026-11-24',
      trollyId: 'T1',
    }),
  )
})

test('a customer the user may no longer order for is dropped', async () => {
  const test = aTestDevice()
  knowing(test, 2)
  await keepChoice(test.user.database, {
    customer: aCustomer({ id: 'gone' }),
    deliveryDay: null,
    trollyId: null,
  })
  renderOn(test, <Shell />)
  expect(await screen.findByRole('heading', { name: 'Who are you ordering for?' })).toBeTruthy()
})

test('offline, the chosen customer is unchanged', async () => {
  const test = aTestDevice()
  await keepChoice(test.user.database, { customer: aCustomer(), deliveryDay: null, trollyId: null })
  renderOn(test, <Shell />)
  expect(await screen.findByRole('heading', { name: /Ploughman/ })).toBeTruthy()
  await waitFor(() => expect(test.server.calls.some(({ endpoint }) => endpoint === customers.get)).toBe(true))
  expect(await findChoice(test.user.database)).toMatchObject({ customer: { id: '200101' } })
})
