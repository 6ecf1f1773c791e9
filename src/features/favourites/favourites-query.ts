import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import { startedBy } from '#src/device/started-by.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { refreshFavourites } from '#src/sync/favourites/reads.ts'

const FRESH_MS = 10 * 60_000

/** Updates the database from the server. A failure changes nothing. */
export const favouritesQuery = (
  ports: { api: ApiClient; database: UserDatabase },
  customer: { customerId: string; priceListId: string },
) =>
  queryOptions({
    queryKey: queryKeys.favouritesRead(customer.customerId),
    queryFn: async (context) => {
      await refreshFavourites({ ...ports, startedBy: startedBy(context, true) }, customer)
      return Date.now()
    },
    staleTime: FRESH_MS,
  })
