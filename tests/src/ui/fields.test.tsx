import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SelectField, TextField } from '#src/ui/form/fields.tsx'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { renderPart } from './render.tsx'

it('reads every kind of field by its name', async () => {
  const onSubmit = vi.fn()
  renderPart(
    <Form onSubmit={onSubmit}>
      <SelectField
        name="site"
        label="Site"
        data={[
          { value: 'leeds', label: 'Leeds' },
          { value: 'bradford', label: 'Bradford' },
        ]}
      />
      <TextField type="date" name="from" label="From" min="2026-11-01" />
      <TextArea name="note" label="Delivery instructions" maxLength={200} />
      <SubmitButton>Send</SubmitButton>
    </Form>,
  )
  await userEvent.selectOptions(screen.getByLabelText('Site'), 'Bradford')
  await userEvent.type(screen.getByLabelText('From'), '2026-11-25')
  await userEvent.type(screen.getByLabelText('Delivery instructions'), 'Ring twice')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  expect(onSubmit).toHaveBeenCalledWith({ site: 'bradford', from: '2026-11-25', note: 'Ring twice' })
})

it('shows the error of each kind of field at the field', () => {
  renderPart(
    <Form onSubmit={() => undefined}>
      <TextField type="date" name="from" label="From" error="Choose a day that is yet to come" />
    </Form>,
  )
  const field = screen.getByLabelText('From')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'Choose a day that is yet to come',
  )
})

it('shows the error of a password too', () => {
  renderPart(<PasswordField name="password" label="Password" error="Enter your password" />)
  expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
})

it('clears a search with its button or Esc, and passes Enter on', async () => {
  const onChange = vi.fn()
  const onSubmit = vi.fn()
  renderPart(<SearchField label="Search products" value="tom" onChange={onChange} onSubmit={onSubmit} />)
  const field = screen.getByRole('searchbox', { name: 'Search products' })
  await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
  expect(onChange).toHaveBeenLastCalledWith('')
  expect(document.activeElement).toBe(field)
  onChange.mockClear()
  await userEvent.keyboard('{Enter}{Escape}')
  expect(onSubmit).toHaveBeenCalledWith('tom')
  expect(onChange).toHaveBeenCalledWith('')
})
