import { Group, Stack, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { v7 as uuidv7 } from 'uuid'
import type { Suggestion, Unmatched } from '#contract/distributor-orders.ts'
import type { MaintainedCalls } from '#contract/maintained.ts'
import type { CodeKind } from '#domain/distributor.ts'
import { dayText, londonDayOf } from '#domain/london-time.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { Button } from '#src/ui/action/button.tsx'
import { DAY_ORDER, type ListColumn } from '#src/ui/kit/list/list-column.ts'
import { useListAddress } from '#src/ui/kit/list/list-request.ts'
import { ListScreen } from '#src/ui/kit/list/list-screen.tsx'
import type { FieldSpec, FormSchema } from '#src/ui/kit/record/field-spec.ts'
import { fieldValuesOf, type RecordValues } from '#src/ui/kit/record/form-values.ts'
import { RecordDrawer } from '#src/ui/kit/record/record-drawer.tsx'
import { useEditing } from '#src/ui/kit/record/use-editing.ts'
import { useAssign, useSuggestions, useUnmatched } from './use-unmatched.ts'

const COLUMNS: ListColumn<Unmatched>[] = [
  { id: 'theirCode', label: 'Their code', text: ({ theirCode }) => theirCode, sortable: true },
  { id: 'name', label: 'Name', text: ({ name }) => name, narrow: 'plain' },
  { id: 'gtin', label: 'Barcode', text: ({ gtin }) => gtin, narrow: 'spare', width: '11rem' },
  {
    id: 'distributorNo',
    label: 'Distributor',
    text: ({ distributorNo }) => distributorNo,
    narrow: 'spare',
    width: '9rem',
  },
  {
    id: 'rowCount',
    label: 'Order lines',
    text: ({ rowCount }) => rowCount,
    sortable: true,
    isNumber: true,
    narrow: 'amount',
    width: '8rem',
  },
  {
    id: 'lastAt',
    label: 'Last ordered',
    text: ({ lastAt }) => dayText(londonDayOf(new Date(lastAt)), new Date()),
    csv: ({ lastAt }) => londonDayOf(new Date(lastAt)),
    sortable: true,
    orderWords: DAY_ORDER,
    width: '11rem',
  },
]
const LATEST = { sort: 'lastAt', descending: true }

export type UnmatchedCodesProps<Fields extends object, Filters, Sorts extends string> = {
  title: string
  detail: string
  above: ReactNode
  kind: CodeKind
  calls: Pick<MaintainedCalls<Fields, Filters, Sorts>, 'create' | 'search'>
  /** The field that says what the code means. */
  ours: keyof Fields & string
  schema: FormSchema
  fields: readonly FieldSpec[]
  fresh: RecordValues
}

/** Codes that orders named and nobody has given a meaning yet. A person assigns one by adding the code. */
export function UnmatchedCodes<Fields extends object, Filters, Sorts extends string>({
  title,
  detail,
  above,
  kind,
  calls,
  ours,
  schema,
  fields,
  fresh,
}: UnmatchedCodesProps<Fields, Filters, Sorts>) {
  const address = useListAddress(LATEST)
  const { rows, loadRows } = useUnmatched(kind, address.request)
  const editing = useEditing<Unmatched>()
  const labels = useMemo(() => Object.fromEntries(fields.map(({ name, label }) => [name, label])), [fields])
  const assign = useAssign(calls, labels)
  const { row, key } = editing
  // A form sent again after a lost reply adds the code once.
  const { id } = useMemo(() => ({ key, id: uuidv7() }), [key])
  const values = { ...fresh, distributorNo: row?.distributorNo, theirCode: row?.theirCode }
  return (
    <>
      <ListScreen
        title={title}
        detail={detail}
        above={above}
        noun={['unmatched code', 'unmatched codes']}
        address={address}
        found={rows}
        columns={COLUMNS}
        rowId={({ id }) => id}
        onOpen={editing.open}
        csv={{ name: `unmatched-${kind}-codes`, loadRows, onFailure: showFailure }}
        empty={{ words: 'Every code that orders have named is known.', icon: null }}
      />
      {editing.isOpen && row ? (
        <RecordDrawer
          editing={editing}
          title={`Assign ${row.theirCode}`}
          saveLabel="Add code"
          schema={schema}
          fields={fields}
          values={values}
          onSave={(given) => assign(id, given)}
          note={
            <Suggestions
              row={row}
              onUse={(suggestion) =>
                editing.reopen(fieldValuesOf(schema, fields, { ...values, [ours]: suggestion.ours }))
              }
            />
          }
        />
      ) : null}
    </>
  )
}

const WHY: Record<Suggestion['why'], string> = {
  gtin: 'same barcode',
  name: 'similar name',
  no_code: 'has no code yet',
}

function Suggestions({ row, onUse }: { row: Unmatched; onUse: (suggestion: Suggestion) => void }) {
  const suggestions = useSuggestions(row.id)
  const named = [row.name, row.gtin].filter((part) => part !== '').join(', ')
  return (
    <Stack gap={8} pb={16}>
      {named === '' ? null : <Text size="sm">{`Their orders call it ${named}.`}</Text>}
      {suggestions === undefined || suggestions.length === 0 ? null : (
        <Stack component="ul" aria-label="Suggestions" gap={4} p={0} m={0} style={{ listStyle: 'none' }}>
          {suggestions.map((suggestion) => (
            <Group component="li" key={suggestion.ours} justify="space-between" gap={8} wrap="nowrap">
              <Text size="sm">
                {`${suggestion.ours} ${suggestion.name}, ${[suggestion.detail, WHY[suggestion.why]].filter(Boolean).join(', ')}`}
              </Text>
              <Button
                variant="subtle"
                aria-label={`Use ${suggestion.ours}`}
                onClick={() => onUse(suggestion)}
              >
                Use
              </Button>
            </Group>
          ))}
        </Stack>
      )}
    </Stack>
  )
}
