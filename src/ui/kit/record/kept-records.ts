import type { Records } from './records.ts'

/** What happened to records, and writing many of them at once; both can be undone. */

export type FieldChange = { field: string; before: unknown; after: unknown }

export type ChangeKind = 'added' | 'changed' | 'deleted' | 'restored' | 'removed'

export type RecordChange = {
  id: string
  at: string
  /** null: no person, such as an import on the server. */
  by: string | null
  record_id: string
  name: string
  kind: ChangeKind
  fields: readonly FieldChange[]
  batch: {
    id: string
    kind: 'import' | 'edit' | 'undo'
    name: string
    records: number
    undone: boolean
  } | null
}

export type Differences = {
  changes: readonly { key: string; kind: ChangeKind; fields: readonly FieldChange[] }[]
  unchanged: number
  refused: readonly {
    line: number
    problems: readonly { column: string | null; value: string | null; why: string }[]
  }[]
  unused_columns: readonly string[]
  seen: string
}

export type ErrorPolicy = 'stop' | 'skip_row' | 'skip_field'

/** A file's text, or fields for several records. */
export type ToWrite = {
  csv?: string
  name?: string
  edit?: { ids: string[]; fields: Record<string, unknown> }
  policy?: ErrorPolicy
  without?: string[]
}

/** Each call tells its own failure and throws it. */
export type KeptRecords<Row> = Records<Row> & {
  changes: (asked: { recordId?: string | undefined; page: number }) => Promise<{
    data: readonly RecordChange[]
    total: number
  }>
  revert: (change: RecordChange) => Promise<void>
  undo: (batchId: string) => Promise<void>
  /** @throws if the file is no text */
  textOf: (file: File) => Promise<string>
  preview: (written: ToWrite) => Promise<Differences>
  /** @returns how many records were written; undefined: what would be written has changed since `seen` */
  write: (written: ToWrite & { id: string; seen: string }) => Promise<number | undefined>
  /** Says that one has it open. @returns who else has */
  viewers: (id: string, leaves?: boolean) => Promise<readonly { name: string }[]>
}

/** How a field's value reads. */
export type FieldWords = (field: string, value: unknown) => string

export const KIND_WORDS: Record<ChangeKind, string> = {
  added: 'Added',
  changed: 'Changed',
  deleted: 'Deleted',
  restored: 'Restored',
  removed: 'Removed',
}
