import { hashKey, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import type { StartedBy } from '#src/api/client.ts'

/**
 * Who started a read (docs/sync.md, "Who started it"). A page is full of reads that the app makes by itself, and a query
 * does not say who runs it: so all are the app's, but for the first run of one that was opened, and one that was pressed.
 */

/** For a query's `meta`: a person opens it, and there is nothing to show until it is answered. */
export const OPENED = { opened: true } as const

/** @param isHere this device has shown already what the person opened; the server only brings it up to date */
export const startedBy = (
  { client, queryKey, meta }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'meta'>,
  isHere = false,
): StartedBy => {
  if (pressed.has(hashKey(queryKey))) return 'person'
  const state = client.getQueryState(queryKey)
  const isFirst = state?.data === undefined && !state?.errorUpdateCount
  return meta?.opened === true && isFirst && !isHere ? 'person' : 'app'
}

/** For "Try again": the read is the person's this time. */
export const pressedBy =
  (queryKey: QueryKey, refetch: () => Promise<unknown>) => async (): Promise<unknown> => {
    const key = hashKey(queryKey)
    pressed.add(key)
    try {
      return await refetch()
    } finally {
      pressed.delete(key)
    }
  }

const pressed = new Set<string>()
