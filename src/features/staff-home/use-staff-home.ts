import { useQuery } from '@tanstack/react-query'
import { type CutOff, staffHome } from '#contract/staff-home.ts'
import { reasonOf } from '#src/api/messages.ts'
import { keptReplyKey, replyKey } from '#src/api/query-keys.ts'
import { useApi } from '#src/device/device-context.tsx'

const EVERY_MS = 60_000

/** What the office has to look after, read again while the page is open; without a connection as last known. */
export const useStaffHome = () => {
  const api = useApi()
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    queryKey: keptReplyKey(staffHome.look),
    queryFn: ({ signal }) => api.call(staffHome.look, { signal }),
    refetchInterval: EVERY_MS,
    // Somebody comes back to this page after dealing with one of its figures.
    refetchOnMount: 'always',
  })
  return {
    home: data,
    /** Epoch ms. */
    at: dataUpdatedAt,
    failure: error === null ? undefined : reasonOf(error),
    retry: refetch,
  }
}

/** Who usually orders for a cut-off and has not yet. */
export const useMissingCustomers = ({ cutOffAt, route, deliveryDay }: CutOff) => {
  const api = useApi()
  const query = { cutOffAt, route, deliveryDay }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: replyKey(staffHome.missing, query),
    queryFn: ({ signal }) => api.call(staffHome.missing, { query, signal }),
    meta: { opened: true },
    refetchOnMount: 'always',
  })
  return {
    customers: data?.data ?? [],
    isLoading: isPending,
    failure: error === null ? undefined : reasonOf(error),
    retry: refetch,
  }
}
