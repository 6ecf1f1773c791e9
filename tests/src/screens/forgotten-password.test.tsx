import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, test } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { RESET_REFUSED_REASON, RESET_REFUSED_TEXT } from '#domain/account-messages.ts'
import { PERSISTENT } from '#domain/message-times.ts'
import { ApiError } from '#src/api/api-error.ts'
import { Screen as ForgottenPassword } from '#src/screens/auth/forgotten-password.tsx'
import { Screen as PasswordReset } from '#src/screens/auth/password-reset.tsx'
import { Screen as ResetLinkSent } from '#src/screens/auth/reset-link-sent.tsx'
import { Screen as ResetPassword } from '#src/screens/auth/reset-password.tsx'
import { Screen as SignIn } from '#src/screens/auth/sign-in.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'
import { renderVisiting } from '#tests/support/visiting.tsx'

const CHEF = 'chef@example.com'
const NEW = 'seven mops in a lorry'
const LINK = `/auth/reset-password?${new URLSearchParams({ token: 'secret', email: CHEF })}`
/** As the server refuses a link or a code. */
const REFUSED = new ApiError({
  status: 422,
  code: 'reset_refused',
  message: 'No.',
  reply: { message: 'No.', code: 'reset_refused', reason: RESET_REFUSED_REASON },
})

const at = (path: string, state: unknown = null) => {
  const person = userEvent.setup()
  const server = fakeApi()
  server.on(account.forgotPassword, () => ({ message: 'Reset Password link sent' }))
  server.on(account.resetPassword, () => ({ message: 'Password Reset' }))
  notifications.clear()
  renderVisiting(
    <Routes>
      <Route path="/auth/sign-in" element={<SignIn />} />
      <Route path="/auth/forgotten-password" element={<ForgottenPassword />} />
      <Route path="/auth/reset-link-sent" element={<ResetLinkSent />} />
      <Route path="/auth/reset-password" element={<ResetPassword />} />
      <Route path="/auth/password-reset" element={<PasswordReset />} />
    </Routes>,
    {},
    { api: server.api, entry: [path, state] },
  )
  const fill = async (fields: Record<string, string>) => {
    for (const [label, text] of Object.entries(fields)) {
      const field = fieldOf(label)
      await person.clear(field)
      await person.type(field, text)
    }
  }
  const press = (name: string) => person.click(screen.getByRole('button', { name }))
  const follow = (name: string) => person.click(screen.getByRole('link', { name }))
  return { server, fill, press, follow }
}

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const problem = () => screen.findByRole('alert', { name: 'There is a problem' })
/** A form may have the same name. */
const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
const typedIn = (label: string) => fieldOf(label).value

test('the sign-in leads here with the address that was typed, and on to what to do with the mail', async () => {
  const { server, fill, press, follow } = at('/auth/sign-in')
  await fill({ 'E-mail': CHEF })
  await follow('Forgotten password')
  await heading('Forgotten password')
  expect(typedIn('E-mail')).toBe(CHEF)
  await press('Send link')
  await heading('Check your e-mail')
  expect(server.calls.map(({ endpoint, input }) => [endpoint, input])).toEqual([
    [account.forgotPassword, { body: { email: CHEF } }],
  ])
  expect(notifications.current()).toMatchObject({
    message: 'Reset Password link sent',
    statusColor: 'success',
  })
})

test('never says whether the address is known', async () => {
  const { press, fill } = at('/auth/forgotten-password')
  await fill({ 'E-mail': 'nobody@example.com' })
  await press('Send link')
  await heading('Check your e-mail')
  expect(screen.getByText(/^If/).textContent).toContain('If nobody@example.com belongs to a sign-in')
})

test('without an address nothing is sent, and offline it says so', async () => {
  const { server, press, fill } = at('/auth/forgotten-password')
  await press('Send link')
  expect((await problem()).textContent).toContain('Enter your e-mail')
  expect(server.calls).toEqual([])
  server.cut(account.forgotPassword)
  await fill({ 'E-mail': CHEF })
  await press('Send link')
  await eventually(async () => expect((await problem()).textContent).toContain('We couldn’t reach Trolly'))
  expect(typedIn('E-mail')).toBe(CHEF)
})

test('too many requests say when to try again', async () => {
  const { server, press, fill } = at('/auth/forgotten-password')
  server.on(account.forgotPassword, () => {
    throw refusal('rate_limited', { retryAfterSeconds: 90 })
  })
  await fill({ 'E-mail': CHEF })
  await press('Send link')
  expect((await problem()).textContent).toContain('Too many attempts. Try again in 2 min.')
})

test('a mail can be asked for again, and a failure to do so is shown', async () => {
  const { server, press } = at('/auth/reset-link-sent', { email: CHEF })
  await screen.findByText(CHEF)
  await press('Send it again')
  await eventually(() => expect(server.calls).toHaveLength(1))
  expect(server.calls[0]?.input).toEqual({ body: { email: CHEF } })
  server.cut(account.forgotPassword)
  await press('Send it again')
  expect(await screen.findByText(/We couldn’t reach Trolly/)).toBeTruthy()
})

