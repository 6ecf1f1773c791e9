import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { type Agent, agentCustomers, agents } from '#contract/agents.ts'
import { Screen } from '#src/screens/maintenance/agent-maintenance.tsx'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const KEPT = { version: 1, deleted: false, updated_at: '2026-11-24T09:00:00.000Z' }
const kay: Agent = {
  ...KEPT,
  id: uuidv7(),
  code: 'KAY',
  name: 'Kay Bentham',
  email: 'kay@example.com',
  phone: '01632 960 301',
  weekdays: [1, 3],
  cutOffTime: '16:00',
  commissionBasisPoints: 250,
  chargePerOrderPence: 75,
  active: true,
}

const anOffice = (address: string) => {
  const test = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  test.server.on(agents.search, () => ({ data: [kay], total: 1, page: 1, pageLength: 24 }))
  test.server.on(agents.viewers, () => ({ others: [] }))
  test.server.on(agentCustomers.search, () => ({
    data: [
      {
        ...KEPT,
        id: uuidv7(),
        customerId: '200101',
        agentCode: 'KAY',
        names: { customerId: 'The Ploughman’s Rest', agentCode: 'Kay Bentham' },
      },
    ],
    total: 1,
    page: 1,
    pageLength: 24,
  }))
  renderOn(test, <Screen />, { path: address })
  return test
}

test('an agent’s commission is typed in per cent, and the charge in pounds', async () => {
  const { server } = anOffice('/maintenance/agent-maintenance')
  const sent: unknown[] = []
  server.on(agents.update, ({ body }) => {
    sent.push(body)
    return kay
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Kay Bentham' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit agent' }))
  const commission = form.getByLabelText('Commission') as HTMLInputElement
  expect(commission.value).toBe('2.5')
  await userEvent.clear(commission)
  await userEvent.type(commission, '3.25 %')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(sent).toMatchObject([{ commissionBasisPoints: 325, chargePerOrderPence: 75, weekdays: [1, 3] }]),
  )
})

test('the list of their customers has an address of its own', async () => {
  anOffice('/maintenance/agent-maintenance?list=customers')
  expect(await screen.findByRole('button', { name: '200101' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Agents' }))
  expect(await screen.findByRole('button', { name: 'Kay Bentham' })).toBeTruthy()
  await userEvent.click(screen.getByRole('radio', { name: 'Their customers' }))
  expect(await screen.findByRole('button', { name: '200101' })).toBeTruthy()
  expect(screen.getByText('The Ploughman’s Rest')).toBeTruthy()
  expect(screen.getByText('Kay Bentham · KAY')).toBeTruthy()
})
