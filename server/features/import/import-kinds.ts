import { customers, users } from './account-kinds.ts'
import { deliveryPostcodes, holidays } from './delivery-kinds.ts'
import type { ImportKind } from './fields.ts'
import { prices, products, stock } from './product-kinds.ts'
import { searchTerms } from './search-kinds.ts'

/**
 * What can be imported: a row of this table each. Its columns are read by row-reader.ts, documented in docs/import.md (a
 * test holds it against this), and written by the target of the same name in import.repository.ts.
 */
export const IMPORT_KINDS = {
  products,
  customers,
  users,
  prices,
  stock,
  'delivery-postcodes': deliveryPostcodes,
  holidays,
  'search-terms': searchTerms,
} satisfies Record<string, ImportKind>

export type ImportKindName = keyof typeof IMPORT_KINDS

export const importKindOf = (name: ImportKindName): ImportKind => IMPORT_KINDS[name]

export const isImportKind = (name: string): name is ImportKindName => Object.hasOwn(IMPORT_KINDS, name)
