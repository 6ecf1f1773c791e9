import { useNavigate } from 'react-router-dom'
import { Form, type FormValues, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import type { Carried } from './carried.ts'
import { EmailField, emailProblem } from './email-field.tsx'
import { useResetLink } from './use-reset-link.ts'
import { visitorProblem } from './visitor-problem.ts'

export function ForgottenPasswordForm() {
  const navigate = useNavigate()
  const sendLink = useResetLink()

  async function send({ email = '' }: FormValues): Promise<FormErrors | undefined> {
    const carried = { email: email.trim() } satisfies Partial<Carried>
    try {
      await sendLink(carried.email)
    } catch (error) {
      return { '': visitorProblem(error) }
    }
    navigate('/auth/reset-link-sent', { state: carried })
    return undefined
  }

  return (
    <Form label="Forgotten password" validate={({ email }) => emailProblem(email)} onSubmit={send}>
      <EmailField />
      <SubmitButton fullWidth>Send link</SubmitButton>
    </Form>
  )
}
