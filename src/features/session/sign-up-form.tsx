import { Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { CashRegistrationFields, joining } from '#contract/joining.ts'
import { failureTimeMs } from '#domain/message-times.ts'
import { MESSAGES } from '#domain/messages.ts'
import { PASSWORD_FAULT_TEXTS, PASSWORD_LENGTH_MIN, typedPasswordFault } from '#domain/passwords.ts'
import { ApiError } from '#src/api/api-error.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { messageOfError } from '#src/api/messages.ts'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import type { FieldSpec } from '#src/ui/kit/record/field-spec.ts'
import { PageForm } from '#src/ui/kit/record/page-form.tsx'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { useVisit } from './visit.ts'

const FIELDS: readonly FieldSpec[] = [
  { name: 'username', label: 'Your name', autoComplete: 'name' },
  { name: 'businessName', label: 'Business', hint: 'Optional', autoComplete: 'organization' },
  { name: 'email', label: 'E-mail', hint: 'You sign in with it', type: 'email', autoComplete: 'username' },
  { name: 'contactPhone', label: 'Phone', hint: 'For the driver', type: 'tel', autoComplete: 'tel' },
  { name: 'addressLines', label: 'Address', rows: 2, autoComplete: 'street-address' },
  { name: 'town', label: 'Town', autoComplete: 'address-level2' },
  { name: 'postcode', label: 'Postcode', type: 'postcode', autoComplete: 'postal-code' },
  {
    name: 'password',
    label: 'Password',
    hint: `At least ${PASSWORD_LENGTH_MIN} characters. A few unrelated words are best.`,
    control: 'password',
    autoComplete: 'new-password',
  },
  {
    name: 'password_confirmation',
    label: 'Repeat password',
    control: 'password',
    autoComplete: 'new-password',
  },
]
const LABELS = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))

/** The guards lead to home afterwards. */
export function SignUpForm() {
  const visit = useVisit()
  const signUp = async (body: CashRegistrationFields): Promise<FormErrors | undefined> => {
    try {
      await visit.signUp(body)
    } catch (error) {
      return explain(error)
    }
    notifications.show({ message: MESSAGES.signedIn, statusColor: 'success', showInProduction: true })
    return undefined
  }
  return (
    <PageForm<CashRegistrationFields>
      label="Open a cash account"
      schema={CashRegistrationFields}
      fields={FIELDS}
      validate={passwordProblem}
      onSend={signUp}
      submit="Open account"
    >
      <Text size="xs" c="dimmed">
        By opening an account you accept our <Link to="/information">terms</Link>.
      </Text>
    </PageForm>
  )
}

const passwordProblem = ({ password, password_confirmation }: CashRegistrationFields): FormErrors => {
  const fault = typedPasswordFault(password, password_confirmation)
  if (fault === undefined) return {}
  return { [fault === 'differs' ? 'password_confirmation' : 'password']: PASSWORD_FAULT_TEXTS[fault] }
}

/** As a message until dismissed, and in the form (specification, section 8). */
const explain = (error: unknown): FormErrors => {
  const problems =
    error instanceof ApiError && error.code === 'password_refused'
      ? { password: messageOfError(error) }
      : fieldProblemsOf(error, LABELS)
  notifications.show({
    message: Object.values(problems).join(', '),
    statusCode: error instanceof ApiError ? error.status : undefined,
    statusColor: 'error',
    timeoutLength: failureTimeMs(joining.registerCash.path),
    showInProduction: true,
  })
  return problems
}
