import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Claim, claims } from '#contract/claims.ts'
import { Screen } from '#src/screens/maintenance/claims.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

// jsdom has no blob URLs.
beforeEach(() => {
  URL.createObjectURL = vi.fn(() => 'blob:a-photo')
  URL.revokeObjectURL = vi.fn()
})

const CLAIM: Claim = {
  id: '01900000-0000-7000-8000-0000000000c1',
  orderId: '01900000-0000-7000-8000-0000000000a1',
  orderNo: '110216',
  customerId: '200101',
  customerName: 'The Ploughman’s Rest',
  at: '2026-11-26T09:10:00.000Z',
  receivedAt: '2026-11-26T09:10:05.000Z',
  sentLate: true,
  by: 'Robin Cook',
  checked: [1],
  lines: [
    { position: 0, product_no: 'L1', name: 'Lemons', problem: 'damaged', quantity: 1, reason: 'Crushed' },
  ],
  photos: [{ id: '01900000-0000-7000-8000-0000000000f1', position: 0 }],
  signedBy: 'Sam',
  signature: 'M0 0 L10 10',
  driverPin: '1234',
  empties: [{ kind: 'crates', quantity: 3 }],
  claimNo: '10001',
  state: 'open',
  creditPence: 1_640,
  creditNoteNo: null,
  said: [{ at: '2026-11-26T09:10:05.000Z', kind: 'claimed', by: 'Robin Cook', words: '' }],
}

const anOffice = () => {
  const office = aTestDevice({
    user: aUser({ account_type: 'ST', acl_routes_available: ['/maintenance/claims'] }),
  })
  office.server.on(claims.search, () => ({ data: [CLAIM], total: 1, page: 1, pageLength: 24 }))
  office.server.on(claims.filters, () => ({ states: [{ state: 'open' as const, count: 1 }], customers: [] }))
  office.server.on(claims.photo, () => new Blob(['x']))
  renderOn(office, <Screen />, { path: '/maintenance/claims' })
  const open = async () => {
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /10001/ }))
    return { user, sheet: within(await screen.findByRole('dialog', { name: 'Claim 10001' })) }
  }
  const sent = (call: (typeof claims)['accept' | 'refuse' | 'ask']) =>
    office.server.calls.filter(({ endpoint }) => endpoint === call).map(({ input }) => input)
  return { ...office, open, sent }
}

test('staff see what was claimed with its photo and accept it, with the credit on the button', async () => {
  const office = anOffice()
  const { user, sheet } = await office.open()
  expect(sheet.getByText('Lemons: 1 damaged')).toBeTruthy()
  expect(await sheet.findByRole('img', { name: 'Lemons' })).toBeTruthy()
  expect(sheet.getByText(/sent after it/)).toBeTruthy()
  office.server.on(claims.accept, () => ({ ...CLAIM, state: 'accepted' as const }))
  await user.click(sheet.getByRole('button', { name: 'Accept, credit £16.40' }))
  await screen.findByText('Claim 10001 accepted')
  expect(office.sent(claims.accept)).toEqual([{ params: { id: CLAIM.id }, body: { words: '' } }])
})

test('a question whose reply was lost is sent again as the same one, and with other words as another', async () => {
  const office = anOffice()
  const { user, sheet } = await office.open()
  await user.click(sheet.getByRole('button', { name: 'Ask' }))
  const words = sheet.getByRole('textbox', { name: 'Your question' })
  const send = async (count: number) => {
    await user.click(sheet.getByRole('button', { name: 'Send question' }))
    await waitFor(() => expect(office.sent(claims.ask)).toHaveLength(count))
  }
  await user.type(words, 'How many?')
  await send(1)
  await send(2)
  await user.type(words, ' All?')
  await send(3)
  const [first, second, third] = office.sent(claims.ask).map((input) => input?.body as { askId?: string })
  expect(first?.askId).toBeTruthy()
  expect(second).toEqual(first)
  expect(third?.askId).not.toBe(first?.askId)
})

test('a refusal needs words for the customer, and says so when somebody has decided before', async () => {
  const office = anOffice()
  const { user, sheet } = await office.open()
  await user.click(sheet.getByRole('button', { name: 'Refuse' }))
  await user.click(sheet.getByRole('button', { name: 'Refuse claim' }))
  expect(sheet.getAllByText('Say why').length).toBeGreaterThan(0)
  expect(office.sent(claims.refuse)).toEqual([])
  office.server.on(claims.refuse, () => {
    throw refusal('claim_decided')
  })
  await user.type(sheet.getByRole('textbox', { name: 'Why, for the customer' }), 'They were whole.')
  await user.click(sheet.getByRole('button', { name: 'Refuse claim' }))
  expect(await sheet.findByText(/decided already|claim_decided/)).toBeTruthy()
})
