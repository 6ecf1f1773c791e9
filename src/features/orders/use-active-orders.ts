import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { activeOrders, type ExportFilter } from '#contract/orders.ts'
import type { ActiveStatus } from '#domain/order.ts'
import { mayReport } from '#domain/user.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi, useUser } from '#src/device/device-context.tsx'
import { useFoundList } from '#src/device/use-found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import { exportMarks } from './export-marks.ts'

type SearchBody = BodyOf<typeof activeOrders.search>

/** @param status the list's own; undefined: any, by a filter */
export const useActiveOrders = (request: ListRequest, status: ActiveStatus | undefined) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const list = useFoundList(request, {
    call: activeOrders.search,
    bodyOf: (asked) => bodyOf(asked, status),
    ask: (body, calling) => api.call(activeOrders.search, { body, ...calling }),
  })
  return {
    ...list,
    loadFile: (asked: ListRequest) => {
      const { filters, queryString } = bodyOf(asked, status)
      const query = { ...(queryString && { queryString }), ...filters }
      return run(() => api.call(activeOrders.exportData, { query }))
    },
    ...exportMarks({
      mark: ({ id }) => run(() => api.call(activeOrders.markExported, { params: { id } })),
      unmark: ({ id }) => run(() => api.call(activeOrders.unmarkExported, { params: { id } })),
      readAgain: () => void client.invalidateQueries({ queryKey: replyKey(activeOrders.search) }),
    }),
  }
}

/** undefined for those who may have no reports, and until it is known */
export const useActiveOrderFilters = () => {
  const api = useApi()
  const { account_type } = useUser()
  const { data } = useQuery({
    queryKey: replyKey(activeOrders.filters),
    queryFn: ({ signal }) => api.call(activeOrders.filters, { signal }),
    enabled: mayReport(account_type),
  })
  return data
}

const bodyOf = (request: ListRequest, status: ActiveStatus | undefined): SearchBody => {
  const { customerId, deliveryDay, exported, status: chosen } = request.filters
  const wanted = status ?? (chosen as ActiveStatus | undefined)
  return {
    queryString: request.text,
    page: request.page,
    // The address may be typed by hand: the server rejects unknown values.
    filters: {
      ...(wanted && { status: wanted }),
      ...(customerId && { customerId }),
      ...(deliveryDay && { deliveryDay }),
      ...(exported && { exported: exported as ExportFilter }),
    },
    sort_by: sortBy(request) as NonNullable<SearchBody['sort_by']>,
  }
}
