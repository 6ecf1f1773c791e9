import { useQuery, useQueryClient } from '@tanstack/react-query'
import { customerAgent } from '#contract/agent-alerts.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { keptReplyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'

type Told = ReplyOf<typeof customerAgent.get>

/** The customer's agent and today's alerts, without a connection as last known. `putAway` rejects if that could not be sent. */
export const useCustomerAgent = (customerId: string) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const queryKey = [...keptReplyKey(customerAgent.get), customerId]
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.call(customerAgent.get, { params: { id: customerId }, signal }),
    // The kept reply may be from before an alert was put away.
    refetchOnMount: 'always',
  })
  return {
    agent: data?.agent ?? undefined,
    alerts: data?.alerts ?? [],
    putAway: async (id: string): Promise<void> => {
      await run(() => api.call(customerAgent.see, { params: { id } }))
      client.setQueryData<Told>(
        queryKey,
        (told) => told && { ...told, alerts: told.alerts.filter((alert) => alert.id !== id) },
      )
    },
  }
}
