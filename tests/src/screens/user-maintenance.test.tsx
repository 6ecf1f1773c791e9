import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Change } from '#contract/changes.ts'
import { type MaintainedUser, users } from '#contract/users.ts'
import { Screen } from '#src/screens/maintenance/user-maintenance.tsx'
import { refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

const someone = (parts: Partial<MaintainedUser> = {}): MaintainedUser => ({
  id: uuidv7(),
  version: 7,
  username: 'Robin Cook',
  email: 'robin@kitchen.example.com',
  accountType: 'C2',
  canPlaceOrders: true,
  customerIds: ['200101'],
  routes: [],
  deleted: false,
  mustChangePassword: false,
  secondFactor: false,
  passkeys: 1,
  devices: 2,
  lastUsedAt: '2026-11-24T09:00:00.000Z',
  ...parts,
})

const anOffice = (row: MaintainedUser) => {
  const test = aTestDevice({ user: aUser({ account_type: 'AD' }) })
  test.server.on(users.search, () => ({ data: [row], total: 1, page: 1, pageLength: 24 }))
  renderOn(test, <Screen />, { path: '/maintenance/user-maintenance' })
  return test
}

const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Robin Cook' }))
  return within(await screen.findByRole('dialog', { name: 'Edit user' }))
}
const fromMenu = async (item: string) => {
  await userEvent.click(screen.getByRole('button', { name: 'More for Robin Cook' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: item }))
}

test('a role is given with the version seen, and another’s account that is not there is said beside the field', async () => {
  const row = someone()
  const { server } = anOffice(row)
  const sent: unknown[] = []
  server.on(users.update, ({ body }) => {
    sent.push(body)
    if (sent.length > 1) return { ...row, version: 8 }
    const error = refusal('invalid_request')
    const errors = [{ path: 'body/customerIds', message: 'has 999, which is no account' }]
    Object.assign(error.reply as object, { errors })
    throw error
  })
  const form = await open()
  expect(form.getByText('Signed in on 2 devices, one passkey')).toBeTruthy()
  await userEvent.selectOptions(form.getByLabelText('Type'), 'Staff')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect((await form.findByRole('alert')).textContent).toContain('Accounts has 999, which is no account')
  await userEvent.click(form.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('User saved')).toBeTruthy()
  expect(sent[1]).toMatchObject({ version: 7, accountType: 'ST', customerIds: ['200101'], routes: [] })
})

test('a lost phone is signed out from the user’s menu, and a failure is said', async () => {
  const { server } = anOffice(someone())
  let failing = true
  server.on(users.signOut, () => {
    if (failing) throw refusal('busy')
    return { message: 'Robin Cook is signed out on 2 devices' }
  })
  await open()
  await fromMenu('Sign out everywhere')
  expect(screen.queryByText('Robin Cook is signed out on 2 devices')).toBeNull()
  failing = false
  await open()
  await fromMenu('Sign out everywhere')
  expect(await screen.findByText('Robin Cook is signed out on 2 devices')).toBeTruthy()
})

test('who is put on stop can be taken off again by the message', async () => {
  const row = someone()
  const { server } = anOffice(row)
  const done: string[] = []
  server.on(users.stop, () => {
    done.push('stop')
    return { ...row, deleted: true }
  })
  server.on(users.unlock, () => {
    done.push('unlock')
    return { message: 'Robin Cook: no longer on stop' }
  })
  await open()
  await fromMenu('Put on stop')
  expect(await screen.findByText('User put on stop')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('User no longer on stop')).toBeTruthy()
  expect(done).toEqual(['stop', 'unlock'])
})

test('the changes of a user name roles and what was done', async () => {
  const row = someone()
  const { server } = anOffice(row)
  const change = (fields: Change['fields']): Change => ({
    id: uuidv7(),
    at: '2026-11-24T09:00:00.000Z',
    by: 'Ines Admin',
    record_id: row.id,
    name: 'Robin Cook',
    kind: 'changed',
    fields,
    batch: null,
  })
  server.on(users.changes, () => ({
    data: [
      change([{ field: 'done', before: null, after: 'signed out on one device' }]),
      change([{ field: 'accountType', before: 'C1', after: 'C2' }]),
    ],
    total: 2,
    page: 1,
    pageLength: 24,
  }))
  await open()
  await fromMenu('Changes')
  const sheet = within(await screen.findByRole('dialog', { name: 'Changes of this user' }))
  expect(await sheet.findByText('signed out on one device')).toBeTruthy()
  expect(sheet.getByText('Customer')).toBeTruthy()
})
