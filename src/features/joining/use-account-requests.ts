import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type AccountRequest,
  type AccountRequestLook,
  type ApprovalFields,
  accountRequests,
  type LinkFields,
  type RejectionFields,
} from '#contract/account-requests.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { useFoundList } from '#src/device/use-found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

const bodyOf = (asked: ListRequest) =>
  ({
    queryString: asked.text,
    page: asked.page,
    sort_by: sortBy(asked),
    state: asked.filters.state,
    kind: asked.filters.kind,
  }) as BodyOf<typeof accountRequests.search>

export const useAccountRequests = (request: ListRequest) => {
  const api = useApi()
  return useFoundList(request, {
    call: accountRequests.search,
    bodyOf,
    ask: (body, calling) => api.call(accountRequests.search, { body, ...calling }),
  })
}

/** One request, and what can be decided about it. Each decision tells itself, and returns what was refused by field. */
export const useAccountRequest = (id: string) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const params = { id }
  const { data, error } = useQuery({
    queryKey: replyKey(accountRequests.look, { id }),
    queryFn: ({ signal }) => api.call(accountRequests.look, { params, signal }),
    meta: { opened: true },
  })
  const decide = async (
    call: () => Promise<AccountRequest>,
    words: (decided: AccountRequest) => string,
    labels: Readonly<Record<string, string>> = {},
  ): Promise<Record<string, string> | undefined> => {
    try {
      const message = words(await run(call))
      notifications.show({ message, statusColor: 'success', showInProduction: true })
      return undefined
    } catch (failure) {
      return fieldProblemsOf(failure, { ...labels, email: 'The e-mail address' })
    } finally {
      void client.invalidateQueries({ queryKey: replyKey(accountRequests.search) })
      void client.invalidateQueries({ queryKey: replyKey(accountRequests.look) })
    }
  }
  return {
    look: data as AccountRequestLook | undefined,
    failure: error === null ? undefined : reasonOf(error),
    confirm: () =>
      decide(
        () => api.call(accountRequests.confirm, { params }),
        () => 'Account confirmed',
      ),
    reopen: () =>
      decide(
        () => api.call(accountRequests.reopen, { params }),
        () => 'Request open again',
      ),
    approve: (body: ApprovalFields, labels: Labels) =>
      decide(
        () => api.call(accountRequests.approve, { params, body }),
        ({ customerId, email }) => `Account ${customerId} opened. ${email} has a mail`,
        labels,
      ),
    link: (body: LinkFields, labels: Labels) =>
      decide(
        () => api.call(accountRequests.link, { params, body }),
        ({ customerId, email }) => `Linked to ${customerId}. ${email} has a mail`,
        labels,
      ),
    reject: (body: RejectionFields, labels: Labels) =>
      decide(
        () => api.call(accountRequests.reject, { params, body }),
        ({ kind, email }) => `${kind === 'cash' ? 'Put on stop' : 'Rejected'}. ${email} has a mail`,
        labels,
      ),
  }
}
type Labels = Readonly<Record<string, string>>
