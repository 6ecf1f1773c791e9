import { useForm } from '@mantine/form'
import {
  type FormEvent,
  type RefObject,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import formStyles from '#src/ui/form/form.module.css'
import { ErrorSummary } from '#src/ui/form/form.tsx'
import { FormContext, type FormErrors } from '#src/ui/form/form-errors.ts'
import { type FieldSpec, type FormSchema, propertyOf } from './field-spec.ts'
import { type FieldValues, fieldValuesOf, type RecordValues, recordValuesOf } from './form-values.ts'
import { RecordField } from './record-field.tsx'
import { problemsOf } from './schema-problems.ts'

export type RecordFormProps = {
  /** For a button outside it (`<button form={id}>`). */
  id: string
  label: string
  /** The body of the contract's call, or the part of it that a person fills in. */
  schema: FormSchema
  fields: readonly FieldSpec[]
  /** The record as it is; for a new one what it begins with. */
  values: RecordValues
  /** What was typed before and not saved. */
  draft?: FieldValues | undefined
  /** @returns what the server refused, by field; undefined: saved */
  onSave: (values: Record<string, unknown>) => Promise<FormErrors | undefined>
  onBusy: (busy: boolean) => void
  /** Gives what was typed and is not saved; undefined: nothing. */
  unsaved: RefObject<(() => FieldValues | undefined) | null>
}

/**
 * Fields from a schema, checked by it before anything is sent. What the server refuses is told next to the field; closing the
 * tab with something unsaved is asked about by the browser.
 */
export function RecordForm(props: RecordFormProps) {
  const { schema, fields, values, draft, onSave, onBusy } = props
  const contextId = useId()
  const [submitting, setSubmitting] = useState(false)
  // State follows a render late; two presses in one go must not both pass.
  const lock = useRef(false)
  const form = useForm<FieldValues>({
    mode: 'uncontrolled',
    initialValues: fieldValuesOf(schema, fields, values),
    clearInputErrorOnChange: false,
    validate: (typed) => problemsOf(schema, fields, recordValuesOf(schema, fields, typed)),
  })
  const { setValues } = form
  useEffect(() => {
    if (draft) setValues(draft)
  }, [draft, setValues])

  useImperativeHandle(props.unsaved, () => () => (form.isDirty() ? form.getValues() : undefined))
  const isDirty = useRef(form.isDirty)
  isDirty.current = form.isDirty
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isDirty.current()) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])

  const save = async (typed: FieldValues) => {
    if (lock.current) return
    lock.current = true
    const unlock = lockUserAction()
    setSubmitting(true)
    onBusy(true)
    try {
      const refused = await onSave(recordValuesOf(schema, fields, typed))
      if (refused) form.setErrors(refused)
      else form.resetDirty()
    } finally {
      lock.current = false
      unlock()
      setSubmitting(false)
      onBusy(false)
    }
  }

  const submit = form.onSubmit(save)
  const errors = form.errors as FormErrors
  return (
    <FormContext value={{ id: contextId, errors, submitting }}>
      <form
        id={props.id}
        className={formStyles.form}
        aria-label={props.label}
        noValidate
        onSubmit={(event: FormEvent<HTMLFormElement>) => submit(event)}
      >
        <ErrorSummary formId={contextId} errors={errors} />
        {fields.map((spec) => (
          <RecordField key={spec.name} form={form} spec={spec} property={propertyOf(schema, spec.name)} />
        ))}
      </form>
    </FormContext>
  )
}
