import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { PERSISTENT } from '#domain/message-times.ts'
import { ApiError } from '#src/api/api-error.ts'
import { ApiProvider } from '#src/device/device-context.tsx'
import { SignInForm } from '#src/features/session/sign-in-form.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'
import { aUser } from '#tests/support/signed-in.tsx'
import { renderVisiting } from '#tests/support/visiting.tsx'

const aForm = () => {
  const person = userEvent.setup()
  const server = fakeApi()
  server.on(auth.signIn, () => ({ user: aUser(), token: 'token' }))
  const signIn = async (body: { email: string; password: string }) =>
    (await server.api.call(auth.signIn, { body })).user
  renderVisiting(
    <ApiProvider value={server.api}>
      <SignInForm />
    </ApiProvider>,
    { signIn },
  )
  const fill = async (email: string, password: string) => {
    if (email) await person.type(screen.getByLabelText('E-mail'), email)
    if (password) await person.type(screen.getByLabelText('Password'), password)
    await person.click(screen.getByRole('button', { name: 'Sign in' }))
  }
  return { person, server, fill }
}

test('signs in and says so', async () => {
  const { fill, server } = aForm()
  await fill('  chef@example.com ', 'trolly')
  expect(await screen.findByText('Signed In Successfully')).toBeTruthy()
  expect(server.calls[0]?.input).toEqual({ body: { email: 'chef@example.com', password: 'trolly' } })
})

test('reports missing fields before calling the server', async () => {
  const { fill, server } = aForm()
  await fill('', '')
  expect(screen.getByRole('alert', { name: 'There is a problem' })).toHaveProperty(
    'textContent',
    expect.stringContaining('Enter your e-mail'),
  )
  expect(screen.getByRole('alert', { name: 'There is a problem' })).toHaveProperty(
    'textContent',
    expect.stringContaining('Enter your password'),
  )
  expect(server.calls).toEqual([])
})

test.each([
  ['a wrong password', refusal('wrong_credentials'), 'Your e-mail or password is incorrect.'],
  [
    'too many attempts',
    refusal('rate_limited', { retryAfterSeconds: 90 }),
    'Too many attempts. Try again in 2 min.',
  ],
  [
    'a server under maintenance',
    refusal('maintenance'),
    'Trolly is closed for maintenance. Try again later.',
  ],
  ['an unexpected error', refusal('internal', { message: 'It broke.' }), 'It broke.'],
])('%s is shown at the form', async (_, error, words) => {
  const { fill, server } = aForm()
  server.on(auth.signIn, () => {
    throw error
  })
  await fill('chef@example.com', 'wrong')
  expect(await screen.findByRole('alert', { name: 'There is a problem' })).toHaveProperty(
    'textContent',
    expect.stringContaining(words),
  )
})

test('offline, it says so and keeps what was typed', async () => {
  const { fill, server } = aForm()
  server.cut(auth.signIn)
  await fill('chef@example.com', 'trolly')
  expect(await screen.findByRole('alert', { name: 'There is a problem' })).toHaveProperty(
    'textContent',
    expect.stringContaining('We couldn’t reach Trolly'),
  )
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'chef@example.com')
  expect(screen.getByLabelText('Password')).toHaveProperty('value', 'trolly')
})

test('a locked sign-in shows a persistent message with a lock', async () => {
  const { fill, server } = aForm()
  server.on(auth.signIn, () => {
    throw refusal('locked', { retryAfterSeconds: 600 })
  })
  await fill('chef@example.com', 'wrong')
  await waitFor(() =>
    expect(notifications.current()).toMatchObject({
      message: 'Too many wrong passwords: this sign-in is locked. Try again in 10 min.',
      icon: 'lock',
      statusCode: 423,
      timeoutLength: PERSISTENT,
    }),
  )
})

test('a password that the office handed out is replaced, and then signs in', async () => {
  const { person, fill, server } = aForm()
  server.on(auth.signIn, ({ body }) => {
    if (body?.password !== 'abcd-efgh') return { user: aUser(), token: 'token' }
    const code = 'password_change_required'
    const message = 'Choose a password of your own to continue.'
    throw new ApiError({ status: 403, code, message, reply: { message, code, token: 'once' } })
  })
  server.on(account.resetPassword, ({ body }) => {
    if (body?.password === 'password123') throw refusal('password_refused', { message: 'On a list.' })
    return { message: 'Password Reset' }
  })
  await fill(' chef@example.com ', 'abcd-efgh')
  const write = async (label: string, text: string) => {
    const field = await screen.findByLabelText(label)
    await person.clear(field)
    await person.click(field)
    await person.paste(text)
  }
  const choose = async (first: string, second = first) => {
    await write('New password', first)
    await write('New password again', second)
    await person.click(screen.getByRole('button', { name: 'Save and sign in' }))
  }
  const problem = async () => (await screen.findByRole('alert', { name: 'There is a problem' })).textContent

  await choose('short')
  expect(await problem()).toContain('Use at least 10 characters.')
  await choose('seven mops in a lorry', 'seven mops in a van')
  expect(await problem()).toContain('The two passwords are not the same.')
  await choose('password123')
  await waitFor(async () => expect(await problem()).toContain('On a list.'))
  await choose('seven mops in a lorry')
  const password = 'seven mops in a lorry'
  await waitFor(() =>
    expect(server.calls.slice(-2).map(({ input }) => input.body)).toEqual([
      { email: 'chef@example.com', token: 'once', password, password_confirmation: password },
      { email: 'chef@example.com', password },
    ]),
  )
})
