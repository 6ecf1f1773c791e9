import { queryOptions } from '@tanstack/react-query'
import { listQuestions } from '#contract/questions.ts'
import type { ApiClient } from '#src/api/client.ts'
import { keptReplyKey } from '#src/api/query-keys.ts'

/** Kept on the device, to read offline. */
export const faqsQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: keptReplyKey(listQuestions),
    queryFn: ({ signal }) => api.call(listQuestions, { signal }),
    meta: { opened: true },
  })