test('a code is typed in place of the link: the address and the code come along', async () => {
  const { server, fill, press } = at('/auth/reset-link-sent', { email: CHEF })
  await screen.findByText(CHEF)
  await fill({ Code: '12345' })
  await press('Continue')
  expect((await problem()).textContent).toContain('Enter the 6 digits of the code')
  await fill({ Code: '123 456' })
  await press('Continue')
  await heading('Choose a new password')
  await eventually(() => expect([typedIn('E-mail'), typedIn('Code')]).toEqual([CHEF, '123456']))
  await fill({ 'New password': NEW, 'New password again': NEW })
  await press('Save new password')
  await heading('Your password has been reset')
  expect(server.calls.at(-1)?.input.body).toEqual({
    email: CHEF,
    token: '123456',
    password: NEW,
    password_confirmation: NEW,
  })
})

test('opened by itself, the page of the code asks for the address as well', async () => {
  const { press, fill } = at('/auth/reset-link-sent')
  await screen.findByLabelText('E-mail')
  await press('Continue')
  expect((await problem()).textContent).toContain('Enter your e-mail')
  await fill({ 'E-mail': CHEF, Code: '654321' })
  await press('Continue')
  await heading('Choose a new password')
  await eventually(() => expect(typedIn('E-mail')).toBe(CHEF))
})

test('the link of a mail needs the password only, and leads to the sign-in with the address filled in', async () => {
  const { server, fill, press } = at(LINK)
  await screen.findByText(CHEF)
  expect(screen.queryByLabelText('Code')).toBeNull()
  await fill({ 'New password': NEW, 'New password again': NEW })
  await press('Save new password')
  await heading('Your password has been reset')
  expect(server.calls[0]?.input.body).toEqual({
    email: CHEF,
    token: 'secret',
    password: NEW,
    password_confirmation: NEW,
  })
  expect(notifications.current()).toMatchObject({ message: 'Password Reset', statusColor: 'success' })
  await eventually(() => expect(typedIn('E-mail')).toBe(CHEF))
  expect(server.calls.some(({ endpoint }) => endpoint === auth.signIn)).toBe(false)
})

test.each([
  ['short', 'short', 'Use at least 10 characters.'],
  [NEW, `${NEW}!`, 'The two passwords are not the same.'],
])('%s and %s are refused before the server is asked', async (password, again, words) => {
  const { server, fill, press } = at(LINK)
  await screen.findByText(CHEF)
  await fill({ 'New password': password, 'New password again': again })
  await press('Save new password')
  expect((await problem()).textContent).toContain(words)
  expect(server.calls).toEqual([])
})

test('a password that the server refuses is marked, and told until it is dismissed', async () => {
  const { server, fill, press } = at(LINK)
  server.on(account.resetPassword, () => {
    throw refusal('password_refused', { message: 'On a list of stolen passwords.' })
  })
  await screen.findByText(CHEF)
  await fill({ 'New password': 'password123', 'New password again': 'password123' })
  await press('Save new password')
  expect(within(await problem()).getByRole('link').textContent).toBe('On a list of stolen passwords.')
  expect(notifications.current()).toMatchObject({
    message: 'On a list of stolen passwords.',
    statusCode: 422,
    timeoutLength: PERSISTENT,
  })
})

test('a used or expired link says so in the specification’s words, until dismissed, and offers a new one', async () => {
  const { server, fill, press, follow } = at(LINK)
  server.on(account.resetPassword, () => {
    throw REFUSED
  })
  await screen.findByText(CHEF)
  await fill({ 'New password': NEW, 'New password again': NEW })
  await press('Save new password')
  expect(await screen.findByText(/^This link no longer works/)).toBeTruthy()
  expect(notifications.current()).toMatchObject({ message: RESET_REFUSED_TEXT, timeoutLength: PERSISTENT })
  expect(RESET_REFUSED_TEXT).toBe(
    'There was an error resetting your password. If you have recieved multiple Password Reset emails then please ensure you follow the link in the latest one you have recieved.',
  )
  await follow('Ask for a new link')
  await heading('Forgotten password')
  await eventually(() => expect(typedIn('E-mail')).toBe(CHEF))
})

test('a wrong code keeps the form, and too many are locked', async () => {
  const { server, fill, press } = at('/auth/reset-password', { email: CHEF, code: '111111' })
  server.on(account.resetPassword, () => {
    throw REFUSED
  })
  await eventually(() => expect(typedIn('Code')).toBe('111111'))
  await fill({ 'New password': NEW, 'New password again': NEW })
  await press('Save new password')
  expect(within(await problem()).getByRole('link').textContent).toContain('Check the address and the code')
  expect(notifications.current()).toMatchObject({ message: RESET_REFUSED_TEXT, timeoutLength: PERSISTENT })
  notifications.clear()
  server.on(account.resetPassword, () => {
    throw refusal('locked', { retryAfterSeconds: 3_600 })
  })
  await press('Save new password')
  await eventually(() =>
    expect(notifications.current()).toMatchObject({
      message: 'Too many wrong codes. Try again in 1 h.',
      icon: 'lock',
      statusCode: 423,
      timeoutLength: PERSISTENT,
    }),
  )
})

test('whatever else is in the history entry is ignored', async () => {
  at('/auth/reset-password', { email: 7, code: ['1'] })
  expect(await screen.findByLabelText('Code')).toHaveProperty('value', '')
  expect(typedIn('E-mail')).toBe('')
})
