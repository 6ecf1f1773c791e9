import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { activeOrders } from '#contract/orders.ts'
import { payments } from '#contract/payments.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'
import { useOrdersReadAgain } from '#src/device/stored-reads.ts'

/**
 * Begins the payment or finds its state, which the server asks Stripe. Asked again when the person comes back to the
 * page, since another tab may have paid.
 */
export const usePayment = (id: string) => {
  const api = useApi()
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: replyKey(payments.begin, { id }),
    queryFn: ({ signal }) => api.call(payments.begin, { params: { id }, signal }),
    meta: { opened: true },
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  const readOrdersAgain = useOrdersReadAgain()
  const state = data?.payment.state
  useEffect(() => {
    if (state === undefined || state === 'awaiting') return
    // Lists and the order's page would otherwise say for a while that it awaits payment.
    readOrdersAgain()
    for (const read of [payments.get, activeOrders.get, activeOrders.search, activeOrders.filters])
      void client.invalidateQueries({ queryKey: replyKey(read) })
  }, [state, client, readOrdersAgain])
  return { data, error, askAgain: refetch }
}

/** The state of an order's payment, without beginning it. */
export const usePaymentState = (id: string) => {
  const api = useApi()
  return useQuery({
    queryKey: replyKey(payments.get, { id }),
    queryFn: ({ signal }) => api.call(payments.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  })
}
