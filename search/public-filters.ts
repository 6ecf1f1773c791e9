import type { FilterName } from './filters.ts'

/** Over what everybody may know of a product; the others tell of prices, or of an account. From the widest. */
export const PUBLIC_FILTERS = [
  'department',
  'group',
  'category',
  'storage_type',
  'suitable_for',
  'new',
] as const satisfies readonly FilterName[]

export type PublicFilter = (typeof PUBLIC_FILTERS)[number]

/** The levels that a catalogue is walked by. */
export const LEVELS = ['department', 'group', 'category'] as const satisfies readonly PublicFilter[]
export type Level = (typeof LEVELS)[number]
