import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '#src/api/api-error.ts'

export const useReadsFailed = (): boolean => {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback(
    // Scheduled: the cache also tells of a query that a component is creating while it renders.
    (listener: () => void) => cache.subscribe(notifyManager.batchCalls(listener)),
    [cache],
  )
  return useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => query.isActive() && isFailedRead(query.state.error)),
  )
}

/** A permanent refusal, such as an unknown product, is still a successful read. */
const isFailedRead = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
