import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { auth } from '#contract/auth.ts'
import { PERSISTENT } from '#domain/message-times.ts'
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
  renderVisiting(<SignInForm />, { signIn })
  const fill = async (email: string, password: string) => {
    if (email) await person.type(screen.getByLabelText('E-mail'), email)
    if (password) await person.type(screen.getByLabelText('Password'), password)
    await person.click(screen.getByRole('button', { name: 'Sign in' }))
  }
  return { server, fill }
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
