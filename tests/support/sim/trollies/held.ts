import { v7 as uuidv7 } from 'uuid'
import type { Create } from '#domain/trollies/operation.ts'
import { findTrolly, readTrollyParts } from '#src/store/trollies/trollies.ts'
import type { Hand } from '#tests/support/sim/hand.ts'

export const WAYS_OUT = ['move', 'sendAgain', 'discard'] as const
export type WayOut = (typeof WAYS_OUT)[number]

/**
 * Moves a trolly on hold to a new one, sends it again or discards it.
 *
 * @param readAgain what "Check and send again" does first
 * @returns the new trolly, if one was created
 */
export const resolveHeld = async (
  hand: Hand,
  parts: {
    trollyId: string
    customer: { id: string; priceListId: string }
    day: string
    way: WayOut
    readAgain: () => Promise<unknown>
  },
): Promise<string | undefined> => {
  const { trollyId, customer, day, way, readAgain } = parts
  const { database, outbox } = hand.tab
  const ledger = hand.ledger.trollies
  const device = hand.device.name
  const view = await findTrolly(database, trollyId)
  const { queue } = await readTrollyParts(database, trollyId)
  if (!view?.held && !queue.some(({ state }) => state === 'held')) return undefined

  const isRestored = queue.some(({ refusal }) => refusal?.code === 'epoch_changed')
  if (way === 'sendAgain' && isRestored) {
    await readAgain()
    const { lines } = await readTrollyParts(database, trollyId)
    if (!(await outbox.sendAgain(trollyId))) return undefined
    const again = await readTrollyParts(database, trollyId)
    ledger.gaveUp({ device, trollyId, queue })
    ledger.sentAgain({
      device,
      trollyId,
      queue: again.queue,
      versionOf: (product_no) => lines.find((line) => line.product_no === product_no)?.version ?? 0,
    })
    return undefined
  }
  ledger.gaveUp({ device, trollyId, queue })
  if (way === 'discard') {
    await outbox.discardLane(trollyId)
    return undefined
  }
  const create: Create = {
    kind: 'create',
    trollyId: uuidv7(),
    customerId: customer.id,
    priceListId: customer.priceListId,
    createdAt: new Date(hand.now()).toISOString(),
    details: { deliveryDay: day, poNumber: '', instructions: '' },
  }
  await outbox.moveToNewTrolly(trollyId, create)
  const moved = await readTrollyParts(database, create.trollyId)
  ledger.created(create.trollyId)
  ledger.moved({ device, trollyId: create.trollyId, queue: moved.queue })
  return create.trollyId
}
