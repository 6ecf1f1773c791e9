import type { ReactNode } from 'react'
import { Form, SubmitButton } from '#src/ui/form/form.tsx'
import type { FormErrors } from '#src/ui/form/form-errors.ts'
import { type FieldSpec, type FormSchema, propertyOf } from './field-spec.ts'
import { type FieldValues, recordValuesOf } from './form-values.ts'
import styles from './page-form.module.css'
import { RecordField } from './record-field.tsx'
import { problemsOf } from './schema-problems.ts'

export type PageFormProps<Values> = {
  label: string
  /** The contract's request body, or the part that a person fills in. */
  schema: FormSchema
  fields: readonly FieldSpec[]
  /** What the schema cannot say, such as two passwords that must be the same. */
  validate?: ((values: Values) => FormErrors) | undefined
  /** @returns the server's errors by field; undefined: done */
  onSend: (values: Values & { website?: string }) => Promise<FormErrors | undefined>
  /** What the fields hold at first. */
  typed?: Readonly<Record<string, string>> | undefined
  submit: string
  /** Above the button. */
  children?: ReactNode
}

/**
 * A record form on a page that the server renders: it is read from the page when it is sent, so that nothing typed before the
 * script has come is lost. People never see the field `website`; programs that fill it in are answered, but not heard.
 */
export function PageForm<Values>(props: PageFormProps<Values>) {
  const { label, schema, fields, validate, onSend, typed = {}, submit, children } = props
  const valuesOf = (typed: FieldValues) => recordValuesOf(schema, fields, typed)
  return (
    <Form
      label={label}
      validate={(typed) => {
        const values = valuesOf(typed)
        const found = problemsOf(schema, fields, values)
        return Object.keys(found).length > 0 ? found : (validate?.(values as Values) ?? {})
      }}
      onSubmit={({ website = '', ...typed }) =>
        onSend({ ...(valuesOf(typed) as Values), ...(website !== '' && { website }) })
      }
    >
      {partsOf(fields).map(({ part, specs }) => (
        <fieldset key={specs[0]?.name} className={styles.part}>
          {part === undefined ? null : <legend className={styles.legend}>{part}</legend>}
          {specs.map((spec) => (
            <div key={spec.name} data-half={spec.half}>
              <RecordField
                spec={spec}
                property={propertyOf(schema, spec.name)}
                input={{ defaultValue: typed[spec.name] }}
              />
            </div>
          ))}
        </fieldset>
      ))}
      <div className={styles.trap} aria-hidden="true">
        <label>
          Leave this empty
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      {children}
      <SubmitButton fullWidth>{submit}</SubmitButton>
    </Form>
  )
}

type Part = { part: string | undefined; specs: FieldSpec[] }

const partsOf = (fields: readonly FieldSpec[]): Part[] => {
  const parts: Part[] = []
  for (const spec of fields) {
    const last = parts.at(-1)
    if (last === undefined || spec.part !== undefined) parts.push({ part: spec.part, specs: [spec] })
    else last.specs.push(spec)
  }
  return parts
}
