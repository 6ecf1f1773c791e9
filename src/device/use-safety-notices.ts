import { useQuery } from '@tanstack/react-query'
import { safetyShown } from '#domain/safety-entries.ts'
import { SAFETY, type SafetyNotice } from '#domain/safety-notices.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { readShown } from '#src/store/lane-rows.ts'
import type { ReadPorts } from '#src/sync/reading.ts'
import { refreshSafetyNotices } from '#src/sync/safety-reads.ts'
import { useApi, useUserDevice } from './device-context.tsx'
import { storedRead } from './stored-reads.ts'
import { type Stored, useLive } from './use-live.ts'

/** Changed allergens and recalls that nobody at the customer’s has confirmed, as this device knows. */
export const useSafetyNotices = (customerId: string): Stored<SafetyNotice[]> =>
  useLive({
    key: ['safety', customerId],
    read: (database) => readShown(database, safetyShown(customerId)),
  })

export const safetyRead = (ports: ReadPorts) =>
  storedRead({
    queryKey: queryKeys.nounRead(SAFETY, ports.customer.customerId),
    freshMs: 10 * 60_000,
    refresh: () => refreshSafetyNotices(ports),
  })

export const useSafetyRead = (customer: ReadPorts['customer']): void => {
  const api = useApi()
  const { database } = useUserDevice()
  useQuery(safetyRead({ api, database, customer }))
}
