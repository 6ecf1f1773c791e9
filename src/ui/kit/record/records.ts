import type { FormErrors } from '#src/ui/form/form-errors.ts'
import type { FoundRows } from '#src/ui/kit/list/found-rows.ts'
import type { ListRequest } from '#src/ui/kit/list/list-request.ts'

/** A record that people change: a change names the version that was seen, and a deleted one can be restored. */
export type KeptRecord = { id: string; version: number; deleted: boolean }

/** `version` is the one the user saw; undefined: a new record. */
export type RecordTarget = { id: string; version: number | undefined }

/** The rows of a request, and what a person does to them. Each tells what happened. */
export type Records<Row> = {
  rows: FoundRows<Row>
  loadRows: (request: ListRequest, most?: number) => Promise<readonly Row[]>
  /** @returns what was refused, by field */
  save: (
    target: RecordTarget,
    values: Record<string, unknown>,
    labels: Readonly<Record<string, string>>,
  ) => Promise<FormErrors | undefined>
  remove: (rows: readonly Row[]) => Promise<void>
  restore: (id: string) => Promise<void>
}
