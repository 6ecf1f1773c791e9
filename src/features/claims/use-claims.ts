import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { v7 as uuidv7 } from 'uuid'
import { type Claim, claims } from '#contract/claims.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { fieldProblemsOf } from '#src/api/field-problems.ts'
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
    ...(asked.filters.state && { state: asked.filters.state }),
    ...(asked.filters.customerId && { customerId: asked.filters.customerId }),
  }) as BodyOf<typeof claims.search>

export const useClaims = (request: ListRequest) => {
  const api = useApi()
  const list = useFoundList(request, {
    call: claims.search,
    bodyOf,
    ask: (body, calling) => api.call(claims.search, { body, ...calling }),
  })
  const { data: counts } = useQuery({
    queryKey: replyKey(claims.filters),
    queryFn: ({ signal }) => api.call(claims.filters, { signal }),
  })
  return { ...list, counts }
}

export type ClaimDecision = 'accept' | 'refuse' | 'ask'

const DONE: Record<ClaimDecision, string> = {
  accept: 'accepted',
  refuse: 'refused',
  ask: 'is with the customer',
}

/** Each decision tells itself. @returns what was refused, by field */
export const useClaimDecisions = () => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  /** A question whose reply was lost is the same one when it is sent again, unless its words have changed. */
  const question = useRef({ about: '', words: '', askId: '' })
  const askIdOf = (about: string, words: string): string => {
    const { current } = question
    if (current.about !== about || current.words !== words)
      question.current = { about, words, askId: uuidv7() }
    return question.current.askId
  }
  return async (
    { id, claimNo }: Claim,
    decision: ClaimDecision,
    words: string,
  ): Promise<Record<string, string> | undefined> => {
    try {
      const body = { words, ...(decision === 'ask' && { askId: askIdOf(id, words) }) }
      await run(() => api.call(claims[decision], { params: { id }, body }))
      notifications.show({
        message: `Claim ${claimNo} ${DONE[decision]}`,
        statusColor: 'success',
        showInProduction: true,
      })
      return undefined
    } catch (failure) {
      return fieldProblemsOf(failure, { words: 'The text' })
    } finally {
      for (const read of [claims.search, claims.filters])
        void client.invalidateQueries({ queryKey: replyKey(read) })
    }
  }
}
