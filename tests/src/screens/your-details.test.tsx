import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { customers } from '#contract/customers.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { passkeys } from '#contract/passkeys.ts'
import { secondFactor } from '#contract/second-factor.ts'
import type { User } from '#domain/user.ts'
import { useSession } from '#src/device/device-context.tsx'
import { YourDetails } from '#src/screens/auth/your-details.tsx'
import { noteContact } from '#src/sync/engine/last-contact.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { eventually } from '#tests/support/eventually.ts'
import { refusal } from '#tests/support/fake-api.ts'
import { aCreate, aCustomer, aRecord, aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'

type Session = ReplyOf<typeof account.sessions>['data'][number]

const NEW = 'seven mops in a lorry'
const aSession = (parts: Partial<Session>): Session => ({
  id: '01900000-0000-7000-8000-000000000001',
  device: 'Safari on iPhone',
  createdAt: '2026-11-20T09:00:00.000Z',
  lastUsedAt: '2026-12-02T09:00:00.000Z',
  current: false,
  ...parts,
})

/** A section and its form have the same name. */
const fieldOf = (label: string) => screen.getByLabelText(label, { selector: 'input' })

/** As the route shows it: only while signed in. */
function Shown() {
  return useSession().status === 'signed-in' ? <YourDetails /> : null
}

type Parts = { user?: Partial<User>; accounts?: number; sessions?: Session[] | 'unreachable' }

/** A server that knows this person, as far as the page needs one. */
const aPerson = ({
  user: parts = {},
  accounts = 1,
  sessions = [aSession({ current: true })],
}: Parts = {}) => {
  const person = userEvent.setup()
  let user: User = aUser(parts)
  const test = aTestDevice({ user })
  const known = Array.from({ length: accounts }, (_, index) =>
    aCustomer({ id: String(200_101 + index), name: `Kitchen ${index + 1}` }),
  )
  test.server.on(passkeys.list, () => ({ data: [] }))
  test.server.on(secondFactor.get, () => ({ since: null, recovery_codes_left: 0, required: false }))
  if (sessions !== 'unreachable') test.server.on(account.sessions, () => ({ data: sessions }))
  test.server.on(customers.search, () => ({ data: known, total: accounts, page: 1, pageLength: 15 }))
  test.server.on(customers.get, ({ params }) => {
    const found = known.find(({ id }) => id === params?.id)
    if (!found) throw refusal('customer_not_found')
    return found
  })
  test.server.on(account.update, ({ body = {} }) => {
    const { cookies_accept, ...rest } = body
    const choices = cookies_accept === undefined ? {} : { cookies_accept: cookies_accept ? '1' : '0' }
    user = { ...user, ...rest, privacy_settings: { ...user.privacy_settings, ...choices } } as User
    return { message: 'Account updated', user: user as never }
  })
  notifications.clear()
  renderOn(test, <Shown />, { path: '/auth/update-user' })
  const sent = () =>
    test.server.calls.filter(({ endpoint }) => endpoint.access === 'user' && endpoint.method !== 'GET')
  const bodies = () =>
    sent().flatMap(({ input }) => (input.body && !('page' in (input.body as object)) ? [input.body] : []))
  const press = async (name: string | RegExp, within_ = within(document.body)) =>
    person.click(await within_.findByRole('button', { name }))
  const section = (name: string) => within(screen.getByRole('region', { name }))
  const message = (words: string) =>
    eventually(() =>
      expect(notifications.current()).toMatchObject({ message: words, statusColor: 'success' }),
    )
  const type = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) {
      await person.clear(fieldOf(label))
      await person.type(fieldOf(label), text)
    }
  }
  return { ...test, person, press, section, message, bodies, type, sent }
}

test('a new name is sent, told, and the person’s own from then on', async () => {
  const { type, press, section, message, bodies, device } = aPerson()
  await type({ Name: '  Jo Fletcher ' })
  await press('Save', section('Name'))
  await message('Account updated')
  expect(bodies()).toEqual([{ username: 'Jo Fletcher' }])
  expect(device.session.get()).toMatchObject({ user: { username: 'Jo Fletcher' } })
})

test('a blank name is refused before the server is asked', async () => {
  const { person, press, section, bodies } = aPerson()
  await person.clear(fieldOf('Name'))
  await press('Save', section('Name'))
  expect((await screen.findByRole('alert', { name: 'There is a problem' })).textContent).toContain(
    'Name cannot be blank',
  )
  expect(bodies()).toEqual([])
})

