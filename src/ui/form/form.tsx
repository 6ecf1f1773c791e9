import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useContext, useEffect, useId, useRef, useState } from 'react'
import { Button, type ButtonProps } from '#src/ui/action/button.tsx'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import styles from './form.module.css'
import { FormContext, type FormErrors, fieldId } from './form-errors.ts'

/** Every named field as text, blank if empty. If fields share a name, the last one wins. */
export type FormValues = Record<string, string>

export type FormProps = {
  /** Returns the errors to show; undefined is success. A rejection unlocks the form and is passed on. */
  onSubmit: (values: FormValues) => FormErrors | undefined | Promise<FormErrors | undefined>
  validate?: ((values: FormValues) => FormErrors) | undefined
  /** For screen readers, if the page's heading does not name the form. */
  label?: string | undefined
  children: ReactNode
}

/** Lists errors above the fields, moves the focus there, and links and repeats each one at its field. */
export function Form({ onSubmit, validate, label, children }: FormProps) {
  const id = useId()
  const [errors, setErrors] = useState<FormErrors>({})
  const [submitting, setSubmitting] = useState(false)
  // State updates only after a render; a double press must not send twice.
  const lock = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (lock.current) return
    const values = readValues(event.currentTarget)
    const found = validate?.(values) ?? {}
    setErrors(found)
    if (Object.keys(found).length > 0) return
    lock.current = true
    const unlock = lockUserAction()
    setSubmitting(true)
    try {
      setErrors((await onSubmit(values)) ?? {})
    } finally {
      lock.current = false
      unlock()
      setSubmitting(false)
    }
  }

  return (
    <FormContext value={{ id, errors, submitting }}>
      {/* Sent before its script has come, a form would put a password into the address: this method sends nothing. */}
      <form className={styles.form} method="dialog" aria-label={label} noValidate onSubmit={submit}>
        <ErrorSummary formId={id} errors={errors} />
        {children}
      </form>
    </FormContext>
  )
}

export function SubmitButton(props: Omit<ButtonProps, 'type' | 'onClick'>) {
  const submitting = useContext(FormContext)?.submitting
  return <Button variant="filled" {...props} type="submit" loading={submitting || props.loading} />
}

export function ErrorSummary({ formId, errors }: { formId: string; errors: FormErrors }) {
  const ref = useRef<HTMLDivElement>(null)
  const entries = Object.entries(errors)
  const hasErrors = entries.length > 0
  useEffect(() => {
    // Focus again on each new set of errors, even with the same text.
    if (hasErrors && errors) ref.current?.focus()
  }, [hasErrors, errors])
  if (!hasErrors) return null
  return (
    <Alert
      ref={ref}
      color="red"
      title={<h2>There is a problem</h2>}
      icon={<IconAlertCircle size={20} aria-hidden="true" />}
      classNames={{ root: styles.alert, icon: styles.icon }}
      tabIndex={-1}
    >
      <ul className={styles.problems}>
        {entries.map(([name, message]) => (
          <li key={name}>
            {name === '' ? message : <FieldLink id={fieldId(formId, name)}>{message}</FieldLink>}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function FieldLink({ id, children }: { id: string; children: string }) {
  return (
    <a
      href={`#${id}`}
      onClick={(event) => {
        // The router owns the address; this only moves the focus.
        event.preventDefault()
        document.getElementById(id)?.focus()
      }}
    >
      {children}
    </a>
  )
}

/** No field of ours holds a file. */
const readValues = (form: HTMLFormElement) => Object.fromEntries(new FormData(form)) as FormValues
