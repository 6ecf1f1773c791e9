import { useQuery } from '@tanstack/react-query'
import { information } from '#contract/information.ts'
import { messageOfError } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'

/** The server renders the page with it. */
export const useInformation = () => {
  const api = useApi()
  const { data, error, refetch } = useQuery({
    queryKey: replyKey(information.get),
    queryFn: ({ signal }) => api.call(information.get, { signal }),
    staleTime: 10 * 60_000,
  })
  return { data, failed: error && { words: messageOfError(error), onRetry: () => void refetch() } }
}
