import type { ImportRow } from './fields.ts'
import type { ImportKindName } from './import-kinds.ts'

/** Rows of one kind that are written together. */
export type Batch = {
  kind: ImportKindName
  rows: readonly ImportRow[]
  properties: readonly string[]
  whenAdded: readonly string[]
  dryRun: boolean
}
