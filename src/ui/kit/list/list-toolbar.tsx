import { IconAdjustmentsHorizontal, IconDownload } from '@tabler/icons-react'
import { type RefObject, useState } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { SelectField } from '#src/ui/form/fields.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { useTypedAhead } from '#src/ui/form/use-typed-ahead.ts'
import { csvOf, saveCsv, saveFile } from './csv.ts'
import { type ListColumn, orderWordsOf } from './list-column.ts'
import type { ListAddress, ListRequest } from './list-request.ts'
import styles from './list-toolbar.module.css'
import { focusFirstRow } from './on-list-key.ts'

export type ListFilter = {
  name: string
  label: string
  /** The option for no filter: "Any audience". */
  any: string
  options: readonly { value: string; label: string }[]
}

/** Every matching row, not only this page. */
export type CsvExport<Row> = {
  name: string
  onFailure: (error: unknown) => void
  /** @param most enough rows */
  loadRows: (request: ListRequest, most?: number) => Promise<readonly Row[]>
  /** The file has these instead of the list's, so that an import can read it. */
  columns?: readonly Pick<ListColumn<Row>, 'label' | 'text' | 'csv'>[] | undefined
  /** The file if the server makes it; otherwise it is made from the rows. */
  loadFile?: ((request: ListRequest) => Promise<Blob>) | undefined
}

export type ToolbarProps<Row> = {
  address: Pick<ListAddress, 'request' | 'change'>
  columns: readonly ListColumn<Row>[]
  noun: readonly [string, string]
  filters?: readonly ListFilter[] | undefined
  csv?: CsvExport<Row> | undefined
  page: RefObject<HTMLElement | null>
}

export function ListToolbar<Row>({ address, columns, noun, filters = [], csv, page }: ToolbarProps<Row>) {
  const { request, change } = address
  const [typed, type] = useTypedAhead(request.text, (text) => change({ text }))
  const sortable = columns.filter((column) => column.sortable)
  const [expanded, setExpanded] = useState(false)
  const on = filters.filter(({ name }) => request.filters[name]).length
  return (
    <div className={styles.toolbar} data-screen-only>
      <div className={styles.search}>
        <SearchField
          label={`Search ${noun[1]}`}
          placeholder={`Search ${noun[1]}`}
          value={typed}
          onChange={type}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            focusFirstRow(page.current)
          }}
        />
      </div>
      <div className={styles.expand}>
        <IconButton
          label={on > 0 ? `Filters and sorting, ${on} active` : 'Filters and sorting'}
          icon={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
          aria-expanded={expanded}
          aria-pressed={on > 0}
          onClick={() => setExpanded(!expanded)}
        />
      </div>
      <div className={styles.choices} data-expanded={expanded || undefined}>
        {filters.map(({ name, label, any, options }) => (
          <div key={name} data-on={Boolean(request.filters[name]) || undefined}>
            <SelectField
              name={name}
              label={label}
              value={request.filters[name] ?? ''}
              data={[{ value: '', label: any }, ...options]}
              onChange={(event) => change({ filters: { ...request.filters, [name]: event.target.value } })}
            />
          </div>
        ))}
        <div className={styles.order}>
          <SelectField
            name="sort"
            label="Sort by"
            value={`${request.descending ? '-' : ''}${request.sort}`}
            data={sortable.flatMap((column) => {
              const [ascending, descending] = orderWordsOf(column)
              return [
                { value: column.id, label: `${column.label}, ${ascending}` },
                { value: `-${column.id}`, label: `${column.label}, ${descending}` },
              ]
            })}
            onChange={({ target: { value } }) =>
              change({ sort: value.replace(/^-/, ''), descending: value.startsWith('-') })
            }
          />
        </div>
        {csv ? <CsvButton request={request} columns={columns} csv={csv} /> : null}
      </div>
    </div>
  )
}

type CsvButtonProps<Row> = {
  request: ListRequest
  columns: readonly ListColumn<Row>[]
  csv: CsvExport<Row>
}

function CsvButton<Row>({ request, columns, csv }: CsvButtonProps<Row>) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      if (csv.loadFile) saveFile(`${csv.name}.csv`, await csv.loadFile(request))
      else saveCsv(csv.name, csvOf(csv.columns ?? columns, await csv.loadRows(request)))
    } catch (error) {
      csv.onFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="subtle"
      icon={<IconDownload size={18} aria-hidden="true" />}
      loading={busy}
      onClick={save}
    >
      Export CSV
    </Button>
  )
}
