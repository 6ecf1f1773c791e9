import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { recalls } from '#contract/recalls.ts'
import { safetyNoticeReport } from '#contract/safety-notice-report.ts'
import { countText, numberText } from '#domain/plain-text.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundList } from '#src/device/use-found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'

export const useSafetyNoticeList = (request: ListRequest) => {
  const api = useApi()
  return useFoundList(request, {
    call: safetyNoticeReport.search,
    bodyOf: (asked): BodyOf<typeof safetyNoticeReport.search> => ({
      queryString: asked.text,
      page: asked.page,
      // The address may be typed by hand: the server rejects unknown values.
      ...(asked.filters.kind && { kind: asked.filters.kind as 'recall' }),
      sort_by: sortBy(asked) as 'at',
    }),
    ask: (body, calling) => api.call(safetyNoticeReport.search, { body, ...calling }),
  })
}

/** One notice and the customers whom it names. */
export const useSafetyNotice = (id: string, request: ListRequest) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const params = { id }
  const { data: notice } = useQuery({
    queryKey: replyKey(safetyNoticeReport.get, params),
    queryFn: ({ signal }) => api.call(safetyNoticeReport.get, { params, signal }),
  })
  const list = useFoundList(request, {
    call: safetyNoticeReport.customers,
    bodyOf: (asked) => ({ id, asked: customersBody(asked) }),
    ask: ({ asked, pageLength }: CustomersAsked & { pageLength?: number }, calling) => {
      const body = { ...asked, ...(pageLength !== undefined && { pageLength }) }
      return api.call(safetyNoticeReport.customers, { params, body, ...calling })
    },
  })
  /** @returns problems by field */
  const markPhoned = async (customerId: string, spokenTo: string) => {
    try {
      const body = { customerId, edition: notice?.edition ?? 1, spokenTo }
      await run(() => api.call(safetyNoticeReport.phoned, { params, body }))
      return undefined
    } catch (error) {
      return fieldProblemsOf(error, { spokenTo: 'Spoken to' })
    } finally {
      for (const call of [safetyNoticeReport.get, safetyNoticeReport.customers])
        void client.invalidateQueries({ queryKey: replyKey(call) })
    }
  }
  return { notice, ...list, markPhoned }
}

type CustomersBody = BodyOf<typeof safetyNoticeReport.customers>
type CustomersAsked = { id: string; asked: CustomersBody }

const customersBody = (asked: ListRequest): CustomersBody => ({
  queryString: asked.text,
  page: asked.page,
  ...(asked.filters.state && { state: asked.filters.state as 'to_phone' }),
  sort_by: sortBy(asked) as 'name',
})

const trialText = ({ customers, quantity, withoutPhone, unknown = [] }: ReplyOf<typeof recalls.trial>) =>
  [
    unknown.length === 0
      ? ''
      : `No product has the ${unknown.length === 1 ? 'code' : 'codes'} ${unknown.join(', ')}. Correct this to publish the recall.`,
    customers === 0
      ? 'It names nobody: no customer has bought this since then.'
      : `It names ${countText(customers, 'customer')}, who bought ${numberText(quantity)} in all.`,
    withoutPhone === 0 ? '' : `${numberText(withoutPhone)} of them have no phone number.`,
  ]
    .filter(Boolean)
    .join(' ')

/** Whom a recall that is not saved yet would name, in words. */
export const useRecallTrial = () => {
  const api = useApi()
  return async (values: Record<string, unknown>): Promise<string> => {
    try {
      const { productNos, boughtSince } = values as BodyOf<typeof recalls.trial>
      return trialText(await api.call(recalls.trial, { body: { productNos, boughtSince } }))
    } catch (error) {
      return `It could not be tried. ${reasonOf(error)}`
    }
  }
}
