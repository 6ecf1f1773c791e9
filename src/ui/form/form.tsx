import { IconAlertCircle } from '@tabler/icons-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button, type ButtonProps } from '#src/ui/action/button.tsx'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import styles from './form.module.css'
import { FormContext, type FormErrors, fieldId, useSubmitting } from './form-errors.ts'

/** Every named field as text, blank where nothing was entered. Of fields that share a name, the last. */
export type FormValues = Record<string, string>

export type FormProps = {
  /**
   * Sends the form. What it returns (or resolves to) are the errors to show; undefined is success. A second press while it
   * runs does nothing. A rejection is not the form's to explain: it unlocks and passes it on.
   */
  onSubmit: (values: FormValues) => FormErrors | undefined | Promise<FormErrors | undefined>
  /** Asked before anything is sent; errors found here send nothing. */
  validate?: ((values: FormValues) => FormErrors) | undefined
  /** The form's name for screen readers, where the page's heading does not say it. */
  label?: string | undefined
  children: ReactNode
}

/** Lists errors above the fields, moves the focus there, links each to its field and repeats it next to the field. */
export function Form({ onSubmit, validate, label, children }: FormProps) {
  const id = useId()
  const [errors, setErrors] = useState<FormErrors>({})
  const [submitting, setSubmitting] = useState(false)
  // State follows a render late; two presses in one go must not both pass.
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

/** The form's one button: shows that the form is under way. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'onClick'>) {
  const submitting = useSubmitting()
  return <Button kind="main" {...props} type="submit" loading={submitting || props.loading} />
}

export function ErrorSummary({ formId, errors }: { formId: string; errors: FormErrors }) {
  const ref = useRef<HTMLDivElement>(null)
  const entries = Object.entries(errors)
  const hasErrors = entries.length > 0
  useEffect(() => {
    // A new set of errors takes the focus, also when it is the same text again.
    if (hasErrors && errors) ref.current?.focus()
  }, [hasErrors, errors])
  if (!hasErrors) return null
  const titleId = `${formId}-problems`
  return (
    <div ref={ref} className={styles.summary} role="alert" aria-labelledby={titleId} tabIndex={-1}>
      <h2 id={titleId} className={styles.title}>
        <IconAlertCircle size={20} aria-hidden="true" />
        There is a problem
      </h2>
      <ul>
        {entries.map(([name, message]) => (
          <li key={name}>
            {name === '' ? message : <FieldLink id={fieldId(formId, name)}>{message}</FieldLink>}
          </li>
        ))}
      </ul>
    </div>
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

function readValues(form: HTMLFormElement): FormValues {
  const values: FormValues = {}
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string') values[name] = value
  }
  return values
}
