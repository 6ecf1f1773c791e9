import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { passkeys } from '#contract/passkeys.ts'
import { ApiError } from '#src/api/api-error.ts'
import { PasskeyOffer } from '#src/features/session/passkeys/passkey-offer.tsx'
import { noteOffer } from '#src/features/session/passkeys/passkey-ways.ts'
import { Passkeys } from '#src/features/session/passkeys/passkeys.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'
import { renderVisiting } from '#tests/support/visiting.tsx'

const ROW = {
  id: '01900000-0000-7000-8000-000000000001',
  name: 'Safari on iPhone',
  domain: 'localhost',
  createdAt: '2026-11-02T10:00:00.000Z',
  lastUsedAt: null as string | null,
}

const CHALLENGE = 'AAAA'
const OPTIONS = {
  challenge: CHALLENGE,
  rpId: 'localhost',
  timeout: 1_000,
  userVerification: 'required' as const,
}
const bytes = (...values: number[]) => new Uint8Array(values).buffer

/** The browser's part: what it can, and what the person answers. */
const aBrowser = ({
  autofill,
  get = () => Promise.reject(new DOMException('No', 'NotAllowedError')),
  create = () => Promise.reject(new DOMException('No', 'NotAllowedError')),
}: {
  autofill: boolean
  get?: (options: CredentialRequestOptions) => Promise<unknown>
  create?: () => Promise<unknown>
}) => {
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('requestIdleCallback', (act: () => void) => {
    queueMicrotask(act)
    return 1
  })
  vi.stubGlobal('cancelIdleCallback', () => {})
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(function PublicKeyCredential() {}, {
      isConditionalMediationAvailable: async () => autofill,
      isUserVerifyingPlatformAuthenticatorAvailable: async () => true,
    }),
  )
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { credentials: { get, create } }))
}

const ANSWER = {
  id: 'AQ',
  rawId: bytes(1),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(2),
    authenticatorData: bytes(3),
    signature: bytes(4),
    userHandle: bytes(5),
  },
}
const ASKED = {
  attempt: 'attempt',
  id: 'AQ',
  clientDataJSON: 'Ag',
  authenticatorData: 'Aw',
  signature: 'BA',
  userHandle: 'BQ',
}

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const aForm = () => {
  const person = userEvent.setup()
  const server = fakeApi()
  const sessions: string[] = []
  server.on(passkeys.signInOptions, () => ({ attempt: 'attempt', options: OPTIONS }))
  server.on(passkeys.signIn, () => ({ user: aUser(), token: 'session' }))
  renderVisiting(
    <SignInForm />,
    {
      signInBy: async (ask) => {
        const { user, token } = await ask()
        sessions.push(token)
        return user
      },
    },
    { api: server.api },
  )
  return { person, server, sessions }
}

test('a passkey that the browser suggests signs in', async () => {
  const asked: CredentialRequestOptions[] = []
  aBrowser({
    autofill: true,
    get: async (options) => {
      asked.push(options)
      return asked.length === 1 ? ANSWER : new Promise(() => {})
    },
  })
  const { server, sessions } = aForm()
  await waitFor(() => expect(sessions).toEqual(['session']))
  expect(asked[0]).toMatchObject({ mediation: 'conditional', publicKey: { rpId: 'localhost' } })
  expect(server.calls.find(({ endpoint }) => endpoint === passkeys.signIn)?.input).toEqual({ body: ASKED })
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  expect(await screen.findByText('Signed In Successfully')).toBeTruthy()
})

test('at another address than the passkeys’, nothing is suggested', async () => {
  const get = vi.fn()
  aBrowser({ autofill: true, get })
  const { server } = aForm()
  server.on(passkeys.signInOptions, () => ({
    attempt: 'attempt',
    options: { ...OPTIONS, rpId: 'orders.example.com' },
  }))
  await waitFor(() => expect(server.calls).toHaveLength(1))
  expect(get).not.toHaveBeenCalled()
})

