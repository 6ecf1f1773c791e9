import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BodyOf, Endpoint } from '#contract/endpoint.ts'
import type { Kept, KeptCalls } from '#contract/maintained.ts'
import { listTextOf } from '#domain/list-file.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'
import { keptReplyKey, replyKey } from '#src/api/query-keys.ts'
import { PAGE_LENGTH, readPages } from '#src/sync/reading.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import type { KeptRecords } from '#src/ui/kit/record/kept-records.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { useAction, useApi } from './device-context.tsx'
import { type RecordWords, recordActions } from './record-actions.ts'
import { showFailure } from './show-failure.ts'
import { useFoundRows } from './use-found-rows.ts'

const CHANGES_LENGTH = 24

type Options<Filters> = {
  words: RecordWords
  /** Turns the filters of the address into those of the call. */
  filtersOf: (filters: ListRequest['filters']) => Partial<Filters>
  /** What the calls that change a record say beside its fields. */
  sent?: object
  /** A reply that is kept on the device and shows the records too. */
  keptReply?: Endpoint
}

/**
 * Lists the records of a noun that staff maintain (contract/maintained.ts), and gives the actions on them.
 * @param options the same object on every render
 */
export const useKeptRecords = <Fields extends object, Filters, Sorts extends string>(
  calls: KeptCalls<Fields, Filters, Sorts> & Record<'create' | 'update' | 'remove', Endpoint>,
  request: ListRequest,
  { words, filtersOf, sent, keptReply }: Options<Filters>,
): KeptRecords<Kept<Fields>> => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const bodyOf = (asked: ListRequest) =>
    ({
      queryString: asked.text,
      page: asked.page,
      ...(asked.filters.state === 'deleted' && { state: 'deleted' }),
      sort_by: sortBy(asked),
      ...filtersOf(asked.filters),
    }) as BodyOf<typeof calls.search>
  const body = bodyOf(request)
  const { rows } = useFoundRows(replyKey(calls.search, body), (calling) =>
    api.call(calls.search, { body, ...calling }),
  )
  const actions = useMemo(() => {
    const readAgain = (): void => {
      void client.invalidateQueries({ queryKey: replyKey(calls.search) })
      if (keptReply) void client.invalidateQueries({ queryKey: keptReplyKey(keptReply) })
    }
    const change = (call: Endpoint, input: { params?: { id: string }; body?: object }) =>
      api.call(call, input) as Promise<Kept<Fields>>
    const told = <Result>(act: () => Promise<Result>): Promise<Result> =>
      run(act).catch((error: unknown) => {
        showFailure(error)
        throw error
      })
    return {
      ...recordActions<Kept<Fields>, Fields>({
        run,
        words,
        readAgain,
        theirs: (reply) => (reply as { record?: Kept<Fields> }).record,
        calls: {
          create: (id, fields) => change(calls.create, { body: { ...sent, id, ...fields } }),
          update: ({ id, version }, fields) =>
            change(calls.update, { params: { id }, body: { ...sent, version, ...fields } }),
          remove: (id) => change(calls.remove, { params: { id }, ...(sent && { body: sent }) }),
          restore: (id) => api.call(calls.restore, { params: { id } }),
        },
      }),
      changes: ({ recordId, page }) =>
        run(() =>
          api.call(calls.changes, {
            body: {
              page,
              pageLength: CHANGES_LENGTH,
              ...(recordId !== undefined && { record_id: recordId }),
            },
          }),
        ),
      revert: ({ id }) =>
        told(async () => void (await api.call(calls.revert, { params: { id } }))).finally(readAgain),
      undo: (id) =>
        told(async () => {
          const { records } = await api.call(calls.undo, { params: { id } })
          const message = `${records} ${words.noun[records === 1 ? 0 : 1]} as before`
          notifications.show({ message, statusColor: 'success', showInProduction: true })
        }).finally(readAgain),
      textOf: async (file) => {
        const text = listTextOf(new Uint8Array(await file.arrayBuffer()))
        if (text === undefined) throw new Error('This file is not text.')
        return text
      },
      preview: (written) => run(() => api.call(calls.preview, { body: written as never })).catch(throwWords),
      write: (written) =>
        run(() => api.call(calls.write, { body: written as never }))
          .then(
            ({ records }): number | undefined => records,
            (error: unknown) => {
              if (error instanceof ApiError && error.code === 'version_mismatch') return undefined
              return throwWords(error)
            },
          )
          .finally(readAgain),
      viewers: async (id, leaves = false) =>
        (await api.call(calls.viewers, { params: { id }, body: { leaves } })).others,
    } satisfies Omit<KeptRecords<Kept<Fields>>, 'rows' | 'loadRows'>
  }, [api, calls, client, run, words, sent, keptReply])
  return {
    rows,
    loadRows: (asked, most) =>
      run(() =>
        readPages(
          (page) =>
            api.call(calls.search, { body: { ...bodyOf({ ...asked, page }), pageLength: PAGE_LENGTH } }),
          most,
        ),
      ),
    ...actions,
  }
}

/** The sheet that asked shows the words itself. */
const throwWords = (error: unknown): never => {
  throw new Error(messageOfError(error), { cause: error })
}
