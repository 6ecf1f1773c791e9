import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { type AgentBill, type AgentBillPreview, agentBills } from '#contract/agent-bills.ts'
import { Screen } from '#src/screens/maintenance/bill-agent.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const amounts = {
  commissionBasisPoints: 250,
  chargePerOrderPence: 50,
  orderCount: 1,
  netPence: 10_000,
  commissionPence: 250,
  chargesPence: 50,
  totalPence: 200,
}
const order = {
  orderId: uuidv7(),
  orderNo: '110251',
  customerId: '200101',
  customerName: 'The Copper Kettle',
  deliveryDay: '2026-10-12',
  netPence: 10_000,
  commissionPence: 250,
}
const aBill = (parts: Partial<AgentBill> = {}): AgentBill => ({
  id: uuidv7(),
  billNo: '1001',
  agentCode: 'KAY',
  agentName: 'Kay Bentham',
  firstDay: '2026-10-01',
  lastDay: '2026-10-31',
  state: 'approved',
  approvedAt: '2026-11-02T09:00:00.000Z',
  approvedBy: 'Ann Office',
  reversedAt: null,
  reversedBy: null,
  ...amounts,
  ...parts,
})
const preview: AgentBillPreview = {
  agentName: 'Kay Bentham',
  ...amounts,
  orders: [order],
  notInvoiced: 2,
  billed: 1,
  seen: 'what was seen',
}

const anOffice = (bills: AgentBill[]) => {
  const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  test.server.on(agentBills.agents, () => ({ data: [{ code: 'KAY', name: 'Kay Bentham' }] }))
  test.server.on(agentBills.search, () => ({ data: bills, total: bills.length, page: 1, pageLength: 24 }))
  renderOn(test, <Screen />, { path: '/maintenance/bill-agent' })
  return test
}

test('a bill is shown before it is approved, and approved as it was shown', async () => {
  const { server } = anOffice([])
  const asked: unknown[] = []
  server.on(agentBills.preview, ({ body }) => {
    asked.push(body)
    return preview
  })
  server.on(agentBills.approve, ({ body }) => {
    asked.push(body)
    return aBill()
  })
  await userEvent.click((await screen.findAllByRole('button', { name: 'New bill' }))[0] as HTMLElement)
  const sheet = within(await screen.findByRole('dialog', { name: 'New bill' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Show orders' }))
  expect((await sheet.findByRole('alert')).textContent).toContain('Choose an agent')
  expect(sheet.queryByRole('button', { name: /Approve/ })).toBeNull()
  await userEvent.selectOptions(sheet.getByLabelText('Agent'), 'KAY')
  await userEvent.click(sheet.getByRole('button', { name: 'Show orders' }))
  expect(await sheet.findByText('Left out: 2 orders not invoiced yet, 1 order billed already.')).toBeTruthy()
  expect(sheet.getByText('110251')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Approve £2.00' }))
  expect(await screen.findByText('Bill 1001 of Kay Bentham approved')).toBeTruthy()
  const period = { agentCode: 'KAY', firstDay: '2026-11-01', lastDay: '2026-11-30' }
  expect(asked).toMatchObject([period, { ...period, seen: 'what was seen' }])
})

test('what has changed meanwhile is said where one stands, and nothing is approved', async () => {
  const { server } = anOffice([])
  server.on(agentBills.preview, () => preview)
  server.on(agentBills.approve, () => {
    throw refusal('version_mismatch', { message: 'Something has changed since you looked.' })
  })
  await userEvent.click((await screen.findAllByRole('button', { name: 'New bill' }))[0] as HTMLElement)
  const sheet = within(await screen.findByRole('dialog', { name: 'New bill' }))
  await userEvent.selectOptions(sheet.getByLabelText('Agent'), 'KAY')
  await userEvent.click(sheet.getByRole('button', { name: 'Show orders' }))
  await userEvent.click(await sheet.findByRole('button', { name: 'Approve £2.00' }))
  expect(await sheet.findByRole('alert')).toBeTruthy()
})

test('a bill is looked at with its orders, and reversed', async () => {
  const bill = aBill()
  const { server } = anOffice([bill])
  let state: AgentBill = bill
  server.on(agentBills.look, () => ({ bill: state, orders: [order] }))
  server.on(agentBills.reverse, () => {
    state = aBill({ ...bill, state: 'reversed', reversedAt: '2026-11-03T09:00:00.000Z', reversedBy: 'Ann' })
    return state
  })
  await userEvent.click(await screen.findByRole('button', { name: '1001' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Bill 1001' }))
  expect(await sheet.findByText('£2.50 at 2.5%')).toBeTruthy()
  await userEvent.click(sheet.getByRole('button', { name: 'Reverse' }))
  expect(await screen.findByText('Bill 1001 reversed. Its orders can be billed again')).toBeTruthy()
  expect(await sheet.findByText('Tue 3 Nov by Ann')).toBeTruthy()
  expect(sheet.queryByRole('button', { name: 'Reverse' })).toBeNull()
})
