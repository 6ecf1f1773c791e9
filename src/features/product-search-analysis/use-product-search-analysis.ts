import type { BodyOf } from '#contract/endpoint.ts'
import {
  type ProductSearchAnalysis,
  productSearchAnalysis,
  type SearchedTerm,
} from '#contract/product-search-analysis.ts'
import type { ApiClient } from '#src/api/client.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundRows } from '#src/device/use-found-rows.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import type { Period } from '#src/ui/kit/report/period.ts'

export const useProductSearchAnalysis = (request: ListRequest, period: Period) => {
  const api = useApi()
  const run = useAction()
  const body = bodyOf(request, period)
  const { rows, reply } = useFoundRows<SearchedTerm, ProductSearchAnalysis>(
    replyKey(productSearchAnalysis.analyse, body),
    (calling) => analyse(api, body, calling),
  )
  return {
    rows,
    analysis: reply,
    loadRows: (asked: ListRequest) =>
      run(() =>
        readPages((page) => analyse(api, { ...bodyOf({ ...asked, page }, period), pageLength: PAGE_LENGTH })),
      ),
  }
}

type AnalysisBody = BodyOf<typeof productSearchAnalysis.analyse>

const analyse = (
  api: ApiClient,
  body: AnalysisBody,
  calling?: { signal: AbortSignal },
): Promise<ProductSearchAnalysis> => api.call(productSearchAnalysis.analyse, { body, ...calling })

const bodyOf = (request: ListRequest, period: Period): AnalysisBody => {
  const { result } = request.filters
  return {
    created_start_date: period.from,
    created_end_date: period.to,
    queryString: request.text,
    page: request.page,
    // The address may be typed by hand: the server rejects unknown values.
    ...(result && { result: result as NonNullable<AnalysisBody['result']> }),
    sort_by: sortBy(request) as NonNullable<AnalysisBody['sort_by']>,
  }
}
