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
export const LIST_FILTERS = [
  'recently_purchased',
  'new_to_customer',
  'favourite',
  'template',
  'advert',
] as const
export type ListFilterName = (typeof LIST_FILTERS)[number]

/** The customer's purchases of PURCHASES_DAYS are a list that is left out; every other list is kept. */
export const leavesOut = (filter: ListFilterName): boolean => filter === 'new_to_customer'

export const RECENTLY_PURCHASED_DAYS = 90
/** Older purchases neither count as usual nor keep a product from being new to the customer. */
export const PURCHASES_DAYS = 365

export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

export const filterWordOf = (name: FilterName, value: string): string => `${MARKS.filter}${name}:${value}`

export const filterWordsOf = (product: Searchable): string[] =>
  FILTER_NAMES.flatMap((name) => FILTERS[name].valueOf(product).map((value) => filterWordOf(name, value)))

export type AnyFilterName = FilterName | ListFilterName
export type ActiveFilters = Partial<Record<AnyFilterName, string | undefined>>

const WITHIN: Partial<Record<AnyFilterName, readonly AnyFilterName[]>> = {
  department: ['group', 'category'],
  group: ['category'],
}

/** A department's groups and categories go with it. */
export const withoutFilter = (active: ActiveFilters, name: AnyFilterName): ActiveFilters => {
  const others: ActiveFilters = { ...active }
  for (const each of [name, ...(WITHIN[name] ?? [])]) delete others[each]
  return others
}

export const wantedFilterWords = (active: ActiveFilters): string[] =>
  FILTER_NAMES.flatMap((name) => {
    const value = active[name]
    return value === undefined ? [] : [filterWordOf(name, value)]
  })

/** What lists leave of a search. undefined: no list narrows it, or leaves anything out. */
export type Narrowing = {
  only: ReadonlySet<string> | undefined
  except: ReadonlySet<string> | undefined
}

export type FilterList = { filter: ListFilterName; product_nos: ReadonlySet<string> }

/** @param lists of different filters */
export const narrowingOf = (lists: readonly FilterList[]): Narrowing => {
  const [first, ...others] = lists.filter(({ filter }) => !leavesOut(filter))
  const isInOthers = (product_no: string) => others.every(({ product_nos }) => product_nos.has(product_no))
  return {
    only:
      others.length === 0 ? first?.product_nos : new Set([...(first?.product_nos ?? [])].filter(isInOthers)),
    except: lists.find(({ filter }) => leavesOut(filter))?.product_nos,
  }
}

const textOf = (text: string): string[] => (text === '' ? [] : [text])
const flagOf = (flag: boolean): string[] => (flag ? [FLAG_SET] : [])
