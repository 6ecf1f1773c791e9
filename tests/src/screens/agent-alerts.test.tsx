import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { agentAlerts, customerAgent } from '#contract/agent-alerts.ts'
import { AgentAlerts } from '#src/features/agents/agent-alerts.tsx'
import { Screen } from '#src/screens/maintenance/agent-alerts.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

test('staff see whom an alert is for, and who has put it away', async () => {
  const device = aTestDevice({ user: aUser({ account_type: 'ST' }) })
  const alert = {
    id: uuidv7(),
    version: 1,
    deleted: false,
    updated_at: '2026-11-24T09:00:00.000Z',
    message: 'Kay is away this week.',
    severity: 'warning' as const,
    agentCodes: ['KAY'],
    customerIds: [],
    firstDay: '2026-11-24',
    lastDay: '2026-11-28',
  }
  device.server.on(agentAlerts.search, () => ({ data: [alert], total: 1, page: 1, pageLength: 24 }))
  device.server.on(agentAlerts.viewers, () => ({ others: [] }))
  device.server.on(agentAlerts.seenBy, () => ({
    data: [{ name: 'Sam Porter', at: '2026-11-24T10:00:00.000Z' }],
    total: 3,
  }))
  renderOn(device, <Screen />, { path: '/maintenance/agent-alerts' })
  expect(await screen.findByText('Agents KAY')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Kay is away this week.' }))
  const form = within(await screen.findByRole('dialog', { name: 'Edit alert' }))
  expect(await form.findByText('Put away by Sam Porter and 2 more.')).toBeTruthy()
})

test('a customer puts an alert away once the server knows it', async () => {
  const device = aTestDevice({ user: aUser() })
  const alert = { id: uuidv7(), message: 'Kay is away this week.', severity: 'info' as const }
  device.server.on(customerAgent.get, () => ({ agent: null, alerts: [alert] }))
  let failing = true
  device.server.on(customerAgent.see, () => {
    if (failing) throw refusal('busy')
    return { id: alert.id }
  })
  renderOn(device, <AgentAlerts customerId="C1" />)
  const putAway = await screen.findByRole('button', { name: 'Put away: Kay is away this week.' })
  await userEvent.click(putAway)
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.getByText('Kay is away this week.')).toBeTruthy()
  failing = false
  await userEvent.click(putAway)
  await expect.poll(() => screen.queryByText('Kay is away this week.')).toBeNull()
})
