import { queryOptions } from '@tanstack/react-query'
import { faq } from '#contract/faq.ts'
import type { ApiClient } from '#src/api/client.ts'
import { keptReplyKey } from '#src/api/query-keys.ts'
import { OPENED, startedBy } from '#src/device/started-by.ts'

/** Kept on the device, to read offline. */
export const faqsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: keptReplyKey(faq.list),
    queryFn: (context) => api.call(faq.list, { signal: context.signal, startedBy: startedBy(context) }),
    meta: OPENED,
  })
