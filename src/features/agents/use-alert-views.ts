import { useQuery } from '@tanstack/react-query'
import { agentAlerts } from '#contract/agent-alerts.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'

/** Who has put an alert away. */
export const useAlertViews = (id: string) => {
  const api = useApi()
  const { data, error } = useQuery({
    queryKey: replyKey(agentAlerts.seenBy, { id }),
    queryFn: ({ signal }) => api.call(agentAlerts.seenBy, { params: { id }, signal }),
  })
  return { views: data, failure: error === null ? undefined : reasonOf(error) }
}
