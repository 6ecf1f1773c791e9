import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { postcodes } from '#contract/postcodes.ts'
import { countText } from '#domain/plain-text.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useFoundList } from '#src/device/use-found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

const bodyOf = (asked: ListRequest) =>
  ({
    queryString: asked.text,
    page: asked.page,
    sort_by: sortBy(asked),
    show: asked.filters.show,
  }) as BodyOf<typeof postcodes.search>

export const usePlaces = (request: ListRequest) => {
  const api = useApi()
  return useFoundList(request, {
    call: postcodes.search,
    bodyOf,
    ask: (body, calling) => api.call(postcodes.search, { body, ...calling }),
  })
}

/** Who asked about a place. */
export const usePlaceRequests = (prefix: string) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const params = { prefix }
  const { data, error, refetch } = useQuery({
    queryKey: replyKey(postcodes.requests, params),
    queryFn: ({ signal }) => api.call(postcodes.requests, { params, signal }),
    meta: { opened: true },
  })
  return {
    people: data?.data,
    failure: error === null ? undefined : reasonOf(error),
    retry: refetch,
    tell: async (): Promise<void> => {
      try {
        const { told } = await run(() => api.call(postcodes.tell, { params }))
        const message = `${countText(told, 'person has', 'people have')} a mail`
        notifications.show({ message, statusColor: 'success', showInProduction: true })
      } catch (failure) {
        showFailure(failure)
      } finally {
        void client.invalidateQueries({ queryKey: replyKey(postcodes.search) })
        void client.invalidateQueries({ queryKey: replyKey(postcodes.requests) })
      }
    },
  }
}
