import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, onTestFinished, test, vi } from 'vitest'
import { signInCodes } from '#contract/sign-in-codes.ts'
import { SignInCode } from '#src/features/account/sign-in-code.tsx'
import { CodeSignIn } from '#src/features/session/code-sign-in.tsx'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'
import { aTestDevice, aUser, renderOn } from '#tests/support/signed-in.tsx'
import { renderVisiting } from '#tests/support/visiting.tsx'

const installed = () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { standalone: true }))
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}

const aSignIn = () => {
  const person = userEvent.setup({ delay: null })
  const server = fakeApi()
  const signInBy = vi.fn(async (ask: () => Promise<{ user: ReturnType<typeof aUser> }>) => (await ask()).user)
  renderVisiting(<CodeSignIn />, { signInBy: signInBy as never }, { api: server.api })
  const open = async () => {
    await person.click(await screen.findByRole('button', { name: 'Use a code from the browser' }))
    return await screen.findByLabelText('Code')
  }
  const send = async (code: string) => {
    await person.type(screen.getByLabelText('E-mail'), ' chef@example.com ')
    if (code !== '') await person.type(screen.getByLabelText('Code'), code)
    await person.click(screen.getByRole('button', { name: 'Sign in' }))
  }
  return { server, open, send }
}

test('a browser is offered no code to type', () => {
  aSignIn()
  expect(screen.queryByRole('button')).toBeNull()
})

test('the installed app signs in with the code that the browser shows', async () => {
  installed()
  const { server, open, send } = aSignIn()
  server.on(signInCodes.use, () => ({ user: aUser(), token: 'token' }))
  const code = await open()
  expect(code.getAttribute('inputmode')).toBe('numeric')
  await send('123 456')
  expect(await screen.findByText('Signed In Successfully')).toBeTruthy()
  expect(server.calls.map(({ input }) => input.body)).toEqual([
    { email: 'chef@example.com', code: '123 456' },
  ])
})

test.each([
  ['sign_in_code_refused', 'Check the e-mail and the code, or make a new one in the browser'],
  ['locked', /^Too many wrong codes\. Try again/],
] as const)('%s is explained in the form', async (refused, words) => {
  installed()
  const { server, open, send } = aSignIn()
  server.on(signInCodes.use, () => {
    throw refusal(refused)
  })
  await open()
  await send('123456')
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
})

test('what is no code is not sent', async () => {
  installed()
  const { server, open, send } = aSignIn()
  await open()
  await send('1234')
  expect((await screen.findAllByText('Enter the 6 digits of the code')).length).toBeGreaterThan(0)
  expect(server.calls).toEqual([])
})

test('a signed-in person makes a code, and a new one once they press again', async () => {
  const test = aTestDevice()
  const codes = ['123456', '654321']
  test.server.on(signInCodes.make, () => ({
    code: codes.shift() ?? '',
    expiresAt: new Date(Date.now() + 600_000).toISOString(),
  }))
  renderOn(test, <SignInCode />)
  await userEvent.click(screen.getByRole('button', { name: 'Make a code' }))
  expect(await screen.findByText('123 456')).toBeTruthy()
  expect(screen.getByText('Works once, for ten minutes')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Make a new code' }))
  expect(await screen.findByText('654 321')).toBeTruthy()
  expect(screen.queryByText('123 456')).toBeNull()
})

test('a code that could not be made is a message, and shows none', async () => {
  const test = aTestDevice()
  renderOn(test, <SignInCode />)
  await userEvent.click(screen.getByRole('button', { name: 'Make a code' }))
  expect(await screen.findByText(/check your internet connection|couldn’t reach/i)).toBeTruthy()
  expect(screen.queryByText(/Works once/)).toBeNull()
})
