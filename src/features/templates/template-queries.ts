import { queryOptions } from '@tanstack/react-query'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { refreshTemplates } from '#src/sync/templates/reads.ts'

export type CustomerOfTemplates = { customerId: string; priceListId: string }

const FRESH_MS = 60_000

/** Updates the database from the server. A failure changes nothing. */
export const templatesQuery = (
  ports: { api: ApiClient; database: UserDatabase },
  customer: CustomerOfTemplates,
) =>
  queryOptions({
    queryKey: queryKeys.templatesRead(customer.customerId),
    queryFn: async () => {
      await refreshTemplates(ports, customer)
      return Date.now()
    },
    staleTime: FRESH_MS,
  })
