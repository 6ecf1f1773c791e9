import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  type DeliveryAddress,
  type DeliveryAddressFields,
  deliveryAddresses,
} from '#contract/delivery-addresses.ts'
import { MESSAGE_TIMES_MS } from '#domain/message-times.ts'
import { MESSAGES } from '#domain/messages.ts'
import { queryKeys, replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { recordActions } from '#src/device/record-actions.ts'

/** What a person does to the delivery addresses of one account. */
export const useAddressActions = (customerId: string) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  return useMemo(
    () =>
      recordActions<DeliveryAddress, DeliveryAddressFields>({
        run,
        readAgain: () => {
          void client.invalidateQueries({ queryKey: replyKey(deliveryAddresses.search) })
          void client.invalidateQueries({ queryKey: queryKeys.deliveryPlaces(customerId) })
        },
        words: {
          noun: ['address', 'addresses'],
          added: MESSAGES.addressAdded,
          saved: MESSAGES.addressUpdated,
          deleted: 'Address deleted',
          restored: 'Address restored',
        },
        theirs: (reply) => (reply as { address?: DeliveryAddress }).address,
        undoMs: MESSAGE_TIMES_MS.addressDeleted,
        calls: {
          create: (id, fields) => api.call(deliveryAddresses.create, { body: { id, customerId, ...fields } }),
          update: ({ id, version }, fields) =>
            api.call(deliveryAddresses.update, { params: { id }, body: { version, ...fields } }),
          remove: (id) => api.call(deliveryAddresses.remove, { params: { id } }),
          restore: (id) => api.call(deliveryAddresses.restore, { params: { id } }),
        },
      }),
    [api, client, run, customerId],
  )
}
