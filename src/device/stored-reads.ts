import { type QueryKey, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { CHECK_INS } from '#domain/check-ins.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import type { ReadPorts } from '#src/sync/reading.ts'
import { useApi, useUserDevice } from './device-context.tsx'

type StoredRead = {
  queryKey: QueryKey
  /** For how long it is not read again. */
  freshMs: number
  refresh: () => unknown
}

/** Brings the server's rows into the database, where screens read them. A failure changes nothing. */
export const storedRead = ({ queryKey, freshMs, refresh }: StoredRead) =>
  queryOptions({
    queryKey,
    queryFn: async () => {
      await refresh()
      return Date.now()
    },
    staleTime: freshMs,
  })

export const nounRead = (noun: string, ports: ReadPorts) =>
  storedRead({
    queryKey: queryKeys.nounRead(noun, ports.customer.customerId),
    freshMs: 10 * 60_000,
    refresh: () => NOUNS[noun]?.refresh?.(ports),
  })

export const useNounRead = (noun: string, customer: ReadPorts['customer']) => {
  const api = useApi()
  const { database } = useUserDevice()
  return useQuery(nounRead(noun, { api, database, customer }))
}

/** The orders of the last weeks. */
export const ordersRead = (ports: ReadPorts) =>
  storedRead({
    queryKey: queryKeys.ordersRead(ports.customer.customerId),
    freshMs: 60_000,
    refresh: async () => (await import('#src/sync/orders.ts')).refreshOrders(ports),
  })

/** Not the noun's own `refresh`: it would come with every page, and the service worker can import nothing late. */
export const checkInsRead = (ports: ReadPorts) =>
  storedRead({
    queryKey: queryKeys.nounRead(CHECK_INS, ports.customer.customerId),
    // A decision of the office is news for whoever looks.
    freshMs: 30_000,
    refresh: async () => (await import('#src/sync/check-ins-read.ts')).refreshCheckIns(ports),
  })

/** After an order was placed, paid, changed or cancelled. */
export const useOrdersReadAgain = (): (() => void) => {
  const client = useQueryClient()
  return useCallback(
    () => void client.invalidateQueries({ queryKey: queryKeys.ordersRead('').slice(0, 1) }),
    [client],
  )
}
