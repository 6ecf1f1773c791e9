import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { SelectField, TextField } from '#src/ui/form/fields.tsx'
import { PasswordField } from '#src/ui/form/password-field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { controlOf, type FieldSpec, type Property } from './field-spec.ts'

type RecordFieldProps = {
  spec: FieldSpec
  property: Property
  /** The form's own props of an input, such as its value at first. */
  input?: Record<string, unknown>
}

export const isSwitch = (spec: FieldSpec, property: Property): boolean =>
  controlOf(spec, property) === 'switch'

/** The control that the schema asks for. */
export function RecordField({ spec, property, input = {} }: RecordFieldProps) {
  const { name, label, hint, autoComplete = 'off', type } = spec
  const field = { name, label, hint, ...input }
  switch (controlOf(spec, property)) {
    case 'switch':
      return <Switch name={name} label={label} description={hint} {...input} />
    case 'area':
      return <TextArea {...field} rows={spec.rows ?? 8} autoComplete={autoComplete} />
    case 'lines':
      return <TextArea {...field} rows={spec.rows ?? 4} autoComplete={autoComplete} />
    case 'number':
      return <TextField {...field} narrow inputMode="numeric" autoComplete={autoComplete} />
    case 'day':
      return <TextField {...field} narrow type="date" />
    case 'password':
      return <PasswordField {...field} autoComplete={autoComplete} />
    case 'choice':
      return (
        <SelectField
          {...field}
          narrow
          data={(property.enum ?? []).map((value) => ({ value, label: spec.words?.[value] ?? value }))}
        />
      )
    default:
      return <TextField {...field} {...(type && TYPED[type])} autoComplete={autoComplete} />
  }
}

/** The keyboard that a phone shows. */
const TYPED = {
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { type: 'tel', inputMode: 'tel' },
  postcode: { autoCapitalize: 'characters', spellCheck: false, narrow: true },
} as const
