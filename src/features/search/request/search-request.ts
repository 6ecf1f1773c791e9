import { validate as isUuid } from 'uuid'
import type { ProductSearchBody } from '#contract/product-search.ts'
import { STORAGE_TYPES, SUITABILITIES } from '#domain/product.ts'
import { isCode } from '#domain/typed-text.ts'
import {
  type ActiveFilters,
  type AnyFilterName,
  FILTER_NAMES,
  FLAG_SET,
  LIST_FILTERS,
  withoutFilter,
} from '#search/filters.ts'
import { SORT_PARAMETER, SORTS, type Sort } from '#search/sort.ts'

/** Kept in the address for reload, Back and links. Invalid parts are ignored: links may be old or typed by hand. */
export type SearchRequest = {
  text: string
  sort: Sort
  /** From 1. */
  page: number
  filters: ActiveFilters
  /** All products instead of the usual ones; only without text and filters. */
  all?: boolean
}

export const ANY_FILTER_NAMES: readonly AnyFilterName[] = [...FILTER_NAMES, ...LIST_FILTERS]

const TEXT_PARAMETER = 'q'
const PAGE_PARAMETER = 'page'
const ALL_PARAMETER = 'all'
/** The server's limit. */
export const TEXT_LENGTH_MAX = 200
const VALUE_LENGTH_MAX = 100

export const readRequest = (params: URLSearchParams): SearchRequest => ({
  text: (params.get(TEXT_PARAMETER) ?? '').slice(0, TEXT_LENGTH_MAX),
  sort: sortOf(params.get(SORT_PARAMETER)) ?? DEFAULT_SORT,
  page: pageOf(params.get(PAGE_PARAMETER)),
  filters: filtersOf((name) => params.get(name)),
  all: params.has(ALL_PARAMETER),
})

/** Omits defaults, so that the same search has the same address. */
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

/** Drops filters of an earlier visit that no longer exist. */
export const filtersOf = (find: (name: AnyFilterName) => string | null | undefined): ActiveFilters => {
  const filters: ActiveFilters = {}
  for (const name of ANY_FILTER_NAMES) {
    const value = find(name)
    if (value && mayBe(name, value)) filters[name] = value
  }
  return filters
}

export const activeFilters = (filters: ActiveFilters): [name: AnyFilterName, value: string][] =>
  ANY_FILTER_NAMES.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [[name, value] as [AnyFilterName, string]]
  })

/** Changing the department clears its groups and categories. */
export const withFilter = (
  filters: ActiveFilters,
  name: AnyFilterName,
  value: string | undefined,
): ActiveFilters => {
  const others = withoutFilter(filters, name)
  return value === undefined ? others : { ...others, [name]: value }
}

export const isStart = (request: SearchRequest): boolean => isBare(request) && request.all !== true

const isBare = ({ text, filters, page }: SearchRequest): boolean =>
  text.trim() === '' && activeFilters(filters).length === 0 && page === 1

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
  if (name === 'template') return isUuid(value)
  if (name === 'advert') return isCode(value)
  if (TEXTS.includes(name)) return value.length <= VALUE_LENGTH_MAX
  return (VALUES[name] ?? [FLAG_SET]).includes(value)
}
