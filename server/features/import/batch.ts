import type { ImportRow } from './kinds/fields.ts'
import type { ImportKindName } from './kinds/import-kinds.ts'

export type Batch = {
  kind: ImportKindName
  rows: readonly ImportRow[]
  properties: readonly string[]
  whenAdded: readonly string[]
  dryRun: boolean
}
