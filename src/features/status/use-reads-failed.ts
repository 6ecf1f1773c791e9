import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { ApiError } from '#src/api/api-error.ts'

/** Whether anything on the page could not be read from the server, so that it is missing or out of date. */
export const useReadsFailed = (): boolean => {
  const cache = useQueryClient().getQueryCache()
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache])
  return useSyncExternalStore(subscribe, () =>
    cache.getAll().some((query) => query.isActive() && isFailedRead(query.state.error)),
  )
}

/** What the server refuses for good, such as a product it does not have, was read all the same. */
const isFailedRead = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)
