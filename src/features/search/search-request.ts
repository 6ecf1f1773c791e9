import type { ProductSearchBody } from '#contract/products.ts'
import { STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import {
  type ActiveFilters,
  FILTER_NAMES,
  type FilterName,
  FLAG_SET,
  SERVER_FILTERS,
  type ServerFilterName,
} from '#domain/search/filters.ts'
import { SORT_PARAMETER, SORTS, type Sort } from '#domain/search/sort.ts'

/**
 * A search as the address holds it: the text, the order, the page, and a parameter per filter by
 * its parameter_name, so that a reload, a step back and a shared link show the same. What an address says that cannot be
 * is passed over: links are old, or typed by hand.
 */
export type SearchRequest = {
  text: string
  sort: Sort
  /** From 1. */
  page: number
  filters: ActiveFilters
  /** All products, instead of what the customer usually buys. Only without text and filters. */
  all?: boolean
}

export type AnyFilterName = FilterName | ServerFilterName
export const ANY_FILTER_NAMES: readonly AnyFilterName[] = [...FILTER_NAMES, ...SERVER_FILTERS]

const TEXT_PARAMETER = 'q'
const PAGE_PARAMETER = 'page'
const ALL_PARAMETER = 'all'
/** The server takes no more. */
export const TEXT_LENGTH_MAX = 200
const VALUE_LENGTH_MAX = 100

export const readRequest = (params: URLSearchParams): SearchRequest => ({
  text: (params.get(TEXT_PARAMETER) ?? '').slice(0, TEXT_LENGTH_MAX),
  sort: sortOf(params.get(SORT_PARAMETER)) ?? DEFAULT_SORT,
  page: pageOf(params.get(PAGE_PARAMETER)),
  filters: filtersOf((name) => params.get(name)),
  all: params.has(ALL_PARAMETER),
})

/** What goes without saying is left out, so that the same search is the same address. */
export const writeRequest = (request: SearchRequest): URLSearchParams => {
  const { text, sort, page, filters } = request
  const params = new URLSearchParams()
  if (text.trim() !== '') params.set(TEXT_PARAMETER, text)
  if (sort !== DEFAULT_SORT) params.set(SORT_PARAMETER, sort)
  for (const [name, value] of activeFilters(filters)) params.set(name, value)
  if (page > 1) params.set(PAGE_PARAMETER, String(page))
  if (request.all && isBare(request)) params.set(ALL_PARAMETER, FLAG_SET)
  return params
}

/** The filters that are kept from an earlier visit; others than there are, by now, are dropped. */
export const filtersOf = (find: (name: AnyFilterName) => string | null | undefined): ActiveFilters => {
  const filters: ActiveFilters = {}
  for (const name of ANY_FILTER_NAMES) {
    const value = find(name)
    if (value && mayBe(name, value)) filters[name] = value
  }
  return filters
}

/** In the order that they are shown in. */
export const activeFilters = (filters: ActiveFilters): [name: AnyFilterName, value: string][] =>
  ANY_FILTER_NAMES.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [[name, value] as [AnyFilterName, string]]
  })

/** With one filter set, or taken away. A department that changes takes its groups and categories with it. */
export const withFilter = (
  filters: ActiveFilters,
  name: AnyFilterName,
  value: string | undefined,
): ActiveFilters => {
  const others: ActiveFilters = { ...filters }
  delete others[name]
  for (const within of WITHIN[name] ?? []) delete others[within]
  return value === undefined ? others : { ...others, [name]: value }
}

const WITHIN: Partial<Record<AnyFilterName, AnyFilterName[]>> = {
  department: ['group', 'category'],
  group: ['category'],
}

/** No text, no filter, the first page, and not a request for all products. */
export const isStart = (request: SearchRequest): boolean => isBare(request) && request.all !== true

const isBare = ({ text, filters, page }: SearchRequest): boolean =>
  text.trim() === '' && activeFilters(filters).length === 0 && page === 1

/** The search as the specification's call has it. */
export const bodyOf = (
  { text, sort, page, filters }: SearchRequest,
  pageLength: number,
): ProductSearchBody => ({
  ...(text.trim() !== '' && { queryString: text.trim() }),
  page,
  pageLength,
  [SORT_PARAMETER]: sort,
  ...(Object.fromEntries(activeFilters(filters)) as Partial<ProductSearchBody>),
})

export const DEFAULT_SORT: Sort = SORTS[0].value

export const sortOf = (value: string | null): Sort | undefined =>
  SORTS.find((sort) => sort.value === value)?.value

const pageOf = (value: string | null): number => {
  const page = Number(value)
  return Number.isInteger(page) && page >= 1 && page <= 10_000 ? page : 1
}

const VALUES: Partial<Record<AnyFilterName, readonly string[]>> = {
  storage_type: STORAGE_TYPES,
  suitable_for: SUITABILITIES,
}
const TEXTS: readonly AnyFilterName[] = ['department', 'group', 'category']

const mayBe = (name: AnyFilterName, value: string): boolean => {
  if (TEXTS.includes(name)) return value.length <= VALUE_LENGTH_MAX
  return (VALUES[name] ?? [FLAG_SET]).includes(value)
}
