import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import {
  type FormEvent,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { lockUserAction } from '#src/ui/action/user-action-lock.ts'
import formStyles from '#src/ui/form/form.module.css'
import { ErrorSummary } from '#src/ui/form/form.tsx'
import { FormContext, type FormErrors } from '#src/ui/form/form-errors.ts'
import { type FieldSpec, type FormSchema, propertyOf } from './field-spec.ts'
import { type FieldValues, fieldValuesOf, type RecordValues, recordValuesOf } from './form-values.ts'
import { isSwitch, RecordField } from './record-field.tsx'
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
  /** Says below the fields what the rule that they describe would have done. `run` returns that in words, a failure too; they go when a field changes. */
  trial?: { label: string; run: (values: Record<string, unknown>) => Promise<string> } | undefined
  onBusy: (busy: boolean) => void
  /** Returns the unsaved input; undefined: none. */
  unsaved: RefObject<(() => FieldValues | undefined) | null>
}

/** Validates against the schema before sending. Unsaved input makes the browser ask before the tab closes. */
export function RecordForm(props: RecordFormProps) {
  const { schema, fields, values, draft, onSave, onBusy, trial } = props
  const contextId = useId()
  const [submitting, setSubmitting] = useState(false)
  // State updates only after a render; a double press must not send twice.
  const lock = useRef(false)
  const [told, setTold] = useState<string>()
  // An answer counts for the fields that it was asked for.
  const changes = useRef(0)
  // Always the same, as `setValues` depends on it, and the draft's effect on that.
  const forgetTrial = useCallback(() => {
    changes.current += 1
    setTold(undefined)
  }, [])
  const form = useForm<FieldValues>({
    mode: 'uncontrolled',
    initialValues: fieldValuesOf(schema, fields, values),
    clearInputErrorOnChange: false,
    onValuesChange: forgetTrial,
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

  const runTrial = form.onSubmit(async (typed) => {
    const asked = changes.current
    const words = await trial?.run(recordValuesOf(schema, fields, typed))
    if (asked === changes.current) setTold(words)
  })

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
        {fields.map((spec) => {
          const property = propertyOf(schema, spec.name)
          const type = isSwitch(spec, property) ? ('checkbox' as const) : ('input' as const)
          // FormContext has the errors.
          const { error: _, ...input } = form.getInputProps(spec.name, { type })
          return <RecordField key={form.key(spec.name)} spec={spec} property={property} input={input} />
        })}
        {trial ? <Trial label={trial.label} told={told} onRun={() => runTrial()} /> : null}
      </form>
    </FormContext>
  )
}

function Trial({ label, told, onRun }: { label: string; told: string | undefined; onRun: () => void }) {
  const result = useRef<HTMLParagraphElement>(null)
  // The answer appears below a long form and may be off the screen.
  useEffect(() => {
    if (told !== undefined) result.current?.scrollIntoView({ block: 'nearest' })
  }, [told])
  return (
    <Stack gap={8} align="flex-start">
      <Button onClick={onRun}>{label}</Button>
      <Text ref={result} size="sm" role="status">
        {told}
      </Text>
    </Stack>
  )
}
