import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type OrderingFor, watchOrderingFor } from '#src/store/choice.ts'
import { dayBeingChosen, noteStoredDay, subscribeToDay } from './day-being-chosen.ts'
import { useUserDevice } from './device-context.tsx'
import { useSharedWatched } from './use-shared-stored.ts'
import type { Stored } from './use-stored.ts'

/** Includes a day just tapped; null: no customer is chosen. */
export const useOrderingFor = (): Stored<OrderingFor | null> => {
  const { database } = useUserDevice()
  const stored = useSharedWatched(watchOrderingFor)
  const day = useSyncExternalStore(subscribeToDay, () => dayBeingChosen(database))
  const storedDay = stored.value?.deliveryDay
  useEffect(() => noteStoredDay(database, storedDay), [database, storedDay])
  return useMemo(
    () =>
      day === undefined || !stored.value
        ? stored
        : { state: 'ready', value: { ...stored.value, deliveryDay: day } },
    [day, stored],
  )
}
