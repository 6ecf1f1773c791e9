import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { queryKeys } from '#src/api/query-keys.ts'
import type { ReadPorts } from '#src/sync/reading.ts'

const FRESH_MS = 60_000

/** Brings the last weeks' orders into the database. A failure changes nothing. */
export const ordersQuery = (ports: ReadPorts) =>
  queryOptions({
    queryKey: queryKeys.ordersRead(ports.customer.customerId),
    queryFn: async () => {
      const { refreshOrders } = await import('#src/sync/orders.ts')
      await refreshOrders(ports)
      return Date.now()
    },
    staleTime: FRESH_MS,
  })

/** After an order was placed, paid, changed or cancelled. */
export const useOrdersReadAgain = (): (() => void) => {
  const client = useQueryClient()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: queryKeys.ordersRead('').slice(0, 1) }),
    [client],
  )
}
