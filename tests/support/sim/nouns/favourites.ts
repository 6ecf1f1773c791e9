import { inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import {
  FAVOURITES,
  FAVOURITES_LANE,
  FAVOURITES_SHOWN,
  type FavouriteOperation,
  type FavouriteRecord,
} from '#domain/favourites.ts'
import type { Database } from '#server/db/database.ts'
import { favourites } from '#server/db/schema/favourites.ts'
import { readShown } from '#src/store/lane-rows.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { Hand } from '#tests/support/sim/hand.ts'
import type { SimNoun } from '#tests/support/sim/nouns.ts'
import { pick } from '#tests/support/sim/random.ts'
import type { SimDevice } from '#tests/support/sim/sim-device.ts'
import { readWaiting } from '#tests/support/sim/waiting.ts'
import type { World } from '#tests/support/sim/world.ts'

/** A star's user, the devices that pressed it, and the last wish. */
type Star = { userId: string; product_no: string; devices: Set<string>; wanted: boolean }
type Stars = Map<string, Star>
type Deed = { product: number }

export const simNoun: SimNoun<Deed> = {
  noun: FAVOURITES,
  deeds: [{ weight: 12, arbitrary: fc.record({ product: fc.nat({ max: 2 }) }) }],
  mustComeAbout: [
    'POST /api/order/trolly/{id}/favourite/{productNo} 200',
    'DELETE /api/order/trolly/{id}/favourite/{productNo} 200',
  ],
  backUp: async (database, { userIds }) => {
    const own = inArray(favourites.userId, userIds)
    const rows = await database.select().from(favourites).where(own)
    return {
      empty: () => database.delete(favourites).where(own),
      fill: async () => {
        if (rows.length > 0) await database.insert(favourites).values(rows)
      },
    }
  },
  begin: async () => {
    const stars: Stars = new Map()
    return {
      play: ({ products }, hand, { product }) => pressStar(stars, hand, pick(products, product)),
      lost: ({ userId }, records) => {
        for (const { operation, attempts } of records as FavouriteRecord[]) {
          const key = `${userId} ${operation.product_no}`
          if (attempts > 0) stars.get(key)?.devices.add('what was lost')
          else if (stars.get(key)?.devices.size === 1) stars.delete(key)
        }
      },
      restored: (world) => restoreStars(stars, world),
      differ: (world) => starsDiffer(stars, world),
    }
  },
}

const shownOn = async (database: UserDatabase): Promise<string[]> =>
  (await readShown(database, FAVOURITES_SHOWN)).map(({ product_no }) => product_no).sort()

const pressStar = async (stars: Stars, hand: Hand, product_no: string): Promise<void> => {
  const { database, queue } = hand.tab
  const { name, userId } = hand.device
  const wanted = !(await shownOn(database)).includes(product_no)
  const operation: FavouriteOperation = {
    kind: wanted ? 'star' : 'unstar',
    product_no,
    // A trolly id that does not exist: favourites need none.
    trollyId: uuidv7(),
    at: new Date(hand.now()).toISOString(),
  }
  await queue.append(FAVOURITES_LANE, operation)
  const key = `${userId} ${product_no}`
  const devices = stars.get(key)?.devices ?? new Set()
  stars.set(key, { userId, product_no, devices: devices.add(name), wanted })
  if ((await shownOn(database)).includes(product_no) !== wanted)
    hand.ledger.broken.push(`${name}: ${operation.kind} of ${product_no} is not shown`)
}

/** A waiting star is sent again; any other is as on the server. */
const restoreStars = async (stars: Stars, { database, devices }: World): Promise<void> => {
  const stored = await readStored(database, devices)
  const waiting = await readWaiting(devices)
  for (const star of stars.values()) {
    const isWaiting = waiting.some(
      ({ lane, device, operation }) =>
        lane === FAVOURITES_LANE &&
        star.devices.has(device) &&
        'product_no' in operation &&
        operation.product_no === star.product_no,
    )
    if (!isWaiting) star.wanted = stored(star.userId).includes(star.product_no)
  }
}

/** Every device shows its user's favourites, nothing asks, and if only one device pressed a star, the last press counts. */
const starsDiffer = async (stars: Stars, { database: server, devices }: World): Promise<string[]> => {
  const found: string[] = []
  const stored = await readStored(server, devices)
  for (const { name, userId, tabs } of devices) {
    const database = tabs.at(-1)?.database
    if (!database) continue
    const shown = await shownOn(database)
    if (shown.join() !== stored(userId).join())
      found.push(`${name} shows the favourites ${shown}, the server has ${stored(userId)}`)
    for (const { state } of await database.outbox.where('lane').equals(FAVOURITES_LANE).toArray())
      found.push(`${name}: a favourite is left as ${state}`)
  }
  for (const { userId, product_no, devices: pressedOn, wanted } of stars.values())
    if (pressedOn.size === 1 && stored(userId).includes(product_no) !== wanted)
      found.push(`${[...pressedOn]}: ${product_no} was ${wanted ? '' : 'not '}to be a favourite`)
  return found
}

/** By user, in order. */
const readStored = async (
  database: Database,
  devices: readonly SimDevice[],
): Promise<(userId: string) => string[]> => {
  const userIds = devices.map(({ userId }) => userId)
  const rows = await database.select().from(favourites).where(inArray(favourites.userId, userIds))
  return (userId) => rows.flatMap((row) => (row.userId === userId ? [row.product_no] : [])).sort()
}
