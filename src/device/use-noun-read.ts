import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#src/api/query-keys.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import type { ReadPorts } from '#src/sync/reading.ts'
import { useApi, useUserDevice } from './device-context.tsx'

const FRESH_MS = 10 * 60_000

/** Updates the database from the server. A failure changes nothing. */
export const nounQuery = (noun: string, ports: ReadPorts) =>
  queryOptions({
    queryKey: queryKeys.nounRead(noun, ports.customer.customerId),
    queryFn: async () => {
      await NOUNS[noun]?.refresh?.(ports)
      return Date.now()
    },
    staleTime: FRESH_MS,
  })

export const useNounRead = (noun: string, customer: ReadPorts['customer']) => {
  const api = useApi()
  const { database } = useUserDevice()
  return useQuery(nounQuery(noun, { api, database, customer }))
}
