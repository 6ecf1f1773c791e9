import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { stockAlertReport } from '#contract/stock-alert-report.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundList } from '#src/device/use-found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import { stockAlertActions } from './stock-alert-actions.ts'

export const useStockAlertReport = (request: ListRequest) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const list = useFoundList(request, {
    call: stockAlertReport.search,
    bodyOf,
    ask: (body, calling) => api.call(stockAlertReport.search, { body, ...calling }),
  })
  const { data: counts } = useQuery({
    queryKey: replyKey(stockAlertReport.filters),
    queryFn: ({ signal }) => api.call(stockAlertReport.filters, { signal }),
  })
  const actions = useMemo(() => {
    const readAgain = (): void => {
      void client.invalidateQueries({ queryKey: replyKey(stockAlertReport.search) })
      void client.invalidateQueries({ queryKey: replyKey(stockAlertReport.filters) })
    }
    return stockAlertActions({ api, run, readAgain })
  }, [api, run, client])
  return { ...list, counts, ...actions }
}

type SearchBody = BodyOf<typeof stockAlertReport.search>

const bodyOf = (request: ListRequest): SearchBody => {
  const { state, customerId, product } = request.filters
  return {
    queryString: request.text,
    page: request.page,
    // The address may be typed by hand: the server rejects unknown values.
    ...(state && { state: state as NonNullable<SearchBody['state']> }),
    ...(customerId && { customerId }),
    ...(product && { product_no: product }),
    sort_by: sortBy(request) as NonNullable<SearchBody['sort_by']>,
  }
}
