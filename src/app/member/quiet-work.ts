import type { QueryClient } from '@tanstack/react-query'
import type { ApiClient } from '#src/api/client.ts'
import { faqsQuery } from '#src/features/faq/faq-queries.ts'

export { reportSearches } from '#src/sync/search-log.ts'

/** They change a few times a year. */
const FRESH_MS = 12 * 3_600_000

export const readQuestionsAhead = (client: QueryClient, api: ApiClient): Promise<void> =>
  client.prefetchQuery({ ...faqsQuery(api), meta: {}, staleTime: FRESH_MS })
