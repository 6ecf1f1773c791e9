import { Checkbox, Group, Input, Switch } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { useState } from 'react'
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
    case 'money':
      return <TextField {...field} narrow inputMode="decimal" leftSection="£" autoComplete="off" />
    case 'percent':
      return <TextField {...field} narrow inputMode="decimal" rightSection="%" autoComplete="off" />
    case 'day':
      return <TextField {...field} narrow type="date" />
    case 'time':
      return <TextField {...field} narrow type="time" />
    case 'weekdays':
      return <ChoicesField label={label} hint={hint} choices={WEEKDAYS} {...input} />
    case 'choices':
      return (
        <ChoicesField
          label={label}
          hint={hint}
          choices={(property.items?.enum ?? []).map((value) => ({
            value,
            label: spec.words?.[value] ?? value,
          }))}
          {...input}
        />
      )
    case 'password':
      return <PasswordField {...field} autoComplete={autoComplete} />
    case 'choice': {
      const data = (property.enum ?? []).map((value) => ({ value, label: spec.words?.[value] ?? value }))
      return (
        <SelectField
          {...field}
          narrow={data.every(({ label: words }) => words.length <= NARROW_MOST)}
          data={data}
        />
      )
    }
    default:
      return <TextField {...field} {...(type && TYPED[type])} autoComplete={autoComplete} />
  }
}

/** A narrow select cuts off longer words. */
const NARROW_MOST = 18

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].map((label, at) => ({
  value: String(at + 1),
  label,
}))

type ChoicesFieldProps = {
  label: string
  hint?: string | undefined
  choices: readonly { value: string; label: string }[]
  /** `1,3,5`, in the order of the choices. */
  defaultValue?: string
  onChange?: (value: string) => void
}

function ChoicesField({ label, hint, choices, defaultValue = '', onChange }: ChoicesFieldProps) {
  const [chosen, choose] = useState(() => defaultValue.split(',').filter((each) => each !== ''))
  return (
    <Input.Wrapper label={label} description={hint} labelElement="div" role="group" aria-label={label}>
      <Checkbox.Group
        value={chosen}
        onChange={(given) => {
          const sorted = choices.flatMap(({ value }) => (given.includes(value) ? [value] : []))
          choose(sorted)
          onChange?.(sorted.join(','))
        }}
      >
        <Group gap={16} mt={4}>
          {choices.map((choice) => (
            <Checkbox key={choice.value} {...choice} />
          ))}
        </Group>
      </Checkbox.Group>
    </Input.Wrapper>
  )
}

/** The keyboard that a phone shows. */
const TYPED = {
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { type: 'tel', inputMode: 'tel' },
  postcode: { autoCapitalize: 'characters', spellCheck: false, narrow: true },
} as const
