import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '#src/api/query-keys.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { pressedBy, startedBy } from '#src/device/started-by.ts'
import { useStored } from '#src/device/use-stored.ts'
import { listTrollySummaries, type TrollySummary } from '#src/store/trollies/trolly-summaries.ts'

export type { TrollySummary }

/** From this device, refreshed whenever shown. */
export type OpenTrollies = {
  trollies: TrollySummary[]
  /** Neither this device nor the server has answered yet. */
  isPending: boolean
  /** The device's storage could not be read. */
  isUnreadable: boolean
  isListed: boolean
  error: Error | null
  refresh: () => Promise<unknown>
}

export const useOpenTrollies = (customerId: string): OpenTrollies => {
  const { reads } = useUserDevice()
  const stored = useStored((database) => listTrollySummaries(database, customerId), [customerId])
  // The reply's rows go into Dexie and are read from there; the query only tracks the request.
  const read = useQuery({
    queryKey: queryKeys.trolliesRead(customerId),
    queryFn: async (context) => {
      await reads.refreshTrollies(customerId, startedBy(context))
      return Date.now()
    },
    refetchOnMount: 'always',
  })
  const trollies = stored.value ?? []
  return {
    trollies,
    isPending: stored.state === 'loading' || (trollies.length === 0 && read.isPending),
    isUnreadable: stored.state === 'failed',
    isListed: stored.state === 'ready' && read.isSuccess && !read.isFetching,
    error: read.error,
    refresh: pressedBy(queryKeys.trolliesRead(customerId), read.refetch),
  }
}
