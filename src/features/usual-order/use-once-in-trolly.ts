import { useMemo } from 'react'
import { type LiveQuery, useLive } from '#src/device/use-live.ts'
import { readTrollyParts } from '#src/store/trollies/trollies.ts'

/**
 * The products that a trolly holds, and those that were taken out of it, which are not proposed again. Both from one reading: two would
 * differ for a moment, in which a product just taken out is in neither. Undefined until it is read.
 */
export const useOnceInTrolly = (trollyId: string): ReadonlySet<string> | undefined => {
  const { state, value = NONE } = useLive(onceInTrollyQuery(trollyId))
  return useMemo(() => (state === 'loading' ? undefined : new Set(value)), [state, value])
}

const NONE: readonly string[] = []

const onceInTrollyQuery = (trollyId: string): LiveQuery<string[]> => ({
  key: ['once in trolly', trollyId],
  read: async (database) => {
    const { lines, queue } = await readTrollyParts(database, trollyId)
    return [
      ...lines.map(({ product_no }) => product_no),
      ...queue.flatMap(({ operation }) => ('product_no' in operation ? [operation.product_no] : [])),
    ]
  },
})
