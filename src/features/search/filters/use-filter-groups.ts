import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { productSearch } from '#contract/product-search.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { useEngine } from '#src/features/search/engine/use-engine.ts'
import { activeFilters, type SearchRequest } from '#src/features/search/request/search-request.ts'
import type { ListOnDevice } from '#src/features/search/use-list-on-device.ts'
import { type FilterChoice, type FilterGroup, filterGroups } from './filter-groups.ts'

export type FilteredSearch = {
  trollyId: string
  customerId: string
  /** For the server, if it does not know the trolly yet. */
  customerToTell: string | undefined
  list: Pick<ListOnDevice, 'stamp' | 'listsStamp' | 'products' | 'complete'>
  text: string
}

export type FilterGroups = {
  groups: FilterGroup[]
  /** Products found with these filters; undefined while counting. */
  total: number | undefined
  departments: readonly FilterChoice[] | undefined
}

/** Counted by this device if its list is complete, else by the server, else from the partial list. */
export const useFilterGroups = (
  { trollyId, customerId, customerToTell, list, text }: FilteredSearch,
  filters: SearchRequest['filters'],
): FilterGroups => {
  const api = useApi()
  const engine = useEngine()
  const reached = useReached()
  const body = useMemo(
    () => ({ ...(text !== '' && { queryString: text }), ...Object.fromEntries(activeFilters(filters)) }),
    [text, filters],
  )
  const here = useQuery({
    queryKey: queryKeys.productFilters(`device ${customerId}`, {
      body,
      list: `${list.stamp} ${list.products} ${list.listsStamp}`,
    }),
    queryFn: () => engine.filters({ body, customerId }),
    enabled: (list.products ?? 0) > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  })
  const asksServer = !list.complete && reached
  const told = useQuery({
    queryKey: queryKeys.productFilters(trollyId, { body, list: 'server' }),
    queryFn: ({ signal }) =>
      api.call(productSearch.filters, {
        params: { id: trollyId },
        query: { ...body, ...(customerToTell !== undefined && { customerId: customerToTell }) },
        signal,
      }),
    enabled: asksServer,
    staleTime: ASKED_EVERY_MS,
    placeholderData: keepPreviousData,
  })
  const options = (asksServer ? told.data : undefined) ?? here.data
  const groups = useMemo(() => filterGroups(options, { reached, filters }), [options, reached, filters])
  const isCounting = here.isLoading || told.isLoading || list.products === undefined
  const departments =
    options || !isCounting ? (groups.find(({ name }) => name === 'department')?.choices ?? NONE) : undefined
  return { groups, total: options?.total, departments }
}

const NONE: readonly FilterChoice[] = []
const ASKED_EVERY_MS = 10 * 60_000
