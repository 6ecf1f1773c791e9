import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useLive } from '#src/device/use-live.ts'
import { type NotedRefusal, readRefusals, takeRefusals } from '#src/store/lane-rows.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { NOUNS } from '#src/sync/nouns.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { productNames } from './read-work.ts'

/** Mount once. Tells of refusals that nothing on a page shows, even of an earlier visit. */
export const useRefusals = (): void => {
  const { database } = useUserDevice()
  const count = useLive(REFUSAL_COUNT).value ?? 0
  // A message in a hidden tab would pass unseen.
  const isSeen = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (count === 0 || !isSeen) return
    takeRefusals(database)
      .then((refusals) => tellAll(database, refusals))
      // Told at the next visit instead.
      .catch(() => {})
  }, [count, isSeen, database])
}

const REFUSAL_COUNT = {
  key: ['refusal count'],
  read: async (database: UserDatabase) => (await readRefusals(database)).length,
}

const tellAll = async (database: UserDatabase, refusals: readonly NotedRefusal[]): Promise<void> => {
  const names = await productNames(database, refusals)
  const nameOf = (product_no: string): string => names.get(product_no) ?? `Product ${product_no}`
  for (const noun of new Set(refusals.map((refusal) => refusal.noun))) {
    const own = refusals.filter((refusal) => refusal.noun === noun)
    const message = NOUNS[noun]?.words.refused?.(own, nameOf)
    if (message === undefined) continue
    notifications.show({
      message,
      statusColor: 'warning',
      showInProduction: true,
    })
  }
}
