import { useQuery } from '@tanstack/react-query'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { ordersRead } from '#src/device/stored-reads.ts'
import { useLive } from '#src/device/use-live.ts'
import { knownOrdersQuery, type OrderOnDevice } from '#src/store/known-orders.ts'

type OfCustomer = { id: string; priceListId: string }

/** A customer's orders of the last weeks from every device, the last placed first; read again in the background. */
export const useKnownOrders = ({ id, priceListId }: OfCustomer): OrderOnDevice[] => {
  const api = useApi()
  const { database } = useUserDevice()
  useQuery(ordersRead({ api, database, customer: { customerId: id, priceListId } }))
  return useLive(knownOrdersQuery(id)).value ?? NONE
}

const NONE: OrderOnDevice[] = []
