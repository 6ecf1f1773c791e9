import { Text } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { SelectField } from '#src/ui/form/fields.tsx'
import { controlOf, type FieldSpec, type FormSchema, propertyOf } from './field-spec.ts'
import { type FieldValues, recordValuesOf } from './form-values.ts'
import type { FieldWords, KeptRecords, ToWrite } from './kept-records.ts'
import { RecordField } from './record-field.tsx'
import { Preview } from './record-writing.tsx'
import { problemsOf } from './schema-problems.ts'

export type RecordBulkEditProps = {
  records: Pick<KeptRecords<unknown>, 'preview' | 'write' | 'undo'>
  ids: readonly string[]
  schema: FormSchema
  fields: readonly FieldSpec[]
  noun: readonly [string, string]
  labels: Readonly<Record<string, string>>
  words: FieldWords
  onClose: () => void
}

/** Gives one field of several records one value, after showing what that changes. */
export function RecordBulkEdit({ ids, schema, fields, ...props }: RecordBulkEditProps) {
  const [spec, setSpec] = useState(fields[0])
  const [typed, setTyped] = useState<FieldValues[string]>()
  const [written, setWritten] = useState<ToWrite>()
  const [problem, setProblem] = useState<string>()
  if (spec === undefined) return null
  const property = propertyOf(schema, spec.name)
  const isSwitch = controlOf(spec, property) === 'switch'
  const show = () => {
    const values = recordValuesOf(schema, [spec], { [spec.name]: typed ?? (isSwitch ? false : '') })
    const found = problemsOf(schema, [spec], values)[spec.name]
    setProblem(found)
    if (found === undefined) setWritten({ edit: { ids: [...ids], fields: values } })
  }
  return (
    <Preview {...props} title={`Edit ${ids.length} ${props.noun[1]}`} written={written} verb="Change">
      <SelectField
        name="field"
        label="Field"
        value={spec.name}
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        onChange={(event) => {
          setSpec(fields.find(({ name }) => name === event.currentTarget.value))
          setTyped(undefined)
          setWritten(undefined)
          setProblem(undefined)
        }}
      />
      <RecordField
        key={spec.name}
        spec={{ ...spec, label: 'New value' }}
        property={property}
        input={{
          onChange: (given: string | { currentTarget: { value: string; checked: boolean } }) =>
            setTyped(
              typeof given === 'string'
                ? given
                : isSwitch
                  ? given.currentTarget.checked
                  : given.currentTarget.value,
            ),
        }}
      />
      {problem === undefined ? null : (
        <Text role="alert" c="var(--red)">
          {problem}
        </Text>
      )}
      <Button onClick={show}>Show what changes</Button>
    </Preview>
  )
}
