import { Switch } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import type { UseFormReturnType } from '@mantine/form'
import { SelectField, TextArea, TextField } from '#src/ui/form/fields.tsx'
import { controlOf, type FieldSpec, type Property } from './field-spec.ts'
import type { FieldValues } from './form-values.ts'

type RecordFieldProps = {
  form: UseFormReturnType<FieldValues>
  spec: FieldSpec
  property: Property
}

export function RecordField({ form, spec, property }: RecordFieldProps) {
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
