import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMemo } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { Button } from '#src/ui/action/button.tsx'
import { ListScreen, type ListScreenProps } from '#src/ui/kit/list/list-screen.tsx'
import type { ListFilter } from '#src/ui/kit/list/list-toolbar.tsx'
import { Sheet } from '#src/ui/surface/sheet.tsx'
import type { FieldSpec, FormSchema } from './field-spec.ts'
import type { RecordValues } from './form-values.ts'
import { type Detail, RecordDetail } from './record-detail.tsx'
import { RecordDrawer } from './record-drawer.tsx'
import type { KeptRecord, Records, RecordTarget } from './records.ts'
import { useEditing } from './use-editing.ts'

export type RecordScreenProps<Row extends KeptRecord> = Pick<
  ListScreenProps<Row>,
  'title' | 'detail' | 'address' | 'columns' | 'filters' | 'noun'
> & {
  records: Records<Row>
  schema: FormSchema
  fields: readonly FieldSpec[]
  /** Values of a new one. */
  fresh: RecordValues
  /** Shown for a record that can only be looked at. */
  detailsOf: (row: Row) => readonly Detail[]
  empty: string
  csv: { name: string; onFailure: (error: unknown) => void }
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
        actions={add}
        noun={noun}
        address={address}
        found={records.rows}
        columns={columns}
        filters={[...(props.filters ?? []), CURRENT_OR_DELETED]}
        rowId={({ id }) => id}
        onOpen={editing.open}
        bulk={readOnly ? undefined : [bulk]}
        csv={{ ...props.csv, loadRows: records.loadRows }}
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
          <RecordDetail details={props.detailsOf(row)} />
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
          onDelete={row && (() => records.remove([row]))}
        />
      ) : null}
    </>
  )
}

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
