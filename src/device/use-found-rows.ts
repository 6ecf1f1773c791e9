import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { isStaffType } from '#domain/user.ts'
import { reasonOf } from '#src/api/messages.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import type { FoundRows } from '#src/ui/kit/list/found-rows.ts'
import type { ListRequest } from '#src/ui/kit/list/list-request.ts'
import { useAction, useUser } from './device-context.tsx'

const SavedViews = lazy(async () => ({ default: (await import('./saved-views/saved-views.tsx')).SavedViews }))

type Page<Row> = { data: readonly Row[]; total: number; pageLength: number }

/** Keeps the previous rows until the next answer, and an answered request's through its failures. */
export const useFoundRows = <Row, Reply extends Page<Row>>(
  queryKey: QueryKey,
  ask: (calling: { signal: AbortSignal }) => Promise<Reply & Page<Row>>,
  { isReadOnOpening = false } = {},
): { rows: FoundRows<Row>; reply: Reply | undefined } => {
  const { account_type } = useUser()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => ask({ signal }),
    // A person opened this: a server that asks to wait signs them out (src/app/replies.ts).
    meta: { opened: true },
    placeholderData: keepPreviousData,
    refetchOnMount: isReadOnOpening ? 'always' : true,
  })
  const { data, isPlaceholderData, isError, error, dataUpdatedAt, refetch } = query
  return {
    reply: data,
    rows: {
      data: data?.data,
      total: data?.total ?? 0,
      pageLength: data?.pageLength ?? 1,
      isUpdating: isPlaceholderData,
      failure: isError ? reasonOf(error) : undefined,
      retry: refetch,
      at: dataUpdatedAt,
      Views: isStaffType(account_type) ? SavedViews : undefined,
    },
  }
}

/**
 * The rows that a list's address asks for, and those of all its pages for a file.
 * @param bodyOf the address as the call's body
 */
export const useFoundList = <Row, Body extends object>(
  request: ListRequest,
  {
    call,
    bodyOf,
    ask,
  }: {
    call: Endpoint
    bodyOf: (asked: ListRequest) => Body
    ask: (body: Body & { pageLength?: number }, calling?: { signal: AbortSignal }) => Promise<Page<Row>>
  },
) => {
  const run = useAction()
  const body = bodyOf(request)
  const { rows } = useFoundRows<Row, Page<Row>>(replyKey(call, body), (calling) => ask(body, calling))
  return {
    rows,
    loadRows: (asked: ListRequest, most?: number) =>
      run(() => readPages((page) => ask({ ...bodyOf({ ...asked, page }), pageLength: PAGE_LENGTH }), most)),
  }
}
