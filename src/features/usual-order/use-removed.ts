import { useMemo } from 'react'
import { type LiveQuery, useLive } from '#src/device/use-live.ts'
import { readTrollyParts } from '#src/store/trollies/trollies.ts'

/** What was taken out of a trolly is not proposed for it again. Undefined until it is read. */
export const useRemoved = (trollyId: string): ReadonlySet<string> | undefined => {
  const { state, value = NONE } = useLive(removedQuery(trollyId))
  return useMemo(() => (state === 'loading' ? undefined : new Set(value)), [state, value])
}

const NONE: readonly string[] = []

const removedQuery = (trollyId: string): LiveQuery<string[]> => ({
  key: ['removed lines', trollyId],
  read: async (database) => {
    const { lines, queue } = await readTrollyParts(database, trollyId)
    return [
      ...lines.flatMap((line) => (line.removed ? [line.product_no] : [])),
      ...queue.flatMap(({ operation }) => (operation.kind === 'remove' ? [operation.product_no] : [])),
    ]
  },
})
