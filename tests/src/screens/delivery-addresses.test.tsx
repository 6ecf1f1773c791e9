import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { type DeliveryAddress, deliveryAddresses } from '#contract/delivery-addresses.ts'
import { Screen } from '#src/screens/accounts/delivery-addresses.tsx'
import { keepChoice } from '#src/store/choice.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aCustomer, aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const PATH = '/accounts/delivery-addresses'
const NONE = 'You have no saved home delivery addresses'

const anAddress = (parts: Partial<DeliveryAddress> = {}): DeliveryAddress => ({
  id: uuidv7(),
  customerId: aCustomer().id,
  name: 'Home',
  contactName: 'Ada Lees',
  contactPhone: '01904 123456',
  addressLines: ['3 Mill Lane'],
  town: 'York',
  postcode: 'YO1 7HH',
  accessNotes: 'Side gate',
  isDefault: false,
  delivery: {
    route: 'YORK',
    weekdays: [2, 5],
    cutOffTime: '16:00',
    minimumOrderPence: 0,
    deliveryChargePence: 499,
  },
  version: 1,
  deleted: false,
  updatedAt: '2026-11-20T09:00:00.000Z',
  ...parts,
})

type Household = { addresses?: DeliveryAddress[]; accountKind?: 'cash' | 'credit'; mayOrder?: boolean }

/** A server with addresses, as far as the screens need one. */
const aHousehold = async ({ addresses = [], accountKind = 'cash', mayOrder = true }: Household = {}) => {
  const test = aTestDevice({ user: aUser({ can_place_orders: mayOrder ? 1 : 0 }) })
  const customer = aCustomer({ accountKind })
  await keepChoice(test.user.database, { customer, deliveryDay: null, trollyId: null })
  const setDeleted = (id: string | undefined, deleted: boolean): DeliveryAddress => {
    const at = addresses.findIndex((each) => each.id === id)
    const found = addresses[at]
    if (!found) throw refusal('address_not_found')
    addresses[at] = { ...found, deleted }
    return { ...found, deleted }
  }
  test.server.on(deliveryAddresses.search, ({ body }) => {
    const data = addresses.filter((each) => each.deleted === (body?.state === 'deleted'))
    return { data, total: data.length, page: 1, pageLength: 24 }
  })
  test.server.on(deliveryAddresses.remove, ({ params }) => setDeleted(params?.id, true))
  test.server.on(deliveryAddresses.restore, ({ params }) => setDeleted(params?.id, false))
  test.server.on(deliveryAddresses.create, ({ body }) => {
    const added = anAddress(body)
    addresses.push(added)
    return added
  })
  renderOn(test, <Screen />, { path: PATH })
  return { test, addresses }
}

const fill = async (field: HTMLElement, text: string) => {
  await userEvent.click(field)
  await userEvent.paste(text)
}

test('an address is added, with an error beside a postcode that is not served', async () => {
  const { test, addresses } = await aHousehold()
  // It stands on the page, and is not said by a message besides.
  expect(await screen.findAllByText(NONE)).toHaveLength(1)
  await userEvent.click(screen.getAllByRole('button', { name: 'Add address' })[0] as HTMLElement)
  const form = within(await screen.findByRole('dialog', { name: 'New address' }))
  for (const [label, text] of [
    ['Name', 'Home'],
    ['Street address', '3 Mill Lane'],
    ['Town', 'York'],
    ['Postcode', 'LS1 1AA'],
    ['Contact', 'Ada Lees'],
    ['Phone', '01904 123456'],
  ] as const)
    await fill(form.getByLabelText(label), text)
  const message = 'is outside our delivery area'
  test.server.on(deliveryAddresses.create, () => {
    const error = refusal('not_served')
    Object.assign(error.reply as object, { errors: [{ path: 'body/postcode', message }] })
    throw error
  })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByRole('link', { name: `Postcode ${message}` })).toBeTruthy()
  expect(addresses).toEqual([])

  test.server.on(deliveryAddresses.create, ({ body }) => {
    addresses.push(anAddress(body))
    return anAddress(body)
  })
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Address Added')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Home' })).toBeTruthy()
  expect(addresses[0]).toMatchObject({ addressLines: ['3 Mill Lane'], isDefault: false, accessNotes: '' })
  expect(screen.queryByText(NONE)).toBeNull()
})

test('an address is changed', async () => {
  const { test } = await aHousehold({ addresses: [anAddress({ isDefault: true })] })
  test.server.on(deliveryAddresses.update, ({ body }) => anAddress({ ...body, version: 2 }))
  await userEvent.click(await screen.findByRole('button', { name: 'Home (default)' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit address' }))
  await fill(form.getByLabelText('Access notes'), ', code 1234')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Address Updated')).toBeTruthy()
})

test('the undo of a deletion stays until dismissed', async () => {
  const { addresses } = await aHousehold({ addresses: [anAddress()] })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Home' }))
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('Address deleted')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Home' })).toBeNull())
  expect(screen.queryByRole('progressbar')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'Home' })).toBeTruthy()
  expect(addresses[0]?.deleted).toBe(false)
})

test('a user who may not order can read addresses but not change them', async () => {
  await aHousehold({ addresses: [anAddress()], mayOrder: false })
  await userEvent.click(await screen.findByRole('button', { name: 'Home' }))
  const detail = within(await screen.findByRole('dialog', { name: 'Home' }))
  expect(detail.getByText('Side gate')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add address' })).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})

test('a credit account is told that it has no delivery addresses', async () => {
  await aHousehold({ accountKind: 'credit' })
  expect(await screen.findByText(/Only cash accounts can add delivery addresses/)).toBeTruthy()
})
