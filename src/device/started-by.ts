import { hashKey, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query'
import type { StartedBy } from '#src/api/client.ts'

/** Reads are the app's unless pressed, or the first run of an opened page (docs/sync.md, "Who started it"). */

/** For a query's `meta`: a person opens it and sees nothing until it is answered. */
export const OPENED = { opened: true } as const

/** @param isHere this device already shows the content; the server only updates it */
export const startedBy = (
  { client, queryKey, meta }: Pick<QueryFunctionContext, 'client' | 'queryKey' | 'meta'>,
  isHere = false,
): StartedBy => {
  if (pressed.has(hashKey(queryKey))) return 'person'
  const state = client.getQueryState(queryKey)
  const isFirst = state?.data === undefined && !state?.errorUpdateCount
  return meta?.opened === true && isFirst && !isHere ? 'person' : 'app'
}

/** Makes the next read the person's. */
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