test('contact choices and cookies are sent together', async () => {
  const { person, press, section, message, bodies, device } = aPerson({ user: { contact_tel: true } })
  await person.click(screen.getByRole('switch', { name: 'Text message' }))
  await person.click(screen.getByRole('switch', { name: /^Optional cookies/ }))
  await press('Save', section('Contact and cookies'))
  await message('Privacy Settings Updated')
  expect(bodies()).toEqual([
    {
      contact_email: false,
      contact_sms: true,
      contact_tel: true,
      contact_post: false,
      cookies_accept: false,
    },
  ])
  expect(device.session.get()).toMatchObject({
    user: { contact_sms: true, privacy_settings: { cookies_accept: '0' } },
  })
})

test('a failure is shown in the form that was sent, and keeps what was typed', async () => {
  const { type, press, section, server } = aPerson()
  server.cut(account.update)
  await type({ Name: 'Jo' })
  await press('Save', section('Name'))
  expect(await section('Name').findByRole('alert', { name: 'There is a problem' })).toBeTruthy()
  expect(fieldOf('Name')).toHaveProperty('value', 'Jo')
})

test('who orders for one account is not asked for a default', async () => {
  const { server } = aPerson()
  await screen.findByText('This device')
  await eventually(() =>
    expect(server.calls.some(({ endpoint }) => endpoint === customers.search)).toBe(true),
  )
  expect(screen.queryByRole('region', { name: 'Default account' })).toBeNull()
})

test('the default account is chosen and taken back', async () => {
  const { person, press, message, bodies } = aPerson({ accounts: 2 })
  await press('Choose an account')
  await person.click(
    await within(await screen.findByRole('dialog')).findByRole('button', { name: /Kitchen 2/ }),
  )
  await message('Account updated')
  expect(await screen.findByText('Kitchen 2')).toBeTruthy()
  notifications.clear()
  await press('No default')
  await message('Account updated')
  expect(bodies()).toEqual([{ default_customer: '200102' }, { default_customer: null }])
})

test('the password: its rules, a wrong current one, and the new one', async () => {
  const { type, press, message, bodies, server } = aPerson()
  server.on(account.updatePassword, ({ body }) => {
    if (body?.current_password !== 'trolly') throw refusal('wrong_password', { message: 'It is wrong.' })
    if (body.password === 'password123') throw refusal('password_refused', { message: 'On a list.' })
    return { message: 'Password updated', user: aUser() as never }
  })
  const problem = (words: string) =>
    eventually(() =>
      expect(screen.getByRole('alert', { name: 'There is a problem' }).textContent).toContain(words),
    )
  await press('Change password')
  await problem('Enter your current password')
  await type({ 'Current password': 'x', 'New password': 'short', 'New password again': 'short' })
  await press('Change password')
  await problem('Use at least 10 characters.')
  await type({ 'New password': NEW, 'New password again': NEW })
  await press('Change password')
  await problem('It is wrong.')
  await type({
    'Current password': 'trolly',
    'New password': 'password123',
    'New password again': 'password123',
  })
  await press('Change password')
  await problem('On a list.')
  await type({ 'New password': NEW, 'New password again': NEW })
  await press('Change password')
  await message('Password updated')
  expect(bodies().at(-1)).toEqual({ current_password: 'trolly', password: NEW, password_confirmation: NEW })
  expect(fieldOf('Current password')).toHaveProperty('value', '')
})

test('says which device is this one, and signs out another', async () => {
  const there = aSession({ id: '01900000-0000-7000-8000-000000000002', device: 'Edge on Windows' })
  const sessions = [aSession({ current: true }), there]
  const { press, server, message } = aPerson({ sessions })
  server.on(account.endSession, () => {
    sessions.splice(1)
    return { message: 'Signed out on that device' }
  })
  const list = within(await screen.findByRole('list', { name: 'Signed-in devices' }))
  const [here, other] = list.getAllByRole('listitem')
  expect(here?.textContent).toContain('This device')
  expect(within(here as HTMLElement).queryByRole('button')).toBeNull()
  expect(other?.textContent).toContain('Edge on Windows')
  await press('Sign out there: Edge on Windows')
  await message('Signed out on Edge on Windows')
  await eventually(() => expect(list.getAllByRole('listitem')).toHaveLength(1))
  expect(server.calls.find(({ endpoint }) => endpoint === account.endSession)?.input.params).toEqual({
    id: there.id,
  })
})

