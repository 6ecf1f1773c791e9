import { Text } from '@mantine/core'
import { useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
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
  { name: 'username', label: 'Your name', part: 'You', autoComplete: 'name', missing: 'Enter your name' },
  { name: 'businessName', label: 'Business', hint: 'Optional', autoComplete: 'organization' },
  {
    name: 'email',
    label: 'E-mail',
    hint: 'You sign in with it',
    type: 'email',
    autoComplete: 'username',
    missing: 'Enter your e-mail',
    misformed: 'Enter an e-mail address, such as name@example.com',
  },
  {
    name: 'contactPhone',
    label: 'Phone',
    hint: 'For the driver',
    type: 'tel',
    autoComplete: 'tel',
    missing: 'Enter your phone number',
    misformed: 'Enter a phone number, such as 01904 123456',
  },
  {
    name: 'addressLines',
    label: 'Address',
    part: 'Where we deliver',
    rows: 3,
    autoComplete: 'street-address',
    missing: 'Enter your address',
  },
  { name: 'town', label: 'Town', half: true, autoComplete: 'address-level2', missing: 'Enter your town' },
  {
    name: 'postcode',
    label: 'Postcode',
    type: 'postcode',
    autoComplete: 'postal-code',
    missing: 'Enter your postcode',
  },
  {
    name: 'password',
    label: 'Password',
    part: 'Your password',
    missing: 'Enter a password',
    hint: `At least ${PASSWORD_LENGTH_MIN} characters. A few unrelated words are best.`,
    control: 'password',
    autoComplete: 'new-password',
  },
  {
    name: 'password_confirmation',
    label: 'Repeat password',
    missing: 'Repeat the password',
    control: 'password',
    autoComplete: 'new-password',
  },
]
const LABELS = Object.fromEntries(FIELDS.map(({ name, label }) => [name, label]))

/** The guards lead to home afterwards. */
export function SignUpForm() {
  const visit = useVisit()
  const asked: { postcode?: string } | null = useLocation().state
  const shown = useRef<number>(undefined)
  const signUp = async (body: CashRegistrationFields): Promise<FormErrors | undefined> => {
    // It stays until dismissed, and would keep the news of success waiting.
    if (shown.current !== undefined) notifications.close(shown.current)
    try {
      await visit.signUp(body)
    } catch (error) {
      const problems = explain(error)
      shown.current = show(error, problems)
      return problems
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
      // Of the page that answered whether we deliver there.
      typed={{ postcode: asked?.postcode ?? '' }}
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

const explain = (error: unknown): FormErrors =>
  error instanceof ApiError && error.code === 'password_refused'
    ? { password: messageOfError(error) }
    : fieldProblemsOf(error, LABELS)

/** Besides the form, a message until dismissed (specification, section 8). */
const show = (error: unknown, problems: FormErrors): number | undefined =>
  notifications.show({
    message: Object.values(problems).join(', '),
    statusCode: error instanceof ApiError ? error.status : undefined,
    statusColor: 'error',
    timeoutLength: failureTimeMs(joining.registerCash.path),
    showInProduction: true,
  })
