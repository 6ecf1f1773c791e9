import type { BodyOf } from '#contract/endpoint.ts'
import { type OrdersOfGroup, type OrdersPerDay, ordersPerDay } from '#contract/orders-per-day.ts'
import type { ApiClient } from '#src/api/client.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundRows } from '#src/device/use-found-rows.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import type { Period } from '#src/ui/kit/report/period.ts'

export const useOrdersPerDay = (request: ListRequest, period: Period) => {
  const api = useApi()
  const run = useAction()
  const body = bodyOf(request, period)
  const { rows, reply } = useFoundRows<OrdersOfGroup, OrdersPerDay>(
    replyKey(ordersPerDay.search, body),
    (calling) => search(api, body, calling),
  )
  return {
    rows,
    report: reply,
    loadRows: (asked: ListRequest) =>
      run(() =>
        readPages((page) => search(api, { ...bodyOf({ ...asked, page }, period), pageLength: PAGE_LENGTH })),
      ),
  }
}

type SearchBody = BodyOf<typeof ordersPerDay.search>

const search = (api: ApiClient, body: SearchBody, calling?: { signal: AbortSignal }): Promise<OrdersPerDay> =>
  api.call(ordersPerDay.search, { body, ...calling })

const bodyOf = (request: ListRequest, period: Period): SearchBody => {
  const { by, depot, channel, method, hours } = request.filters
  // The address may be typed by hand: the server rejects unknown values.
  const filters = { by, depot, channel, method, hours } as SearchBody
  return {
    ...(Object.fromEntries(Object.entries(filters).filter(([, value]) => value)) as Partial<SearchBody>),
    created_start_date: period.from,
    created_end_date: period.to,
    queryString: request.text,
    page: request.page,
    sort_by: sortBy(request) as NonNullable<SearchBody['sort_by']>,
  }
}
