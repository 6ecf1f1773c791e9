import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { secondFactor } from '#contract/second-factor.ts'
import { ApiError } from '#src/api/api-error.ts'
import { SecondFactor } from '#src/features/session/second-factor/second-factor.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'
import { renderVisiting } from '#tests/support/visiting.tsx'

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const URI = `otpauth://totp/Trolly:chef%40example.com?issuer=Trolly&secret=${SECRET}`
const CODES = Array.from({ length: 10 }, (_, n) => `aaaa-bbbb-cccc-ddd${n}`)

const needs = (code: ErrorCode) => {
  const reply = { message: '', code, token: 'half' }
  return new ApiError({ status: 403, code, message: '', reply })
}

/** A person whose password was right, at the step that follows it. */
const atStep = async (code: ErrorCode) => {
  const person = userEvent.setup()
  const server = fakeApi()
  const sessions: string[] = []
  server.on(auth.signIn, () => {
    throw needs(code)
  })
  const open = (session: { user: ReturnType<typeof aUser>; token: string }) => {
    sessions.push(session.token)
    return session.user
  }
  renderVisiting(
    <SignInForm />,
    {
      signIn: async (body) => open((await server.api.call(auth.signIn, { body })) as never),
      signInBy: async (ask) => open((await ask()) as never),
    },
    { api: server.api },
  )
  await person.type(screen.getByLabelText('E-mail'), 'chef@example.com')
  await person.type(screen.getByLabelText('Password'), 'right')
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  const problem = async () => (await screen.findByRole('alert', { name: 'There is a problem' })).textContent
  return { person, server, sessions, problem }
}

test('a right password is followed by the code, which signs in', async () => {
  const { person, server, sessions, problem } = await atStep('second_factor_required')
  server.on(secondFactor.signIn, ({ body }) => {
    if (body?.code !== '123456') throw refusal('wrong_code', { message: 'That code is wrong.' })
    return { user: aUser(), token: 'session' }
  })
  const field = await screen.findByLabelText('Code')
  expect(field).toHaveProperty('autocomplete', 'one-time-code')
  expect(screen.queryByLabelText('Password')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await problem()).toContain('Enter the code')
  await person.type(field, '654321')
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(async () => expect(await problem()).toContain('That code is wrong.'))
  await person.clear(field)
  await person.type(field, '123456')
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Signed In Successfully')).toBeTruthy()
  expect(sessions).toEqual(['session'])
  expect(server.calls.at(-1)?.input).toEqual({ body: { token: 'half', code: '123456' } })
})

test('whoever has lost the phone types a recovery code', async () => {
  const { person, server, sessions } = await atStep('second_factor_required')
  server.on(secondFactor.signIn, () => ({ user: aUser(), token: 'session' }))
  await person.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await person.type(screen.getByLabelText('Recovery code'), 'aaaa-bbbb-cccc-dddd')
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(sessions).toEqual(['session']))
  expect(server.calls.at(-1)?.input.body).toEqual({ token: 'half', code: 'aaaa-bbbb-cccc-dddd' })
})

test('locked codes say when to try again', async () => {
  const { person, server, problem } = await atStep('second_factor_required')
  server.on(secondFactor.signIn, () => {
    throw refusal('locked', { retryAfterSeconds: 600 })
  })
  await person.type(await screen.findByLabelText('Code'), '123456')
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await problem()).toContain('Too many wrong codes. Try again in 10 min.')
})

test('a step that took too long goes back to the password, and keeps the address', async () => {
  const { person, server } = await atStep('second_factor_required')
  server.on(secondFactor.signIn, () => {
    throw refusal('second_factor_expired')
  })
  await person.type(await screen.findByLabelText('Code'), '123456')
  await person.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('That took too long. Enter your password again.')).toBeTruthy()
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'chef@example.com')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
})

