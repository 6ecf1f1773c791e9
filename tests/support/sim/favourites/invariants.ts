import { inArray } from 'drizzle-orm'
import type { Database } from '#server/db/database.ts'
import { favourites } from '#server/db/schema/favourites.ts'
import { FAVOURITES_LANE, listFavourites } from '#src/store/favourites.ts'
import type { SimDevice } from '#tests/support/sim/sim-device.ts'
import type { FavouritesLedger } from './ledger.ts'

/** Every device shows its user's favourites, nothing asks, and where one device alone pressed a star, the last press stands. */
export const favouritesDiffer = async (parts: {
  database: Database
  devices: readonly SimDevice[]
  ledger: FavouritesLedger
}): Promise<string[]> => {
  const found: string[] = []
  const standing = await readStanding(parts.database, parts.devices)
  for (const { name, userId, tabs } of parts.devices) {
    const database = tabs.at(-1)?.database
    if (!database) continue
    const shown = (await listFavourites(database)).map(({ product_no }) => product_no).sort()
    if (shown.join() !== standing(userId).join())
      found.push(`${name} shows the favourites ${shown}, the server has ${standing(userId)}`)
    for (const { state } of await database.outbox.where('lane').equals(FAVOURITES_LANE).toArray())
      found.push(`${name}: a favourite is left as ${state}`)
  }
  for (const { userId, product_no, devices, wanted } of parts.ledger.stars.values())
    if (devices.size === 1 && standing(userId).includes(product_no) !== wanted)
      found.push(`${[...devices]}: ${product_no} was ${wanted ? '' : 'not '}to be a favourite`)
  return found
}

/** By user, in order. */
export const readStanding = async (
  database: Database,
  devices: readonly SimDevice[],
): Promise<(userId: string) => string[]> => {
  const userIds = devices.map(({ userId }) => userId)
  const rows = await database.select().from(favourites).where(inArray(favourites.userId, userIds))
  return (userId) => rows.flatMap((row) => (row.userId === userId ? [row.product_no] : [])).sort()
}
