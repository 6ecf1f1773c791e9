import { deliveryAddresses } from '#contract/delivery-addresses.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundRows } from '#src/device/use-found-rows.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import { useAddressActions } from './use-address-actions.ts'

type SearchBody = BodyOf<typeof deliveryAddresses.search>

/** The delivery addresses of one account, and what a person does to them. */
export const useDeliveryAddresses = (customerId: string, request: ListRequest) => {
  const api = useApi()
  const run = useAction()
  const body = bodyOf(customerId, request)
  const search = (asked: SearchBody, calling?: { signal: AbortSignal }) =>
    api.call(deliveryAddresses.search, { body: asked, ...calling })
  const { rows } = useFoundRows(replyKey(deliveryAddresses.search, body), (calling) => search(body, calling))
  const actions = useAddressActions(customerId)
  return {
    rows,
    loadRows: (asked: ListRequest, most?: number) =>
      run(() =>
        readPages(
          (page) => search({ ...bodyOf(customerId, { ...asked, page }), pageLength: PAGE_LENGTH }),
          most,
        ),
      ),
    ...actions,
  }
}

const bodyOf = (customerId: string, request: ListRequest): SearchBody => ({
  customerId,
  queryString: request.text,
  page: request.page,
  // The address may be typed by hand: the server rejects unknown values.
  ...(request.filters.state && { state: request.filters.state as 'deleted' }),
  sort_by: sortBy(request) as NonNullable<SearchBody['sort_by']>,
})
