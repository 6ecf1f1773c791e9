import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type DeliveryAddress,
  type DeliveryAddressFields,
  deliveryAddresses,
} from '#contract/delivery-addresses.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { MESSAGES } from '#domain/messages.ts'
import type { StartedBy } from '#src/api/client.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { recordActions } from '#src/device/record-actions.ts'
import { useFoundRows } from '#src/device/use-found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import { PERSISTENT } from '#src/ui/notifications/notifications.ts'

type SearchBody = BodyOf<typeof deliveryAddresses.search>

/** The delivery addresses of one account, and what a person does to them. */
export const useDeliveryAddresses = (customerId: string, request: ListRequest) => {
  const api = useApi()
  const client = useQueryClient()
  const body = bodyOf(customerId, request)
  const search = (asked: SearchBody, calling: { signal?: AbortSignal; startedBy: StartedBy }) =>
    api.call(deliveryAddresses.search, { body: asked, ...calling })
  const { rows } = useFoundRows(replyKey(deliveryAddresses.search, body), (calling) => search(body, calling))
  const actions = useMemo(() => {
    const startedBy = 'person'
    return recordActions<DeliveryAddress, DeliveryAddressFields>({
      readAgain: () => void client.invalidateQueries({ queryKey: replyKey(deliveryAddresses.search) }),
      words: {
        noun: ['address', 'addresses'],
        added: MESSAGES.addressAdded,
        saved: MESSAGES.addressUpdated,
        deleted: 'Address deleted',
        restored: 'Address restored',
      },
      theirs: (reply) => (reply as { address?: DeliveryAddress }).address,
      // Specification, section 9.
      undoMs: PERSISTENT,
      calls: {
        create: (id, fields) =>
          api.call(deliveryAddresses.create, { body: { id, customerId, ...fields }, startedBy }),
        update: ({ id, version }, fields) =>
          api.call(deliveryAddresses.update, { params: { id }, body: { version, ...fields }, startedBy }),
        remove: (id) => api.call(deliveryAddresses.remove, { params: { id }, startedBy }),
        restore: (id) => api.call(deliveryAddresses.restore, { params: { id }, startedBy }),
      },
    })
  }, [api, client, customerId])
  return {
    rows,
    loadPage: (asked: ListRequest) =>
      search({ ...bodyOf(customerId, asked), pageLength: 96 }, { startedBy: 'person' }),
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