test('where it is required, it is set up in place, and opens the app once the codes are kept', async () => {
  const { person, server, sessions } = await atStep('second_factor_setup_required')
  server.on(secondFactor.confirmAtSignIn, () => ({ user: aUser(), token: 'session', recovery_codes: CODES }))
  expect(await screen.findByText(/We couldn’t get a key/)).toBeTruthy()
  server.on(secondFactor.beginAtSignIn, () => ({ secret: SECRET, uri: URI }))
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeTruthy()
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeTruthy()
  await person.type(screen.getByLabelText('Code'), '123456')
  await person.click(screen.getByRole('button', { name: 'Turn on and sign in' }))
  expect((await screen.findAllByText(/^aaaa-bbbb-cccc-ddd\d$/)).map((each) => each.textContent)).toEqual(
    CODES,
  )
  expect(sessions).toEqual([])
  await person.click(screen.getByRole('button', { name: 'I’ve kept them, continue' }))
  await waitFor(() => expect(sessions).toEqual(['session']))
  // One secret for the whole step: another would make the app's useless.
  const begun = server.calls.filter(({ endpoint }) => endpoint === secondFactor.beginAtSignIn)
  expect(begun).toHaveLength(2)
})

const OFF = { since: null, recovery_codes_left: 0, required: false }
const ON = { since: '2026-11-02T10:00:00.000Z', recovery_codes_left: 7, required: false }

const aSection = (state: typeof OFF | typeof ON | undefined) => {
  const person = userEvent.setup()
  const device = aTestDevice()
  if (state !== undefined) device.server.on(secondFactor.get, () => state)
  renderOn(device, <SecondFactor />)
  return { person, server: device.server }
}

test('is turned on with a code, and tells the recovery codes once', async () => {
  const { person, server } = aSection(OFF)
  server.on(secondFactor.begin, () => ({ secret: SECRET, uri: URI }))
  server.on(secondFactor.confirm, ({ body }) => {
    if (body?.code !== '123456') throw refusal('wrong_code', { message: 'That code is wrong.' })
    return { message: '', recovery_codes: CODES }
  })
  await person.click(await screen.findByRole('button', { name: 'Set up' }))
  await person.type(await screen.findByLabelText('Code'), '000000')
  await person.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByRole('link', { name: 'That code is wrong.' })).toBeTruthy()
  server.on(secondFactor.get, () => ON)
  await person.clear(screen.getByLabelText('Code'))
  await person.type(screen.getByLabelText('Code'), '123456')
  await person.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText(CODES[9] ?? '')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'I’ve kept them' }))
  expect(await screen.findByText(/^On since Mon 2 Nov/)).toBeTruthy()
  expect(screen.queryByText(CODES[9] ?? '')).toBeNull()
})

test('says how many recovery codes are left, makes others, moves and turns off, each with a code', async () => {
  const { person, server } = aSection(ON)
  server.on(secondFactor.renewRecoveryCodes, () => ({ message: '', recovery_codes: CODES }))
  server.on(secondFactor.begin, () => ({ secret: SECRET, uri: URI }))
  server.on(secondFactor.remove, () => ({ message: 'Two-step sign-in is off' }))
  const enter = async (button: string) => {
    await person.type(await screen.findByLabelText('Code'), '123456')
    await person.click(screen.getByRole('button', { name: button }))
  }
  expect(await screen.findByText(/7 recovery codes left/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'New recovery codes' }))
  await enter('Make new codes')
  expect(await screen.findByText(CODES[0] ?? '')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'I’ve kept them' }))
  await person.click(screen.getByRole('button', { name: 'Move to another phone' }))
  await enter('Continue')
  expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeTruthy()
  expect(server.calls.findLast(({ endpoint }) => endpoint === secondFactor.begin)?.input).toEqual({
    body: { code: '123456' },
  })
  await person.click(screen.getByRole('button', { name: 'Close' }))
  server.on(secondFactor.get, () => OFF)
  await person.click(await screen.findByRole('button', { name: 'Turn off' }))
  const dialog = await screen.findByRole('dialog', { name: 'Turn off two-step sign-in' })
  await person.type(await screen.findByLabelText('Code'), '123456')
  await person.click([...dialog.querySelectorAll('button')].find((each) => each.type === 'submit') as Element)
  expect(await screen.findByText('Two-step sign-in is off')).toBeTruthy()
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
})

test('one that the company requires has no way to turn it off', async () => {
  aSection({ ...ON, required: true })
  expect(await screen.findByText(/Your company requires it/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Turn off' })).toBeNull()
})

test('a failure to load is said, and can be tried again', async () => {
  const { person, server } = aSection(undefined)
  expect(await screen.findByText(/Two-step sign-in could not be loaded/)).toBeTruthy()
  server.on(secondFactor.get, () => OFF)
  await person.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
})
