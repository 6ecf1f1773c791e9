import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInThisContext } from 'node:vm'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { PasswordField, TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { ThemeProvider } from '#src/ui/theme/theme-provider.tsx'

// A server-rendered form, pressed before its script has loaded.

const beforeStart = readFileSync(join(import.meta.dirname, '../../../public/before-start.js'), 'utf8')
const button = () => screen.getByRole('button', { name: 'Sign in' })

let end: (() => void) | undefined

afterEach(() => {
  end?.()
  end = undefined
  document.body.replaceChildren()
})

/**
 * The server-rendered page.
 * @returns loads its script, and what the form sends
 */
function setUp() {
  const onSubmit = vi.fn(async (_values: Record<string, string>) => undefined)
  const page: ReactNode = (
    <StrictMode>
      <ThemeProvider env="test">
        <Form
          label="Sign in"
          onSubmit={onSubmit}
          validate={({ email }): FormErrors => (email ? {} : { email: 'Enter your e-mail' })}
        >
          <TextField name="email" label="E-mail" />
          <PasswordField name="password" label="Password" />
          <SubmitButton>Sign in</SubmitButton>
        </Form>
      </ThemeProvider>
    </StrictMode>
  )
  const root = document.createElement('div')
  root.innerHTML = renderToString(page)
  document.body.append(root)
  runInThisContext(beforeStart)
  const hydrate = () => {
    // React's development build reports the attributes left by before-start.js; production accepts them silently.
    const reported = vi.spyOn(console, 'error').mockImplementation(() => {})
    const app = hydrateRoot(root, page)
    end = () => {
      app.unmount()
      reported.mockRestore()
    }
  }
  return { hydrate, onSubmit }
}

test('an early press is sent once the script has loaded, with the typed text, and looks busy until then', async () => {
  const { hydrate, onSubmit } = setUp()
  await userEvent.type(screen.getByLabelText('E-mail'), 'chef@example.com')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(button())
  await userEvent.click(button())
  expect(button().getAttribute('aria-busy')).toBe('true')

  hydrate()
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1))
  expect(onSubmit).toHaveBeenCalledWith({ email: 'chef@example.com', password: 'secret' })
  await waitFor(() => expect(button().hasAttribute('aria-busy')).toBe(false))
})

test('an early press without all fields shows what is missing once the script has loaded, and can be repeated', async () => {
  const { hydrate, onSubmit } = setUp()
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')

  hydrate()
  expect(await screen.findByRole('alert')).toHaveProperty(
    'textContent',
    expect.stringContaining('Enter your e-mail'),
  )
  expect(onSubmit).not.toHaveBeenCalled()
  expect(button().hasAttribute('aria-busy')).toBe(false)
})

test('without a press nothing is sent', async () => {
  const { hydrate, onSubmit } = setUp()
  await userEvent.type(screen.getByLabelText('E-mail'), 'chef@example.com')
  hydrate()
  await userEvent.click(await screen.findByRole('button', { name: 'Show password' }))
  await screen.findByRole('button', { name: 'Hide password' })
  expect(onSubmit).not.toHaveBeenCalled()
})
