import { MARKS } from './query.ts'
import type { Searchable } from './searchable.ts'

/** Filters by parameter_name: each value is a word of the document. */
export const FILTERS = {
  department: { valueOf: ({ department }) => textOf(department) },
  group: { valueOf: ({ group }) => textOf(group) },
  category: { valueOf: ({ category }) => textOf(category) },
  storage_type: { valueOf: ({ storageType }) => [storageType] },
  suitable_for: { valueOf: ({ suitableFor }) => suitableFor },
  new: { valueOf: ({ isNew }) => flagOf(isNew) },
  promotion: { valueOf: ({ promotion }) => flagOf(promotion) },
  reduced_to_clear: { valueOf: ({ reducedToClear }) => flagOf(reducedToClear) },
  is_spot_priced: { valueOf: ({ isSpotPriced }) => flagOf(isSpotPriced) },
} satisfies Record<string, { valueOf: (product: Searchable) => readonly string[] }>

export type FilterName = keyof typeof FILTERS

export const FLAG_SET = '1'

/** Lists stored apart from documents. Without its list, a device shows the filter as unavailable, never as no results. */
export const LIST_FILTERS = ['recently_purchased', 'favourite', 'template'] as const
export type ListFilterName = (typeof LIST_FILTERS)[number]

export const RECENTLY_PURCHASED_DAYS = 90
/** Older purchases do not count as usual. */
export const PURCHASES_DAYS = 365

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

export const filterWordOf = (name: FilterName, value: string): string => `${MARKS.filter}${name}:${value}`

export const filterWordsOf = (product: Searchable): string[] =>
  FILTER_NAMES.flatMap((name) => FILTERS[name].valueOf(product).map((value) => filterWordOf(name, value)))

export type AnyFilterName = FilterName | ListFilterName
export type ActiveFilters = Partial<Record<AnyFilterName, string | undefined>>

export const wantedFilterWords = (active: ActiveFilters): string[] =>
  FILTER_NAMES.flatMap((name) => {
    const value = active[name]
    return value === undefined ? [] : [filterWordOf(name, value)]
  })

/** undefined: no list narrows the search. */
export const inEvery = (lists: readonly ReadonlySet<string>[]): ReadonlySet<string> | undefined => {
  const [first, ...others] = lists
  if (others.length === 0) return first
  return new Set([...(first ?? [])].filter((product_no) => others.every((list) => list.has(product_no))))
}

const textOf = (text: string): string[] => (text === '' ? [] : [text])
const flagOf = (flag: boolean): string[] => (flag ? [FLAG_SET] : [])
