import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type CatalogueDetail, type CatalogueSearchBody, catalogue } from '#contract/catalogue.ts'
import { PUBLIC_FILTERS, type PublicFilter } from '#search/public-filters.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { readRequest } from '#src/features/search/request/search-request.ts'

/** The public catalogue's reads and addresses, on the server as in the browser. */

export type PublicRequest = {
  text: string
  page: number
  filters: Partial<Record<PublicFilter, string>>
}

/** What a visitor cannot ask for, such as promotions, is ignored, as anything invalid is. */
export const readPublicRequest = (params: URLSearchParams): PublicRequest => {
  const { text, page, filters } = readRequest(params)
  const known = PUBLIC_FILTERS.flatMap((name) => {
    const value = filters[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { text: text.trim(), page, filters: Object.fromEntries(known) }
}

export const CATALOGUE_PATH = '/product-catalogue'

/** The same request has one address: defaults are left out, and the order is fixed. */
export const cataloguePath = ({ text = '', page = 1, filters = {} }: Partial<PublicRequest>): string => {
  const params = new URLSearchParams()
  if (text !== '') params.set('q', text)
  for (const name of PUBLIC_FILTERS) {
    const value = filters[name]
    if (value !== undefined) params.set(name, value)
  }
  if (page > 1) params.set('page', String(page))
  return params.size === 0 ? CATALOGUE_PATH : `${CATALOGUE_PATH}?${params}`
}

/** The page's heading. */
export const catalogueTitle = ({ text, filters }: PublicRequest): string => {
  if (text !== '') return `Products for “${text}”`
  return filters.category ?? filters.group ?? filters.department ?? 'Product catalogue'
}

export const publicProductPath = (product_no: string): string =>
  `${CATALOGUE_PATH}/product-${encodeURIComponent(product_no)}`

export const publicSearchBody = ({ text, page, filters }: PublicRequest): CatalogueSearchBody => ({
  ...(text !== '' && { queryString: text }),
  page,
  pageLength: PAGE_LENGTH,
  ...(filters as Partial<CatalogueSearchBody>),
})

export const publicSearchQuery = (api: Pick<ApiClient, 'call'>, request: PublicRequest) => {
  const body = publicSearchBody(request)
  return queryOptions({
    queryKey: replyKey(catalogue.search, body),
    queryFn: ({ signal }) => api.call(catalogue.search, { body, signal }),
    staleTime: FRESH_FOR_MS,
    placeholderData: keepPreviousData,
  })
}

const PAGE_LENGTH = 24
const FRESH_FOR_MS = 5 * 60_000

/** null: no such product is sold. */
export const publicProductQuery = (api: Pick<ApiClient, 'call'>, product_no: string) =>
  queryOptions({
    queryKey: replyKey(catalogue.get, { productNo: product_no }),
    queryFn: async ({ signal }): Promise<CatalogueDetail | null> => {
      try {
        return await api.call(catalogue.get, { params: { productNo: product_no }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.code === 'product_not_found') return null
        throw error
      }
    },
    staleTime: FRESH_FOR_MS,
  })
