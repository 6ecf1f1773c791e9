import type { BodyOf } from '#contract/endpoint.ts'
import { orderHistory } from '#contract/order-history.ts'
import type { OrderSummary, TrackedOrder } from '#contract/orders.ts'
import { dayPlus, isDay, londonDayOf } from '#domain/london-time.ts'
import type { OrderStatus } from '#domain/order.ts'
import { isOrderFoundBy } from '#domain/order-search.ts'
import { compareCodes } from '#domain/plain-text.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundRows } from '#src/device/use-found-rows.ts'
import { useLive } from '#src/device/use-live.ts'
import { useReached } from '#src/device/use-reached.ts'
import { keptOrdersQuery } from '#src/store/known-orders.ts'
import { PAGE_LENGTH as ROWS_AT_ONCE, readPages } from '#src/sync/reading.ts'
import type { FoundRows } from '#src/ui/kit/list/found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'

type SearchBody = BodyOf<typeof orderHistory.search>

/** The server's search; while it cannot be reached, one of the orders that this device keeps (`ordersRead`: home, /orders, quiet work). */
export const useOrderHistory = (request: ListRequest, customerId: string) => {
  const api = useApi()
  const run = useAction()
  const body = bodyOf(request, customerId)
  const { rows } = useFoundRows(
    replyKey(orderHistory.search, body),
    (calling) => api.call(orderHistory.search, { body, ...calling }),
    // With an order that was placed a moment ago.
    { isReadOnOpening: true },
  )
  const isReached = useReached()
  const kept = useLive(keptOrdersQuery(customerId)).value
  // While a request waits for a server that was not there last time, the stored orders are what can be shown.
  const isUnanswered =
    rows.data === undefined && (rows.failure !== undefined || !isReached) && body.customerId === customerId
  const keptAt = isUnanswered ? kept?.at : undefined
  return {
    rows:
      keptAt === undefined
        ? rows
        : {
            ...rows,
            ...keptRows(kept?.orders ?? [], request),
            at: keptAt,
            // Offline, the stored orders are all there is. If the server itself fails, the page says so.
            failure: isReached ? rows.failure : undefined,
          },
    /** Set if stored orders are shown: when they were last loaded, in epoch ms. */
    keptAt,
    loadRows: (asked: ListRequest) =>
      run(() =>
        readPages((page) =>
          api.call(orderHistory.search, {
            body: { ...bodyOf({ ...asked, page }, customerId), pageLength: ROWS_AT_ONCE },
          }),
        ),
      ),
  }
}

const PAGE_LENGTH = 24

const keptRows = (
  orders: readonly TrackedOrder[],
  request: ListRequest,
): Pick<FoundRows<OrderSummary>, 'data' | 'total' | 'pageLength'> => {
  const { status, from, to } = filtersOf(request)
  const found = orders
    .filter((order) => status === undefined || order.status === status)
    .filter((order) => from === undefined || order.deliveryDay >= from)
    .filter((order) => to === undefined || order.deliveryDay <= to)
    .filter((order) => isOrderFoundBy(order, request.text))
    .sort((one, other) => compare(one, other, request))
  const first = (request.page - 1) * PAGE_LENGTH
  return { data: found.slice(first, first + PAGE_LENGTH), total: found.length, pageLength: PAGE_LENGTH }
}

const compare = (one: OrderSummary, other: OrderSummary, { sort, descending }: ListRequest): number => {
  const [a, b] = [one, other].map((order) => order[sort as 'placedAt'] ?? '') as [string, string]
  return descending ? compareCodes(b, a) : compareCodes(a, b)
}

/** Days back from today, by the name of the filter's option. */
export const PERIODS = { week: 7, month: 31, quarter: 92, year: 366 } as const

const filtersOf = ({ filters }: ListRequest): { status?: OrderStatus; from?: string; to?: string } => {
  const { status, period, day } = filters
  const ofStatus = status ? { status: status as OrderStatus } : {}
  if (day !== undefined && isDay(day)) return { ...ofStatus, from: day, to: day }
  const days = PERIODS[period as keyof typeof PERIODS]
  return {
    ...ofStatus,
    ...(days && { from: dayPlus(londonDayOf(new Date()), -days) }),
  }
}

const bodyOf = (request: ListRequest, customerId: string): SearchBody => ({
  ...(request.filters.accounts === 'all' ? {} : { customerId }),
  queryString: request.text,
  page: request.page,
  pageLength: PAGE_LENGTH,
  filters: filtersOf(request),
  // The address may be typed by hand: the server rejects unknown values.
  sort_by: sortBy(request) as NonNullable<SearchBody['sort_by']>,
})
