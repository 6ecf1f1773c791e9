import { useQuery, useQueryClient } from '@tanstack/react-query'
import { tooLateWords } from '#domain/checks/delivery-checks.ts'
import { checkedDeliveryOf } from '#domain/chosen-delivery.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { type DeliveryChoice, deliveryChoiceOf } from '#domain/trolly.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { collectionAddressesQuery } from './place-queries.ts'
import { clockAheadOf, deliveryDaysQuery } from './use-delivery-days.ts'

/** An order that waits for a connection. */
export type WaitingOrder = DeliveryChoice & {
  trollyId: string
  customerId: string
  deliveryDay: string | null
}

/**
 * Which of them can no longer be placed for their day, and why, by trolly. Tells from the cut-offs kept on this device, since nobody
 * can be asked; an order whose cut-off is not known is left to the server.
 */
export const useLateOrders = (orders: readonly WaitingOrder[]): ReadonlyMap<string, string> => {
  const api = useApi()
  const client = useQueryClient()
  const minute = useMinute()
  const choices = orders.map((order) => ({ ...order, ...deliveryChoiceOf(order) }))
  const sites = useQuery({ ...collectionAddressesQuery(api), enabled: false }).data
  const late = choices.flatMap((order): [string, string][] => {
    const { queryKey } = deliveryDaysQuery(api, order.customerId, order.deliveryAddressId)
    const data = client.getQueryData(queryKey)
    const delivery = checkedDeliveryOf(order, {
      // The days of an address come with its route's cut-offs.
      route: undefined,
      site: sites?.find(({ id }) => id === order.collectionSiteId),
    })
    const words = tooLateWords({
      deliveryDay: order.deliveryDay,
      deliveryDays: order.method === 'collection' ? [] : (data?.days ?? []),
      ...(delivery && { delivery }),
      now: new Date(minute - clockAheadOf(data)),
      lines: [],
    })
    return words === undefined ? [] : [[order.trollyId, words]]
  })
  return new Map(late)
}

/** The same for one trolly; undefined unless its order waits. */
export const useTooLate = (trolly: TrollyView): string | undefined => {
  const late = useLateOrders(trolly.checkout === 'queued' ? [{ ...trolly, trollyId: trolly.id }] : NONE)
  return late.get(trolly.id)
}

const NONE: WaitingOrder[] = []
