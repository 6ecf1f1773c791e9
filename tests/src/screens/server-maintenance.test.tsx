import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type ServerState, serverMaintenance } from '#contract/server-maintenance.ts'
import { Screen } from '#src/screens/maintenance/server-maintenance.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const quiet = { waiting: 0, failing: 0, oldestAt: null, lastError: '' }
const state: ServerState = {
  version: '0.1.0',
  node: '20.19.0',
  postgres: '17.2',
  startedAt: '2026-12-01T08:00:00.000Z',
  memoryBytes: 120_000_000,
  databaseBytes: 48_000_000,
  requests: 12_345,
  failedRequests: 2,
  signedInToday: 31,
  builds: [
    { id: 'development', today: 28, week: 1_200, lastSeenAt: '2026-12-02T09:58:00.000Z' },
    { id: '', today: 0, week: 2, lastSeenAt: '2026-11-29T09:00:00.000Z' },
  ],
  window: { mode: null, from: null, until: null, message: '' },
  company: {
    company_name: 'Harbour Foods',
    contact_phone: '01632 960 123',
    contact_email: 'office@example.com',
    announcement: '',
    address: '12 Quayside',
    vat_no: '',
    payment_details: '',
    primary_colour: '#00447e',
    secondary_colour: '',
    app_bar_colour: '',
    footer_colour: '',
  },
  seen: 'as it was',
  queues: { mail: { ...quiet, failing: 3, lastError: 'Connection refused' }, exports: quiet },
  backups: { folder: '/srv/data/backups', files: [], runningSince: null, lastError: '' },
  changes: [],
}

const anOffice = () => {
  const device = aTestDevice({ user: aUser({ account_type: 'AD' }) })
  device.server.on(serverMaintenance.look, () => state)
  renderOn(device, <Screen />, { path: '/maintenance/server-maintenance' })
  return device.server
}

test('maintenance is planned in London time', async () => {
  const server = anOffice()
  const sent: unknown[] = []
  server.on(serverMaintenance.setWindow, ({ body }) => {
    sent.push(body)
    return { ...state, window: body ?? state.window }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Plan maintenance' }))
  const form = within(await screen.findByRole('dialog', { name: 'Maintenance' }))
  const fill = async (label: string, value: string) => {
    const field = form.getByLabelText(label)
    await userEvent.clear(field)
    await userEvent.type(field, value)
  }
  await fill('Begins on', '2027-07-01')
  await fill('Begins at', '22:00')
  await fill('Ends on', '2027-07-01')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toContain('Enter the end’s day and its time')
  await fill('Ends at', '23:30')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Maintenance planned')).toBeTruthy()
  expect(sent).toEqual([
    { mode: 'closed', from: '2027-07-01T21:00:00.000Z', until: '2027-07-01T22:30:00.000Z', message: '' },
  ])
  expect(await screen.findByText('Thu 1 Jul, 22:00')).toBeTruthy()
})

test('what failed is tried again', async () => {
  const server = anOffice()
  server.on(serverMaintenance.retry, ({ params }) => {
    expect(params).toEqual({ queue: 'mail' })
    return { ...state, queues: { mail: quiet, exports: quiet } }
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Try 3 again' }))
  expect(await screen.findByText('Trying again')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Try 3/ })).toBeNull()
})

test('a colour is seen before it is saved, and one that is none is refused in place', async () => {
  const server = anOffice()
  const sent: unknown[] = []
  server.on(serverMaintenance.setCompany, ({ body }) => {
    sent.push(body)
    if (sent.length === 1) throw refusal('version_mismatch', { message: 'Somebody has changed this.' })
    return state
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const form = within(await screen.findByRole('dialog', { name: 'Company' }))
  const colour = form.getByLabelText('Main colour')
  await userEvent.clear(colour)
  await userEvent.type(colour, '#8a1f2b')
  const day = form.getByText('By day').closest('figure') as HTMLElement
  expect(day.style.getPropertyValue('--primary')).toBe('#8a1f2b')
  await userEvent.type(colour, '!')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toContain('Main colour')
  await userEvent.type(colour, '{backspace}')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toContain('Somebody has changed this.')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Company saved')).toBeTruthy()
  expect(sent[1]).toMatchObject({
    primary_colour: '#8a1f2b',
    seen: 'as it was',
    company_name: 'Harbour Foods',
  })
})

test('the builds in use are counted, with this page’s marked', async () => {
  anOffice()
  const rows = within(await screen.findByRole('table', { name: 'Builds in use' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'BuildLast dayLast weekLast seen',
    'development (this page)281,20009:58',
    'Not told02Sun 29 Nov',
  ])
})
