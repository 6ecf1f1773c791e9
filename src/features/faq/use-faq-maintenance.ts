import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { FAQ_KEY, type Faq, type FaqFields, faq } from '#contract/faq.ts'
import type { ApiClient } from '#src/api/client.ts'
import { keptReplyKey, replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { type RecordActionsParts, recordActions } from '#src/device/record-actions.ts'
import { useFoundRows } from '#src/device/use-found-rows.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'

export const useFaqMaintenance = (request: ListRequest) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const { rows } = useFoundRows(replyKey(faq.search, bodyOf(request)), (calling) =>
    searchFaqs(api, bodyOf(request), calling),
  )
  const actions = useMemo(
    () =>
      faqActions({
        api,
        run,
        readAgain: () => {
          for (const queryKey of [replyKey(faq.search), keptReplyKey(faq.list)])
            void client.invalidateQueries({ queryKey })
        },
      }),
    [api, client, run],
  )
  return {
    rows,
    loadRows: (asked: ListRequest, most?: number) =>
      run(() =>
        readPages(
          (page) => searchFaqs(api, { ...bodyOf({ ...asked, page }), pageLength: PAGE_LENGTH }),
          most,
        ),
      ),
    ...actions,
  }
}

type SearchBody = BodyOf<typeof faq.search>

const searchFaqs = (
  api: ApiClient,
  body: SearchBody,
  calling?: { signal: AbortSignal },
): Promise<{ data: Faq[]; total: number; page: number; pageLength: number }> =>
  api.call(faq.search, { body, ...calling })

const bodyOf = (request: ListRequest): SearchBody => {
  const { audience, state } = request.filters
  return {
    queryString: request.text,
    page: request.page,
    // The address may be typed by hand: the server rejects unknown values.
    ...(audience && { audience: audience as Faq['audience'] }),
    ...(state && { state: state as 'deleted' }),
    sort_by: sortBy(request) as NonNullable<SearchBody['sort_by']>,
  }
}

const key = FAQ_KEY

const faqActions = ({
  api,
  run,
  readAgain,
}: { api: ApiClient } & Pick<RecordActionsParts<Faq, FaqFields>, 'run' | 'readAgain'>) =>
  recordActions<Faq, FaqFields>({
    run,
    readAgain,
    words: {
      noun: ['question', 'questions'],
      added: 'Question added',
      saved: 'Question saved',
      deleted: 'Question deleted',
      restored: 'Question restored',
    },
    theirs: (reply) => (reply as { faq?: Faq }).faq,
    calls: {
      create: (id, fields) => api.call(faq.create, { body: { key, id, ...fields } }),
      update: ({ id, version }, fields) =>
        api.call(faq.update, { params: { id }, body: { key, version, ...fields } }),
      remove: (id) => api.call(faq.remove, { params: { id }, body: { key } }),
      restore: (id) => api.call(faq.restore, { params: { id } }),
    },
  })
