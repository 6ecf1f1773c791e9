import { useCallback, useMemo } from 'react'
import { useAddressParams } from '#src/ui/form/use-address-params.ts'

/** Kept in the page's address, so that a reload, Back and a shared link show the same rows. */
export type ListRequest = {
  text: string
  filters: Readonly<Record<string, string>>
  sort: string
  descending: boolean
  /** From 1. */
  page: number
}

export type ListDefaults = {
  sort: string
  descending?: boolean | undefined
  filters?: Readonly<Record<string, string>> | undefined
}

export type ListAddress = {
  request: ListRequest
  /** Any change but of the page returns to page 1. Set a filter to '' to clear it. */
  change: (part: Partial<ListRequest>) => void
  /** The search, filters and order as the address has them, in one order; the page left out. */
  query: string
  /** Shows the rows of another query. What it names that the list does not know is ignored, as in a typed address. */
  show: (query: string) => void
}

/** @param defaults omitted from the address; pass the same object on every render */
export const useListAddress = (defaults: ListDefaults): ListAddress => {
  const [params, setParams] = useAddressParams()
  const request = useMemo(() => readRequest(params, defaults), [params, defaults])
  // Of a page with several lists (kit/record/list-choice.tsx).
  const list = params.get('list')
  const go = useCallback(
    (next: URLSearchParams, replace: boolean) => {
      if (list !== null) next.set('list', list)
      setParams(next, { replace })
    },
    [setParams, list],
  )
  const change = useCallback(
    (part: Partial<ListRequest>) =>
      go(writeRequest({ ...request, page: 1, ...part }, defaults), part.text !== undefined),
    [request, go, defaults],
  )
  const show = useCallback((query: string) => go(new URLSearchParams(query), false), [go])
  const query = useMemo(() => {
    const params = writeRequest({ ...request, page: 1 }, defaults)
    params.sort()
    return String(params)
  }, [request, defaults])
  return { request, change, query, show }
}

/** The contract's sort format: `question`, `question_descending`. */
export const sortBy = ({ sort, descending }: ListRequest): string =>
  descending ? `${sort}_descending` : sort

const OWN = ['q', 'sort', 'page', 'list']

const readRequest = (params: URLSearchParams, defaults: ListDefaults): ListRequest => {
  const sort = params.get('sort')
  const named = [...params].filter(([name]) => !OWN.includes(name))
  const filters = Object.entries({ ...defaults.filters, ...Object.fromEntries(named) })
  return {
    text: params.get('q') ?? '',
    filters: Object.fromEntries(filters.filter(([, value]) => value !== '')),
    sort: sort?.replace(/^-/, '') || defaults.sort,
    descending: sort ? sort.startsWith('-') : (defaults.descending ?? false),
    page: Math.min(10_000, Math.max(1, Math.trunc(Number(params.get('page'))) || 1)),
  }
}

const writeRequest = (request: ListRequest, defaults: ListDefaults): URLSearchParams => {
  const params = new URLSearchParams()
  if (request.text.trim() !== '') params.set('q', request.text.trim())
  const names = new Set([...Object.keys(request.filters), ...Object.keys(defaults.filters ?? {})])
  for (const name of names) {
    const value = request.filters[name] ?? ''
    if (value !== (defaults.filters?.[name] ?? '')) params.set(name, value)
  }
  if (request.sort !== defaults.sort || request.descending !== (defaults.descending ?? false))
    params.set('sort', `${request.descending ? '-' : ''}${request.sort}`)
  if (request.page > 1) params.set('page', String(request.page))
  return params
}
