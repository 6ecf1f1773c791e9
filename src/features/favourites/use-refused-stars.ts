import { useDocumentVisibility } from '@mantine/hooks'
import { useEffect } from 'react'
import { useUserDevice } from '#src/device/device-context.tsx'
import { useStored } from '#src/device/use-stored.ts'
import { type RefusedStar, readRefusedStars, takeRefusedStars } from '#src/store/favourites.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** Mount once. Tells of favourites that the server refused, even in an earlier visit. */
export const useRefusedStars = (): void => {
  const { database } = useUserDevice()
  const count = useStored(countRefused, []).value ?? 0
  // A message in a hidden tab would pass unseen.
  const isSeen = useDocumentVisibility() === 'visible'
  useEffect(() => {
    if (count === 0 || !isSeen) return
    takeRefusedStars(database)
      .then(async (stars) => {
        if (stars.length === 0) return
        notifications.show({
          message: refusedWords(stars, await namesOf(database, stars)),
          statusColor: 'warning',
          timeoutLength: NOTICE_MS,
          showInProduction: true,
        })
      })
      // Told at the next visit instead.
      .catch(() => {})
  }, [count, isSeen, database])
}

const NOTICE_MS = 10_000

const countRefused = async (database: UserDatabase) => (await readRefusedStars(database)).length

const namesOf = async (database: UserDatabase, stars: readonly RefusedStar[]): Promise<string> => {
  const found = await database.products.bulkGet(stars.map(({ product_no }) => product_no))
  return stars.map(({ product_no }, at) => found[at]?.name ?? `Product ${product_no}`).join(', ')
}

const refusedWords = (stars: readonly RefusedStar[], names: string): string => {
  const reason = stars.every(({ code }) => code === 'product_not_found')
    ? 'No longer sold'
    : 'The server refused it'
  return `Not added to your favourites: ${names}. ${reason}.`
}
