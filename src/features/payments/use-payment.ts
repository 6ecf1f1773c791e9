import { useQuery, useQueryClient } from '@tanstack/react-query'
import { payments } from '#contract/payments.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'

/**
 * Begins the payment or finds how it stands, which the server asks Stripe. Asked again when the person comes back to the
 * page, since another tab may have paid.
 */
export const usePayment = (id: string) => {
  const api = useApi()
  const client = useQueryClient()
  const queryKey = replyKey(payments.begin, { id })
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(payments.begin, { params: { id }, signal, startedBy: 'person' }),
    refetchOnWindowFocus: 'always',
    refetchOnReconnect: 'always',
    staleTime: 0,
    gcTime: 0,
  })
  return {
    data,
    error,
    askAgain: async () => {
      await refetch()
      await client.invalidateQueries({ queryKey: replyKey(payments.get) })
    },
  }
}

/** How an order's payment stands, without beginning it. */
export const usePaymentState = (id: string) => {
  const api = useApi()
  return useQuery({
    queryKey: replyKey(payments.get, { id }),
    queryFn: ({ signal }) => api.call(payments.get, { params: { id }, signal }),
    refetchOnWindowFocus: 'always',
  })
}
