import { type ActiveCustomer, type CustomerActivity, customerActivity } from '#contract/customer-activity.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { ApiClient } from '#src/api/client.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundRows } from '#src/device/use-found-rows.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import type { Period } from '#src/ui/kit/report/period.ts'

export const useCustomerActivity = (request: ListRequest, period: Period) => {
  const api = useApi()
  const run = useAction()
  const body = bodyOf(request, period)
  const { rows, reply } = useFoundRows<ActiveCustomer, CustomerActivity>(
    replyKey(customerActivity.search, body),
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

type SearchBody = BodyOf<typeof customerActivity.search>

const search = (
  api: ApiClient,
  body: SearchBody,
  calling?: { signal: AbortSignal },
): Promise<CustomerActivity> => api.call(customerActivity.search, { body, ...calling })

const bodyOf = (request: ListRequest, period: Period): SearchBody => {
  const { state } = request.filters
  return {
    created_start_date: period.from,
    created_end_date: period.to,
    queryString: request.text,
    page: request.page,
    // The address may be typed by hand: the server rejects unknown values.
    ...(state && { state: state as NonNullable<SearchBody['state']> }),
    sort_by: sortBy(request) as NonNullable<SearchBody['sort_by']>,
  }
}
