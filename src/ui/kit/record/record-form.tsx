import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { type UseFormReturnType, useForm } from '@mantine/form'
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
import { SelectField, TextField } from '#src/ui/form/fields.tsx'
import formStyles from '#src/ui/form/form.module.css'
import { ErrorSummary } from '#src/ui/form/form.tsx'
import { FormContext, type FormErrors } from '#src/ui/form/form-errors.ts'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { controlOf, type FieldSpec, type FormSchema, type Property, propertyOf } from './field-spec.ts'
import { type FieldValues, fieldValuesOf, type RecordValues, recordValuesOf } from './form-values.ts'
import { problemsOf } from './schema-problems.ts'

export type RecordFormProps = {
  /** For a button outside it (`<button form={id}>`). */
  id: string
  label: string
  /** The contract's request body, or the part that a person fills in. */
  schema: FormSchema
  fields: readonly FieldSpec[]
  values: RecordValues
  /** Unsaved input from an earlier opening. */
  draft?: FieldValues | undefined
  /** @returns the server's errors by field; undefined: saved */
  onSave: (values: Record<string, unknown>) => Promise<FormErrors | undefined>
  onBusy: (busy: boolean) => void
  /** Returns the unsaved input; undefined: none. */
  unsaved: RefObject<(() => FieldValues | undefined) | null>
}

/** Validates against the schema before sending. Unsaved input makes the browser ask before the tab closes. */
export function RecordForm(props: RecordFormProps) {
  const { schema, fields, values, draft, onSave, onBusy } = props
  const contextId = useId()
  const [submitting, setSubmitting] = useState(false)
  // State updates only after a render; a double press must not send twice.
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

type RecordFieldProps = {
  form: UseFormReturnType<FieldValues>
  spec: FieldSpec
  property: Property
}

function RecordField({ form, spec, property }: RecordFieldProps) {
  const { name, label, hint } = spec
  const control = controlOf(spec, property)
  const key = form.key(name)
  const type = control === 'switch' ? ('checkbox' as const) : ('input' as const)
  const { error: _, ...input } = form.getInputProps(name, { type })
  const field = { name, label, hint, ...input }
  switch (control) {
    case 'switch':
      return <Switch key={key} name={name} label={label} description={hint} {...input} />
    case 'area':
      return <TextArea key={key} {...field} rows={8} />
    case 'lines':
      return <TextArea key={key} {...field} rows={4} />
    case 'number':
      return <TextField key={key} {...field} narrow inputMode="numeric" autoComplete="off" />
    case 'day':
      return <TextField key={key} {...field} narrow type="date" />
    case 'choice':
      return (
        <SelectField
          key={key}
          {...field}
          narrow
          data={(property.enum ?? []).map((value) => ({ value, label: spec.words?.[value] ?? value }))}
        />
      )
    default:
      return <TextField key={key} {...field} autoComplete="off" />
  }
}
