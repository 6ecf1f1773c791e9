import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BodyOf } from '#contract/endpoint.ts'
import { type MaintainedUser, type UserFields, users } from '#contract/users.ts'
import { replyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { recordActions } from '#src/device/record-actions.ts'
import { showFailure } from '#src/device/show-failure.ts'
import { useFoundList } from '#src/device/use-found-rows.ts'
import { type ListRequest, sortBy } from '#src/ui/kit/list/list-request.ts'
import type { RecordChange } from '#src/ui/kit/record/kept-records.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

const WORDS = {
  noun: ['user', 'users'] as const,
  added: 'User added, who has a mail to choose a password',
  saved: 'User saved',
  deleted: 'User put on stop',
  restored: 'User no longer on stop',
}

/** Who may sign in, and what administrators do about it. */
export const useUsers = (request: ListRequest) => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const list = useFoundList(request, {
    call: users.search,
    bodyOf,
    ask: (body, calling) => api.call(users.search, { body, ...calling }),
  })
  const actions = useMemo(() => {
    const readAgain = (): void => void client.invalidateQueries({ queryKey: replyKey(users.search) })
    const told = async (call: () => Promise<{ message: string }>): Promise<void> => {
      try {
        const { message } = await run(call)
        notifications.show({ message, statusColor: 'success', showInProduction: true })
      } catch (error) {
        showFailure(error)
      } finally {
        readAgain()
      }
    }
    return {
      ...recordActions<MaintainedUser, UserFields>({
        run,
        words: WORDS,
        readAgain,
        theirs: (reply) => (reply as { record?: MaintainedUser }).record,
        calls: {
          create: (id, fields) => api.call(users.create, { body: { id, ...fields } }),
          update: ({ id, version }, fields) =>
            api.call(users.update, { params: { id }, body: { version, ...fields } }),
          remove: (id) => api.call(users.stop, { params: { id } }),
          restore: (id) => api.call(users.unlock, { params: { id } }),
        },
      }),
      unlock: (id: string) => told(() => api.call(users.unlock, { params: { id } })),
      reset: (id: string) => told(() => api.call(users.reset, { params: { id } })),
      signOut: (id: string) => told(() => api.call(users.signOut, { params: { id } })),
      changes: ({ recordId, page }: { recordId?: string | undefined; page: number }) =>
        run(() =>
          api.call(users.changes, { body: { page, ...(recordId !== undefined && { record_id: recordId }) } }),
        ),
      revert: async ({ id }: RecordChange): Promise<void> => {
        try {
          await run(() => api.call(users.revert, { params: { id } }))
        } catch (error) {
          showFailure(error)
          throw error
        } finally {
          readAgain()
        }
      },
      /** Nothing is written at once. */
      undo: async () => {},
    }
  }, [api, client, run])
  return { ...list, ...actions }
}

const bodyOf = (asked: ListRequest) =>
  ({
    queryString: asked.text,
    page: asked.page,
    sort_by: sortBy(asked),
    state: asked.filters.state,
    accountType: asked.filters.accountType,
  }) as BodyOf<typeof users.search>
