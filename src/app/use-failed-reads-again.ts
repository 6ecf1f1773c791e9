import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useReached } from '#src/device/use-reached.ts'

/**
 * What could not be read while the server was away is asked for again once it answers: a person who is told of a failure
 * need not find out for themselves that it is over. Once, in the shell.
 */
export const useFailedReadsAgain = (): void => {
  const client = useQueryClient()
  const reached = useReached()
  const before = useRef(reached)
  useEffect(() => {
    const isBack = reached && !before.current
    before.current = reached
    if (!isBack) return
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
  }, [client, reached])
}
