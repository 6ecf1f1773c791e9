import { useQuery, useQueryClient } from '@tanstack/react-query'
import { distributorOrders } from '#contract/distributor-orders.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { MaintainedCalls } from '#contract/maintained.ts'
import type { CodeKind } from '#domain/distributor.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundList } from '#src/device/use-found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** Codes that wait for a meaning. */
export const useUnmatched = (kind: CodeKind, request: ListRequest) => {
  const api = useApi()
  return useFoundList(request, {
    call: distributorOrders.unmatched,
    bodyOf: (asked) =>
      ({ kind, queryString: asked.text, page: asked.page, sort_by: sortBy(asked) }) as BodyOf<
        typeof distributorOrders.unmatched
      >,
    ask: (body, calling) => api.call(distributorOrders.unmatched, { body, ...calling }),
  })
}

/** What the code may mean; undefined while it is not known. A failure only leaves the suggestions out. */
export const useSuggestions = (id: string) => {
  const api = useApi()
  const { data } = useQuery({
    queryKey: replyKey(distributorOrders.suggest, { id }),
    queryFn: ({ signal }) => api.call(distributorOrders.suggest, { params: { id }, signal }),
  })
  return data?.data
}

/** Adds the code, which takes it off the list. @returns what was refused, by field */
export const useAssign = <Fields extends object, Filters, Sorts extends string>(
  calls: Pick<MaintainedCalls<Fields, Filters, Sorts>, 'create' | 'search'>,
  labels: Readonly<Record<string, string>>,
) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  return async (id: string, values: Record<string, unknown>) => {
    try {
      await run(() => api.call(calls.create, { body: { id, ...(values as Fields) } }))
      notifications.show({ message: 'Code added', statusColor: 'success', showInProduction: true })
      return undefined
    } catch (error) {
      return fieldProblemsOf(error, labels)
    } finally {
      for (const call of [distributorOrders.unmatched, calls.search])
        void client.invalidateQueries({ queryKey: replyKey(call) })
    }
  }
}
