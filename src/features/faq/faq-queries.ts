import { queryOptions } from '@tanstack/react-query'
import { faq } from '#contract/faq.ts'
import type { ApiClient } from '#src/api/client.ts'
import { keptReplyKey } from '#src/api/query-keys.ts'

/** Kept on the device, to read offline. */
export const faqsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: keptReplyKey(faq.list),
    queryFn: ({ signal }) => api.call(faq.list, { signal }),
    meta: { opened: true },
  })
