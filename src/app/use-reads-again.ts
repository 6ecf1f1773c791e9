import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isReadIntoDatabase } from '#src/api/query-keys.ts'
import { useReached } from '#src/device/use-reached.ts'
import { useStorageState } from '#src/device/use-storage-state.ts'

/**
 * Reads that are made again without anybody's asking: what failed while the server was away, once it answers, so that a
 * person who was told of a failure need not find out for themselves that it is over; and what was read into a database that
 * the browser has emptied since, or a trolly would be missing as though there were none. Once, in the shell.
 */
export const useReadsAgain = (): void => {
  const client = useQueryClient()
  const reached = useReached()
  const reachedBefore = useRef(reached)
  useEffect(() => {
    const isBack = reached && !reachedBefore.current
    reachedBefore.current = reached
    if (!isBack) return
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [client, reached])

  const { evicted } = useStorageState()
  useEffect(() => {
    if (evicted) void client.resetQueries({ predicate: ({ queryKey }) => isReadIntoDatabase(queryKey) })
  }, [client, evicted])
}