test('a device that has signed out meanwhile leaves the list without a failure', async () => {
  const sessions = [aSession({ current: true }), aSession({ id: '01900000-0000-7000-8000-000000000002' })]
  const { press, server } = aPerson({ sessions })
  server.on(account.endSession, () => {
    sessions.splice(1)
    throw refusal('session_not_found')
  })
  await press(/^Sign out there/)
  await eventually(() => expect(screen.queryByRole('button', { name: /^Sign out there/ })).toBeNull())
  expect(notifications.current()).toBeUndefined()
})

test('devices that cannot be loaded are a failure, and not an empty list', async () => {
  const { press, server } = aPerson({ sessions: 'unreachable' })
  expect(await screen.findByText(/^We couldn’t load your devices/)).toBeTruthy()
  server.on(account.sessions, () => ({ data: [aSession({ current: true })] }))
  await press('Try again')
  expect(await screen.findByText('This device')).toBeTruthy()
})

test('what is stored about the person becomes a file', async () => {
  const { press, server } = aPerson()
  const data = {
    exportedAt: '2026-12-02T10:00:00.000Z',
    user: aUser() as never,
    createdAt: '2026-11-20T09:00:00.000Z',
    customers: [],
    sessions: [],
    passkeys: [],
    second_factor_since: null,
    favourites: [],
    templates: [],
    saved_views: [],
    notified_devices: [],
    orders: [],
    mails: [],
  }
  server.on(account.personalData, () => data)
  const files: { name: string; file: Blob }[] = []
  const make = vi.fn((file: Blob) => {
    files.push({ name: '', file })
    return 'blob:1'
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: make, revokeObjectURL: () => {} }))
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const last = files.at(-1)
    if (last) last.name = this.download
  })
  await press('Download my data')
  await eventually(() => expect(files).toHaveLength(1))
  expect(files[0]?.name).toBe('my-data-2026-12-02.json')
  expect(JSON.parse((await files[0]?.file.text()) ?? '')).toEqual(data)
  click.mockRestore()
})

test('offline, the page says that it needs a connection, and keeps what is known', async () => {
  const { user, person, bodies } = aPerson({ user: { contact_sms: true } })
  await noteContact(user.database, { reached: false, at: 1 })
  expect(
    await screen.findByText(/You can read your details, but changing them needs a connection/),
  ).toBeTruthy()
  expect(fieldOf('Name')).toHaveProperty('value', 'Robin Cook')
  expect(screen.getByRole('switch', { name: 'Text message' })).toHaveProperty('checked', true)
  for (const button of screen.getAllByRole('button', {
    name: /^(Save|Change password|Download|Deactivate|Delete)/,
  })) {
    expect(button.getAttribute('aria-disabled'), button.textContent ?? '').toBe('true')
    expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'offline',
    )
    await person.click(button)
  }
  expect(bodies()).toEqual([])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['Deactivate', 'Deactivate and sign out', account.deactivate, 'keep', 'Your Account Is On Stop'],
  ['Delete', 'Delete for good', account.remove, 'discard', 'Your Account has been deleted'],
] as const)(
  '%s asks first, warns of unsent work, and ends the session with its message',
  async (name, again, call, fate, words) => {
    const { press, server, user, ended, signedOut } = aPerson()
    server.on(call, () => ({ message: words }))
    await user.database.outbox.add(aRecord({ lane: 'trolly:T1', operation: aCreate('T1') }) as never)
    const stays = vi.fn(async () => new Response('{}', { status: 500 }))
    vi.stubGlobal('fetch', stays)
    await press(name)
    const question = within(await screen.findByRole('dialog'))
    expect(server.calls.some(({ endpoint }) => endpoint === call)).toBe(false)
    expect(await question.findByText(/^1 change on this device has not been sent/)).toBeTruthy()
    await press('Cancel', question)
    await eventually(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([ended, signedOut]).toEqual([[], []])

    await press(name)
    await press(again, within(await screen.findByRole('dialog')))
    // Where no reload would find the app, the message is shown in place; greet.test.ts has the reload.
    await eventually(() => expect(notifications.current()).toMatchObject({ message: words }))
    expect([ended, signedOut]).toEqual([[fate], []])
    vi.unstubAllGlobals()
  },
)

test('the last administrator cannot leave, and is told so in the question', async () => {
  const { press, server, ended } = aPerson()
  server.on(account.remove, () => {
    throw refusal('last_administrator', { message: 'You are the last administrator.' })
  })
  await press('Delete')
  const question = within(await screen.findByRole('dialog'))
  await press('Delete for good', question)
  expect(await question.findByText('You are the last administrator.')).toBeTruthy()
  expect(ended).toEqual([])
})
