import { useDidUpdate } from '@mantine/hooks'
import { type QueryClient, type QueryFilters, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { isReadIntoDatabase } from '#src/api/query-keys.ts'
import { useDevice, useUserDevice } from '#src/device/device-context.tsx'
import { useReached } from '#src/device/use-reached.ts'
import { useStorageState } from '#src/device/use-storage-state.ts'

/** Mount once. Repeats reads that failed, and reads into a database that has since been cleared, or left for the page's memory. */
export const useReadsAgain = (): void => {
  const client = useQueryClient()
  const reached = useReached()
  useDidUpdate(() => {
    if (reached) void readFailedAgain(client)
  }, [reached])

  const { pause, session } = useDevice()
  const pausedUntil = useSyncExternalStore(pause.subscribe, pause.until)
  useEffect(() => {
    if (pausedUntil === 0) return
    const timer = setTimeout(() => void readFailedAgain(client), pausedUntil - Date.now())
    return () => clearTimeout(timer)
  }, [client, pausedUntil])

  const { database } = useUserDevice()
  useDidUpdate(() => void client.resetQueries(INTO_DATABASE), [database])

  const { evicted } = useStorageState()
  useEffect(() => {
    if (!evicted) return
    session.keep()
    void client.resetQueries(INTO_DATABASE)
  }, [client, session, evicted])
}

const INTO_DATABASE: QueryFilters = { predicate: ({ queryKey }) => isReadIntoDatabase(queryKey) }

const readFailedAgain = (client: QueryClient): Promise<void> =>
  client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
