import { Group, Text } from '@mantine/core'
import { IconFileImport, IconHistory, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, useMemo, useState } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { Button } from '#src/ui/action/button.tsx'
import { ListScreen, type ListScreenProps } from '#src/ui/kit/list/list-screen.tsx'
import type { CsvExport, ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { Menu } from '#src/ui/surface/menu.tsx'
import { LateSheet, Sheet } from '#src/ui/surface/sheet.tsx'
import { plainWords } from './field-changes.tsx'
import type { FieldSpec, FormSchema } from './field-spec.ts'
import type { RecordValues } from './form-values.ts'
import type { FieldWords, KeptRecords } from './kept-records.ts'
import { type Detail, RecordDetail } from './record-detail.tsx'
import { RecordDrawer } from './record-drawer.tsx'
import type { KeptRecord, Records, RecordTarget } from './records.ts'
import { useEditing } from './use-editing.ts'
import { useViewers } from './use-viewers.ts'

const RecordHistory = lazy(async () => ({ default: (await import('./record-history.tsx')).RecordHistory }))
const RecordImport = lazy(async () => ({ default: (await import('./record-writing.tsx')).RecordImport }))
const RecordBulkEdit = lazy(async () => ({
  default: (await import('./record-bulk-edit.tsx')).RecordBulkEdit,
}))

export type RecordScreenProps<Row extends KeptRecord> = Pick<
  ListScreenProps<Row>,
  'title' | 'detail' | 'address' | 'columns' | 'filters' | 'noun' | 'above'
> & {
  records: Records<Row>
  schema: FormSchema
  fields: readonly FieldSpec[]
  /** Values of a new one. */
  fresh: RecordValues
  /** Shown above a record's form, such as who has read it. */
  about?: ((row: Row) => ReactNode) | undefined
  /** Tries the values of a form before they are saved. @param id of the record that they change */
  trial?:
    | { label: string; run: (values: Record<string, unknown>, id: string | undefined) => Promise<string> }
    | undefined
  /** Shown for a record that can only be looked at; otherwise its fields are. */
  detailsOf?: (row: Row) => readonly Detail[]
  empty: string
  /** With `columns`, those that an import reads: the file can be changed and imported again. */
  csv: Pick<CsvExport<Row>, 'name' | 'onFailure' | 'columns'>
  /** Of records whose changes are kept: those may be seen and reverted, files imported, and several edited at once. */
  kept?: { records: KeptRecords<Row>; words?: FieldWords; importHint: string } | undefined
  readOnly?: boolean
}

/**
 * A list whose rows are added, changed, deleted and restored. The filter `state` shows the deleted ones, so the search must know it.
 */
export function RecordScreen<Row extends KeptRecord>(props: RecordScreenProps<Row>) {
  const { noun, address, columns, records, fields, readOnly = false } = props
  const editing = useEditing<Row>()
  const { row, isOpen, key } = editing
  const target = useMemo((): RecordTarget & { key: number } => targetOf(row, key), [row, key])
  const labels = useMemo(() => Object.fromEntries(fields.map(({ name, label }) => [name, label])), [fields])
  const looksOnly = row !== undefined && (row.deleted || readOnly)
  const add = readOnly ? undefined : (
    <Button
      variant="filled"
      icon={<IconPlus size={18} aria-hidden="true" />}
      onClick={() => editing.open(undefined)}
    >
      {`Add ${noun[0]}`}
    </Button>
  )
  const [opened, setOpened] = useState<Opened<Row>>()
  const close = () => setOpened(undefined)
  const others = useViewers(readOnly ? undefined : props.kept?.records.viewers, isOpen ? row?.id : undefined)
  const words = props.kept?.words ?? plainWords
  const { detailsOf = fieldDetails(fields, words) } = props
  const bulk =
    address.request.filters.state === 'deleted'
      ? {
          label: 'Restore',
          onRun: (rows: readonly Row[]) => Promise.all(rows.map(({ id }) => records.restore(id))),
        }
      : { label: 'Delete', icon: <IconTrash size={18} aria-hidden="true" />, onRun: records.remove }
  return (
    <>
      <ListScreen
        title={props.title}
        detail={props.detail}
        actions={
          props.kept ? (
            <>
              {add}
              <Menu label={`More for ${noun[1]}`} items={menuOf(setOpened, readOnly)} />
            </>
          ) : (
            add
          )
        }
        noun={noun}
        address={address}
        found={records.rows}
        columns={columns}
        filters={[...(props.filters ?? []), CURRENT_OR_DELETED]}
        above={props.above}
        rowId={({ id }) => id}
        onOpen={editing.open}
        bulk={
          readOnly
            ? undefined
            : [
                ...(props.kept && address.request.filters.state !== 'deleted'
                  ? [
                      {
                        label: 'Edit',
                        icon: <IconPencil size={18} aria-hidden="true" />,
                        onRun: (rows: readonly Row[]) => setOpened({ sheet: 'edit', rows }),
                      },
                    ]
                  : []),
                bulk,
              ]
        }
        csv={{
          ...(props.kept && { columns: fileColumnsOf(props.schema) }),
          ...props.csv,
          loadRows: records.loadRows,
        }}
        empty={{ words: props.empty, icon: null, action: add }}
      />
      {isOpen && looksOnly ? (
        <Sheet
          open
          wide
          title={row.deleted ? `Deleted ${noun[0]}` : String(columns[0]?.text(row) ?? '')}
          onClose={editing.close}
          foot={
            row.deleted && !readOnly ? (
              <Button
                variant="filled"
                onClick={async () => {
                  await records.restore(row.id)
                  editing.close()
                }}
              >
                Restore
              </Button>
            ) : undefined
          }
        >
          <RecordDetail details={detailsOf(row)} />
        </Sheet>
      ) : null}
      {isOpen && !looksOnly ? (
        <RecordDrawer
          editing={editing}
          title={`${row ? 'Edit' : 'New'} ${noun[0]}`}
          schema={props.schema}
          fields={fields}
          values={row ?? props.fresh}
          onSave={(values) => records.save(target, values, labels)}
          trial={
            props.trial && {
              label: props.trial.label,
              run: async (values) => (await props.trial?.run(values, row?.id)) ?? '',
            }
          }
          onDelete={row && (() => records.remove([row]))}
          note={
            row ? (
              <>
                {props.kept ? (
                  <RecordNote
                    others={others}
                    onHistory={() => setOpened({ sheet: 'history', recordId: row.id })}
                  />
                ) : null}
                {props.about?.(row)}
              </>
            ) : undefined
          }
        />
      ) : null}
      {props.kept ? (
        <LateSheet open={opened !== undefined} onClose={close}>
          {opened?.sheet === 'history' ? (
            <RecordHistory
              records={props.kept.records}
              recordId={opened.recordId}
              title={opened.recordId === undefined ? `Changes of ${noun[1]}` : `Changes of this ${noun[0]}`}
              labels={labels}
              words={words}
              onClose={close}
            />
          ) : null}
          {opened?.sheet === 'import' ? (
            <RecordImport
              records={props.kept.records}
              noun={noun}
              labels={labels}
              words={words}
              hint={props.kept.importHint}
              onClose={close}
            />
          ) : null}
          {opened?.sheet === 'edit' ? (
            <RecordBulkEdit
              records={props.kept.records}
              ids={opened.rows.map(({ id }) => id)}
              schema={props.schema}
              fields={fields}
              noun={noun}
              labels={labels}
              words={words}
              onClose={close}
            />
          ) : null}
        </LateSheet>
      ) : null}
    </>
  )
}

/** As an import reads them (docs/import.md), so that a file can be changed and imported again. */
const fileColumnsOf = ({ properties }: FormSchema) =>
  Object.keys(properties).map((label) => ({
    label,
    text: (row: object) => cellOf((row as Record<string, unknown>)[label]),
  }))

const cellOf = (value: unknown): string | number => {
  if (typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? value.join('|') : String(value ?? '')
}

type Opened<Row> =
  | { sheet: 'history'; recordId?: string }
  | { sheet: 'import' }
  | { sheet: 'edit'; rows: readonly Row[] }

const menuOf = (open: (opened: { sheet: 'history' } | { sheet: 'import' }) => void, readOnly: boolean) => [
  ...(readOnly
    ? []
    : [
        {
          label: 'Import CSV',
          icon: <IconFileImport size={18} aria-hidden="true" />,
          onSelect: () => open({ sheet: 'import' }),
        },
      ]),
  {
    label: 'Changes',
    icon: <IconHistory size={18} aria-hidden="true" />,
    onSelect: () => open({ sheet: 'history' }),
  },
]

/** Above a record's form: who else has it open, and what happened to it. */
function RecordNote({ others, onHistory }: { others: readonly string[]; onHistory: () => void }) {
  return (
    <Group justify="space-between" gap={8}>
      <Text size="sm" role="status" c={others.length > 0 ? 'var(--amber)' : 'dimmed'}>
        {others.length > 0
          ? `${others.join(' and ')} ${others.length === 1 ? 'has' : 'have'} this open too`
          : ''}
      </Text>
      <Button
        variant="subtle"
        compact
        icon={<IconHistory size={18} aria-hidden="true" />}
        onClick={onHistory}
      >
        Changes
      </Button>
    </Group>
  )
}

const fieldDetails =
  (fields: readonly FieldSpec[], words: FieldWords) =>
  (row: object): Detail[] =>
    fields.map(({ name, label }) => ({ label, value: words(name, (row as Record<string, unknown>)[name]) }))

const CURRENT_OR_DELETED: ListFilter = {
  name: 'state',
  label: 'Show',
  any: 'Current',
  options: [{ value: 'deleted', label: 'Deleted' }],
}

/** A form sent again after a lost reply keeps the new record's id. */
const targetOf = (row: KeptRecord | undefined, key: number) => ({
  key,
  id: row?.id ?? uuidv7(),
  version: row?.version,
})
