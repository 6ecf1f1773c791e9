import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ReplyOf } from '#contract/endpoint.ts'
import { type SavedView, savedViews } from '#contract/saved-views.ts'
import { keptReplyKey } from '#src/api/query-keys.ts'
import { useAction, useApi } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { offerUndo } from '#src/ui/kit/offer-undo.ts'

type Views = ReplyOf<typeof savedViews.list>

const KEY = keptReplyKey(savedViews.list)

/** One copy of a person's views of all lists, kept on the device: they are there before the rows are. */
export const useSavedViews = () => {
  const api = useApi()
  const run = useAction()
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(savedViews.list, { signal }),
  })
  const actions = useMemo(() => {
    /** Shows a change at once, and takes it back if the server refuses it. */
    const change = async (
      act: () => Promise<unknown>,
      after: (views: readonly SavedView[]) => readonly SavedView[],
    ): Promise<boolean> => {
      await client.cancelQueries({ queryKey: KEY })
      const before = client.getQueryData<Views>(KEY)
      client.setQueryData<Views>(KEY, { data: [...after(before?.data ?? [])].sort(byName) })
      try {
        await run(act)
        return true
      } catch (error) {
        if (before) client.setQueryData(KEY, before)
        else void client.resetQueries({ queryKey: KEY })
        showFailure(error)
        return false
      } finally {
        void client.invalidateQueries({ queryKey: KEY })
      }
    }
    const save = ({ id, ...body }: SavedView): Promise<boolean> =>
      change(
        () => api.call(savedViews.save, { params: { id }, body }),
        (views) => [...views.filter((each) => each.id !== id), { id, ...body }],
      )
    return {
      save,
      remove: async (view: SavedView): Promise<void> => {
        const { id, name } = view
        const isRemoved = await change(
          () => api.call(savedViews.remove, { params: { id } }),
          (views) => views.filter((each) => each.id !== id),
        )
        if (!isRemoved) return
        offerUndo({
          message: `View “${name}” removed`,
          item: id,
          words: (count) => `${count} views removed`,
          onRestore: () => save(view),
        })
      },
    }
  }, [api, client, run])
  return { views: data?.data ?? NONE, isUnknown: isError && data === undefined, refetch, ...actions }
}

const NONE: readonly SavedView[] = []

/** The server lists them in this order, too. */
const byName = (a: SavedView, b: SavedView): number =>
  a.name.toLowerCase() < b.name.toLowerCase() ? -1 : a.name.toLowerCase() > b.name.toLowerCase() ? 1 : 0