test('a browser that suggests none has a button, and a person may change their mind', async () => {
  let answers = 0
  aBrowser({
    autofill: false,
    get: async () => {
      answers += 1
      if (answers === 1) throw new DOMException('No', 'NotAllowedError')
      return ANSWER
    },
  })
  const { person, sessions } = aForm()
  const button = await screen.findByRole('button', { name: 'Sign in with a passkey' })
  await person.click(button)
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(answers).toBe(1)
  expect([sessions, screen.queryByText(/passkey doesn’t/)]).toEqual([[], null])
  await person.click(button)
  await waitFor(() => expect(sessions).toEqual(['session']))
})

test('a passkey that was removed leads to the password', async () => {
  aBrowser({ autofill: false, get: async () => ANSWER })
  const { person, server } = aForm()
  server.on(passkeys.signIn, () => {
    throw refusal('wrong_credentials')
  })
  await person.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect(await screen.findByText('That passkey doesn’t sign in here. Use your password.')).toBeTruthy()
})

test('a one-time password of the office is replaced after a passkey too', async () => {
  aBrowser({ autofill: false, get: async () => ANSWER })
  const { person, server } = aForm()
  server.on(passkeys.signIn, () => {
    const code = 'password_change_required'
    const reply = { message: '', code, token: 'once', email: 'chef@example.com' }
    throw new ApiError({ status: 403, code, message: '', reply })
  })
  await person.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))
  expect(await screen.findByLabelText('New password')).toBeTruthy()
})

test('without passkeys in the browser, nothing is asked and nothing offered', async () => {
  const { server } = aForm()
  await screen.findByLabelText('E-mail')
  expect(server.calls).toEqual([])
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})

const MADE = {
  id: 'AQ',
  rawId: bytes(1),
  type: 'public-key',
  getClientExtensionResults: () => ({}),
  response: {
    clientDataJSON: bytes(2),
    attestationObject: bytes(3),
    getTransports: () => ['internal'],
  },
}

const aDevice = (rows: Partial<typeof ROW>[] = []) => {
  const person = userEvent.setup()
  const device = aTestDevice()
  const { server } = device
  let kept = rows.map((row) => ({ ...ROW, ...row }))
  server.on(passkeys.list, () => ({ data: kept }))
  server.on(passkeys.addOptions, () => ({
    attempt: 'attempt',
    options: {
      challenge: CHALLENGE,
      rp: { id: 'localhost', name: 'Trolly' },
      user: { id: 'AAAA', name: 'chef@example.com', displayName: 'Robin' },
      pubKeyCredParams: [{ alg: -7, type: 'public-key' as const }],
      timeout: 1_000,
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: 'required' as const,
        requireResidentKey: true,
        userVerification: 'required' as const,
      },
      attestation: 'none' as const,
    },
  }))
  server.on(passkeys.add, () => {
    kept = [ROW, ...kept]
    return { message: '', passkey: ROW }
  })
  server.on(passkeys.rename, ({ body }) => {
    kept = kept.map((row) => ({ ...row, name: body?.name ?? '' }))
    return { message: '', passkey: kept[0] ?? ROW }
  })
  server.on(passkeys.remove, () => {
    kept = []
    return { message: '' }
  })
  return { person, device, server }
}

test('the offer after a sign-in by password makes a passkey, and is not made again', async () => {
  aBrowser({ autofill: true, create: async () => MADE })
  const { person, device, server } = aDevice()
  noteOffer(true)
  const page = renderOn(device, <PasskeyOffer />)
  await person.click(screen.getByRole('button', { name: 'Create passkey' }))
  expect(await screen.findByText('Passkey added')).toBeTruthy()
  expect(server.calls.at(-1)?.input.body).toEqual({
    attempt: 'attempt',
    id: 'AQ',
    clientDataJSON: 'Ag',
    attestationObject: 'Aw',
    transports: ['internal'],
  })
  expect(screen.queryByRole('button', { name: 'Create passkey' })).toBeNull()
  page.unmount()
  noteOffer(true)
  renderOn(device, <PasskeyOffer />)
  expect(screen.queryByRole('button', { name: 'Create passkey' })).toBeNull()
})

