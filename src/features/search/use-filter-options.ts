import { useQuery } from '@tanstack/react-query'
import { type ProductFilters, products } from '#contract/products.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { useEngine } from './use-engine.ts'
import type { ListOnDevice } from './use-list-on-device.ts'

/**
 * The filters one may set: the server's, which knows what was bought lately; else those that this device can answer.
 * undefined: neither has said yet, and none are offered.
 */
export const useFilterOptions = (
  { id: trollyId, version }: Pick<TrollyView, 'id' | 'version'>,
  list: ListOnDevice,
): ProductFilters | undefined => {
  const api = useApi()
  const engine = useEngine()
  const reached = useReached()
  const here = useQuery({
    queryKey: queryKeys.productFilters('device', `${list.stamp} ${list.products}`),
    queryFn: () => engine.filters(),
    enabled: (list.products ?? 0) > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  const told = useQuery({
    queryKey: queryKeys.productFilters(trollyId, 'server'),
    queryFn: ({ signal }) =>
      api.call(products.filters, { params: { id: trollyId }, signal, background: true }),
    // Version 0 is a trolly that the server has not heard of yet.
    enabled: reached && version > 0,
    staleTime: ASKED_EVERY_MS,
  })
  return told.data ?? here.data
}

const ASKED_EVERY_MS = 10 * 60_000
