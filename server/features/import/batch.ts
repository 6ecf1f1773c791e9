import type { ImportRow } from './fields.ts'
import type { ImportKindName } from './import-kinds.ts'

export type Batch = {
  kind: ImportKindName
  rows: readonly ImportRow[]
  properties: readonly string[]
  whenAdded: readonly string[]
  dryRun: boolean
}