test('“Not now” is remembered, and a cancelled one stays', async () => {
  aBrowser({ autofill: true })
  const { person, device } = aDevice()
  noteOffer(true)
  const page = renderOn(device, <PasskeyOffer />)
  await person.click(screen.getByRole('button', { name: 'Create passkey' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Create passkey' }).getAttribute('aria-busy')).toBeNull(),
  )
  await person.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('button', { name: 'Create passkey' })).toBeNull()
  page.unmount()
  noteOffer(true)
  renderOn(device, <PasskeyOffer />)
  expect(screen.queryByRole('button', { name: 'Create passkey' })).toBeNull()
})

test('without a sign-in by password there is no offer', () => {
  aBrowser({ autofill: true })
  renderOn(aDevice().device, <PasskeyOffer />)
  expect(screen.queryByRole('button', { name: 'Create passkey' })).toBeNull()
})

test('passkeys are listed with their dates and where they work, renamed and removed', async () => {
  aBrowser({ autofill: true })
  const { person, device } = aDevice([
    { lastUsedAt: '2026-11-30T10:00:00.000Z' },
    { id: '01900000-0000-7000-8000-000000000002', name: 'Old shop', domain: 'orders.example.net' },
  ])
  renderOn(device, <Passkeys />)
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Added Mon 2 Nov · last used Mon 30 Nov'),
    expect.stringContaining('not used yet · works at orders.example.net only'),
  ])
  await person.click(screen.getByRole('button', { name: 'Change Safari on iPhone' }))
  const sheet = await screen.findByRole('dialog', { name: 'Passkey' })
  const name = within(sheet).getByLabelText('Name')
  await person.clear(name)
  await person.click(within(sheet).getByRole('button', { name: 'Save' }))
  expect(await within(sheet).findByRole('link', { name: 'Enter a name' })).toBeTruthy()
  await person.type(name, 'Kitchen phone')
  await person.click(within(sheet).getByRole('button', { name: 'Save' }))
  const [change] = await screen.findAllByRole('button', { name: 'Change Kitchen phone' })
  await person.click(change as Element)
  await person.click(await screen.findByRole('button', { name: 'Remove passkey' }))
  expect(await screen.findByText('You have no passkeys yet.')).toBeTruthy()
})

test('a device that has a passkey already says so, and one that is refused why', async () => {
  let exists = true
  aBrowser({
    autofill: true,
    create: async () => {
      if (exists) throw new DOMException('There is one', 'InvalidStateError')
      return MADE
    },
  })
  const { person, device, server } = aDevice()
  renderOn(device, <Passkeys />)
  await person.click(await screen.findByRole('button', { name: 'Add a passkey' }))
  expect(await screen.findByText('This device has a passkey for you already')).toBeTruthy()
  exists = false
  server.on(passkeys.add, () => {
    throw refusal('too_many_passkeys', { message: 'You have 20 passkeys.' })
  })
  await person.click(screen.getByRole('button', { name: 'Add a passkey' }))
  expect(await screen.findByText('You have 20 passkeys.')).toBeTruthy()
})

test('a failure to load is said, and a browser without passkeys too', async () => {
  const { person, device, server } = aDevice()
  server.cut(passkeys.list)
  renderOn(device, <Passkeys />)
  expect(await screen.findByText(/Your passkeys could not be loaded/)).toBeTruthy()
  expect(screen.getByText('This browser can’t make a passkey for this address.')).toBeTruthy()
  server.on(passkeys.list, () => ({ data: [] }))
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('You have no passkeys yet.')).toBeTruthy()
})
