import { MARKS } from './query.ts'
import type { Searchable } from './searchable.ts'

/** By parameter_name. Most are a word of the document; `recently_purchased` needs orders, so the server. */
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

/** A set flag's parameter_value. */
export const FLAG_SET = '1'

/** Offline these show as unavailable, never as without results. */
export const SERVER_FILTERS = ['recently_purchased'] as const
export type ServerFilterName = (typeof SERVER_FILTERS)[number]

export const RECENTLY_PURCHASED_DAYS = 90
/** Older purchases do not count as usual. */
export const PURCHASES_DAYS = 365

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

export const filterWordOf = (name: FilterName, value: string): string => `${MARKS.filter}${name}:${value}`

export const filterWordsOf = (product: Searchable): string[] =>
  FILTER_NAMES.flatMap((name) => FILTERS[name].valueOf(product).map((value) => filterWordOf(name, value)))

export type ActiveFilters = Partial<Record<FilterName | ServerFilterName, string | undefined>>

export const wantedFilterWords = (active: ActiveFilters): string[] =>
  FILTER_NAMES.flatMap((name) => {
    const value = active[name]
    return value === undefined ? [] : [filterWordOf(name, value)]
  })

const textOf = (text: string): string[] => (text === '' ? [] : [text])
const flagOf = (flag: boolean): string[] => (flag ? [FLAG_SET] : [])
