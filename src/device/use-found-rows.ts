import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query'
import { reasonOf } from '#src/api/messages.ts'
import type { FoundRows } from '#src/ui/kit/list/found-rows.ts'

type Page<Row> = { data: readonly Row[]; total: number; pageLength: number }

/** Keeps the previous rows until the next answer, and an answered request's through its failures. */
export const useFoundRows = <Row, Reply extends Page<Row>>(
  queryKey: QueryKey,
  ask: (calling: { signal: AbortSignal }) => Promise<Reply & Page<Row>>,
  { isReadOnOpening = false } = {},
): { rows: FoundRows<Row>; reply: Reply | undefined } => {
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
    },
  }
}
