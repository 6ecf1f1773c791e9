import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { useUserActionLocked } from '#src/ui/action/user-action-lock.ts'
import { TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { renderPart } from './render.tsx'

type Submit = (values: Record<string, string>) => FormErrors | undefined | Promise<FormErrors | undefined>

function setUp(onSubmit: Submit) {
  renderPart(
    <Form
      label="Sign in"
      onSubmit={onSubmit}
      validate={({ email }) => (email ? {} : { email: 'Enter your e-mail address' })}
    >
      <TextField name="email" label="E-mail" hint="As on your invoices" />
      <PasswordField name="password" label="Password" autoComplete="current-password" />
      <SubmitButton>Sign in</SubmitButton>
      <Lock />
    </Form>,
  )
}

function Lock() {
  return <output>{useUserActionLocked() ? 'locked' : 'free'}</output>
}

const button = () => screen.getByRole('button', { name: 'Sign in' })
const email = () => screen.getByRole('textbox', { name: 'E-mail' })

describe('Form', () => {
  it('lists errors, focuses the list, and links to the fields', async () => {
    const onSubmit = vi.fn()
    setUp(onSubmit)
    await userEvent.click(button())
    const summary = screen.getByRole('alert')
    expect(document.activeElement).toBe(summary)
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('link', { name: 'Enter your e-mail address' }))
    expect(document.activeElement).toBe(email())
  })

  it('links hint and error to the field', async () => {
    setUp(() => undefined)
    await userEvent.click(button())
    expect(email().getAttribute('aria-invalid')).toBe('true')
    const described = email().getAttribute('aria-describedby')?.split(' ') ?? []
    const texts = described.map((id) => document.getElementById(id)?.textContent)
    expect(texts).toContain('As on your invoices')
    expect(texts).toContain('Enter your e-mail address')
  })

  it('submits once for repeated presses, holds the action lock, and shows returned errors', async () => {
    let answer: (errors: FormErrors) => void = () => {}
    const onSubmit = vi.fn(() => new Promise<FormErrors>((resolve) => (answer = resolve)))
    setUp(onSubmit)
    await userEvent.type(email(), 'a@example.com')
    await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}{Enter}')
    await userEvent.click(button())
    expect(onSubmit).toHaveBeenCalledTimes(1)
    expect(onSubmit).toHaveBeenCalledWith({ email: 'a@example.com', password: 'secret' })
    expect(button().getAttribute('aria-busy')).toBe('true')
    expect(screen.getByText('locked')).toBeDefined()
    answer({ '': 'The e-mail or the password is not right' })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('is not right'))
    expect(button().getAttribute('aria-busy')).toBeNull()
    expect(screen.getByText('free')).toBeDefined()
  })

  it('shows a password on request', async () => {
    setUp(() => undefined)
    const password = screen.getByLabelText('Password')
    await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
    expect(password.getAttribute('type')).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(password.getAttribute('type')).toBe('password')
  })
})
