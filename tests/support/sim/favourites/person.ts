import { v7 as uuidv7 } from 'uuid'
import type { FavouriteOperation } from '#domain/favourites.ts'
import { FAVOURITES_LANE, listFavourites } from '#src/store/favourites.ts'
import type { Hand } from '#tests/support/sim/hand.ts'

export const pressStar = async (hand: Hand, product_no: string): Promise<void> => {
  const { database, queue } = hand.tab
  const isShown = async () =>
    (await listFavourites(database)).some((shown) => shown.product_no === product_no)
  const wanted = !(await isShown())
  const operation: FavouriteOperation = {
    kind: wanted ? 'star' : 'unstar',
    product_no,
    // Of no trolly that exists: favourites need none.
    trollyId: uuidv7(),
    at: new Date(hand.now()).toISOString(),
  }
  await queue.append(FAVOURITES_LANE, operation)
  hand.ledger.favourites.pressed(hand.device, product_no, wanted)
  if ((await isShown()) !== wanted)
    hand.ledger.broken.push(`${hand.device.name}: ${operation.kind} of ${product_no} is not shown`)
}
