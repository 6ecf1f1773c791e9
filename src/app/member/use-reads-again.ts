import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isReadIntoDatabase } from '#src/api/query-keys.ts'
import { useDevice } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { useStorageState } from '#src/device/use-storage-state.ts'

/**
 * Reads that the app makes again by itself: what failed while the server was away, once it answers, or when the pause that
 * it asked for is over, so that a person who was told of a failure need not find out for themselves; and what was read into
 * a database that the browser has emptied since, or a trolly would be missing as though there were none. Once, in the shell.
 */
export const useReadsAgain = (): void => {
  const client = useQueryClient()
  const reached = useReached()
  const reachedBefore = useRef(reached)
  useEffect(() => {
    const isBack = reached && !reachedBefore.current
    reachedBefore.current = reached
    if (!isBack) return
    void readFailedAgain(client)
  }, [client, reached])

  const { pause } = useDevice()
  const pausedUntil = useSyncExternalStore(pause.subscribe, pause.until)
  useEffect(() => {
    if (pausedUntil <= Date.now()) return
    const timer = setTimeout(() => void readFailedAgain(client), pausedUntil - Date.now())
    return () => clearTimeout(timer)
  }, [client, pausedUntil])

  const { evicted } = useStorageState()
  useEffect(() => {
    if (evicted) void client.resetQueries({ predicate: ({ queryKey }) => isReadIntoDatabase(queryKey) })
  }, [client, evicted])
}

const readFailedAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
