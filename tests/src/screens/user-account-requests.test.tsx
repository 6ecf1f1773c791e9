import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { type AccountRequest, type AccountRequestLook, accountRequests } from '#contract/account-requests.ts'
import { Screen } from '#src/screens/maintenance/user-account-requests.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const aRequest = (parts: Partial<AccountRequest> = {}): AccountRequest => ({
  id: uuidv7(),
  kind: 'trade',
  state: 'open',
  businessName: 'The Copper Kettle',
  contactName: 'Ada Lees',
  email: 'ada@kettle.example.com',
  contactPhone: '01904 123456',
  addressLines: ['3 Mill Lane'],
  town: 'York',
  postcode: 'YO1 7HH',
  companyNo: '',
  vatNo: '',
  message: 'We open in May.',
  customerId: null,
  createdAt: '2026-11-24T09:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  reason: '',
  ...parts,
})

/** A server with one request. */
const anOffice = (request: AccountRequest, parts: Partial<AccountRequestLook> = {}) => {
  const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  test.server.on(accountRequests.search, () => ({ data: [request], total: 1, page: 1, pageLength: 24 }))
  test.server.on(accountRequests.look, () => ({
    request,
    delivery: {
      route: 'YORK',
      weekdays: [2, 4],
      cutOffTime: '16:00',
      minimumOrderPence: 2_500,
      deliveryChargePence: 395,
    },
    similar: [],
    hasUser: false,
    priceLists: [
      { id: 'PUBS', name: 'Pubs' },
      { id: 'CASH', name: 'Cash customers' },
    ],
    ...parts,
  }))
  renderOn(test, <Screen />, { path: '/maintenance/user-account-requests' })
  return test
}

const look = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'The Copper Kettle' }))
  return within(await screen.findByRole('dialog', { name: 'The Copper Kettle' }))
}

test('a request becomes an account on the chosen price list', async () => {
  const request = aRequest()
  const { server } = anOffice(request)
  const sent: unknown[] = []
  server.on(accountRequests.approve, ({ body }) => {
    sent.push(body)
    return { ...request, state: 'approved' as const, customerId: 'W12345678' }
  })
  const sheet = await look()
  expect(await sheet.findByText('We open in May.')).toBeTruthy()
  expect(sheet.getByText(/^Tue, Thu until 16:00, route YORK, minimum £25\.00$/)).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Open account' }))
  const form = within(await screen.findByRole('dialog', { name: 'Open an account for The Copper Kettle' }))
  await userEvent.click(form.getByRole('button', { name: 'Open account' }))
  expect((await form.findByRole('alert')).textContent).toContain('Choose a price list')
  await userEvent.selectOptions(form.getByLabelText('Price list'), 'Pubs')
  await userEvent.click(form.getByLabelText('Credit limit'))
  await userEvent.paste('2500')
  await userEvent.click(form.getByRole('button', { name: 'Open account' }))
  expect(await screen.findByText('Account W12345678 opened. ada@kettle.example.com has a mail')).toBeTruthy()
  expect(sent).toEqual([
    { customerNo: '', accountKind: 'credit', priceListId: 'PUBS', creditLimitPence: 250_000 },
  ])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('where nothing is delivered it can only be linked or rejected; the account most like it is offered', async () => {
  const request = aRequest()
  const { server } = anOffice(request, {
    delivery: null,
    similar: [
      { id: '200101', name: 'Copper Kettle Ltd', town: 'York', postcode: 'YO1 7HH', same: ['phone'] },
    ],
  })
  server.on(accountRequests.link, () => {
    throw refusal('changed')
  })
  const sheet = await look()
  expect(await sheet.findByText('We do not deliver to YO1 7HH')).toBeTruthy()
  expect(sheet.getByRole('button', { name: 'Open account' }).getAttribute('aria-disabled')).toBe('true')
  expect(sheet.getByText('York, YO1 7HH. Same telephone')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Link to an account' }))
  const form = within(await screen.findByRole('dialog', { name: 'Link Ada Lees to an account' }))
  expect((form.getByLabelText('Account number') as HTMLInputElement).value).toBe('200101')
  await userEvent.click(form.getByRole('button', { name: 'Link' }))
  expect((await form.findByRole('alert')).textContent).toMatch(/changed/)
})

test('an account opened online is confirmed, and a failure is said where one stands', async () => {
  const request = aRequest({ kind: 'cash', customerId: 'W12345678' })
  const { server } = anOffice(request)
  let failing = true
  server.on(accountRequests.confirm, () => {
    if (failing) throw refusal('busy')
    return { ...request, state: 'approved' as const }
  })
  const sheet = await look()
  await userEvent.click(await sheet.findByRole('button', { name: 'Confirm account' }))
  expect(await sheet.findByRole('alert')).toBeTruthy()
  failing = false
  await userEvent.click(sheet.getByRole('button', { name: 'Confirm account' }))
  expect(await screen.findByText('Account confirmed')).toBeTruthy()
})
