import { queryOptions } from '@tanstack/react-query'
import { config } from '#contract/config.ts'
import type { ApiClient } from '#src/api/client.ts'
import { queryKeys } from '#src/api/query-keys.ts'

/** Kept on the device, so that its colours show at once. */
export const companyQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.config(),
    queryFn: ({ signal }) => api.call(config.get, { signal }),
    staleTime: 10 * 60_000,
  })
