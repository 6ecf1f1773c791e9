import { useQuery } from '@tanstack/react-query'
import { COUNTS, type Count } from '#domain/counts/count.ts'
import { countsShown } from '#domain/counts/view.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { useApi, useUserDevice } from '#src/device/device-context.tsx'
import { storedRead } from '#src/device/stored-reads.ts'
import { type Stored, useLive } from '#src/device/use-live.ts'
import { readShown } from '#src/store/lane-rows.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { PricedCustomer } from '#src/sync/assortment.ts'
import { refreshCounts } from '#src/sync/counts/reads.ts'

/** Two people who count along the same shelves see each other's entries within this time. */
const READ_EVERY_MS = 20_000

/** An account's open counts on this device, waiting changes included, latest first. */
export const useCounts = (customer: PricedCustomer): Stored<Count[]> => {
  const { customerId } = customer
  const api = useApi()
  const { database } = useUserDevice()
  useQuery({
    ...storedRead({
      queryKey: queryKeys.nounRead(COUNTS, customerId),
      freshMs: READ_EVERY_MS / 2,
      refresh: () => refreshCounts({ database, api, customer }),
    }),
    refetchInterval: READ_EVERY_MS,
  })
  return useLive({
    key: ['counts', customerId],
    read: (stored: UserDatabase) => readShown(stored, countsShown(customerId)),
  })
}
