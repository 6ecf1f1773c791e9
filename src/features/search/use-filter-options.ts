import { useQuery } from '@tanstack/react-query'
import { type ProductFilters, products } from '#contract/products.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { useEngine } from './use-engine.ts'
import { customerToTell, type SearchedFor } from './use-found-products.ts'
import type { ListOnDevice } from './use-list-on-device.ts'

/**
 * The filters one may set: the server's, which knows what was bought lately; else those that this device can answer.
 * undefined: neither has said yet, and none are offered.
 */
export const useFilterOptions = (trolly: SearchedFor, list: ListOnDevice): ProductFilters | undefined => {
  const api = useApi()
  const { id: trollyId, customerId } = trolly
  const toTell = customerToTell(trolly)
  const engine = useEngine()
  const reached = useReached()
  const here = useQuery({
    queryKey: queryKeys.productFilters('device', `${customerId} ${list.stamp} ${list.products}`),
    queryFn: () => engine.filters(customerId),
    enabled: (list.products ?? 0) > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  const told = useQuery({
    queryKey: queryKeys.productFilters(trollyId, 'server'),
    queryFn: ({ signal }) =>
      api.call(products.filters, {
        params: { id: trollyId },
        query: { ...(toTell !== undefined && { customerId: toTell }) },
        signal,
      }),
    enabled: reached,
    staleTime: ASKED_EVERY_MS,
  })
  return told.data ?? here.data
}

const ASKED_EVERY_MS = 10 * 60_000
