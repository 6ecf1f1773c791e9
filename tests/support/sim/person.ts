import { v7 as uuidv7 } from 'uuid'
import type { FavouriteOperation } from '#domain/favourites.ts'
import { OperationRefused } from '#domain/operations/append.ts'
import { isLineOperation, type Operation, type QueuedOperation } from '#domain/operations/operation.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { FAVOURITES_LANE, listFavourites } from '#src/store/favourites.ts'
import { findTrolly, readTrollyParts } from '#src/store/trollies.ts'
import type { Ledger } from './ledger.ts'
import type { SimDevice, SimTab } from './sim-device.ts'

/**
 * What people do on their devices, and what they saw when they did it, written into the ledger that the server's
 * journal is held against. Looking and doing is one transaction, as between a screen and a finger.
 */

export type Hand = { device: SimDevice; tab: SimTab; ledger: Ledger; now: () => number }

export type LineEdit = { kind: 'add' | 'set' | 'remove'; product_no: string; quantity: number }

const SEEN_PRICE = 1_250

export const edit = async (
  hand: Hand,
  trollyId: string,
  { kind, product_no, quantity }: LineEdit,
): Promise<'done' | 'refused'> => {
  const { database, outbox } = hand.tab
  return inOneLook(hand, async () => {
    const before = await readTrollyParts(database, trollyId)
    const view = await findTrolly(database, trollyId)
    const line = view?.lines.find((shown) => shown.product_no === product_no)
    const present = line !== undefined && !line.removed
    const addedAt = new Date(hand.now()).toISOString()
    const operations: Record<LineEdit['kind'], Operation> = {
      add: { kind: 'add', product_no, quantity, seenPricePence: SEEN_PRICE, toPresent: present, addedAt },
      set: { kind: 'set', product_no, quantity, seenPricePence: SEEN_PRICE, addedAt },
      remove: { kind: 'remove', product_no },
    }
    const row = before.lines.find((stored) => stored.product_no === product_no)
    const queueBefore = queueOf(before.queue, product_no)
    await outbox.append(trollyId, operations[kind])
    const after = await readTrollyParts(database, trollyId)
    const shown = (await findTrolly(database, trollyId))?.lines.find((l) => l.product_no === product_no)
    hand.ledger.edited({
      device: hand.device.name,
      trollyId,
      edit: { kind, product_no, quantity },
      present,
      rowVersion: row?.version ?? 0,
      queueBefore,
      queueAfter: queueOf(after.queue, product_no),
      shownAfter: shown && !shown.removed ? shown.quantity : 0,
    })
  })
}

export const createTrolly = async (
  hand: Hand,
  customer: { id: string; priceListId: string },
  day: string,
) => {
  const trollyId = uuidv7()
  await hand.tab.outbox.append(trollyId, {
    kind: 'create',
    trollyId,
    customerId: customer.id,
    priceListId: customer.priceListId,
    createdAt: new Date(hand.now()).toISOString(),
    details: { deliveryDay: day, poNumber: '', instructions: '' },
  })
  hand.ledger.created(trollyId)
  return trollyId
}

export const changeDetails = (hand: Hand, trollyId: string, poNumber: string) =>
  inOneLook(hand, async () => {
    const before = await readTrollyParts(hand.tab.database, trollyId)
    await hand.tab.outbox.append(trollyId, { kind: 'details', changes: { poNumber } })
    const after = await readTrollyParts(hand.tab.database, trollyId)
    hand.ledger.detailed({
      device: hand.device.name,
      trollyId,
      rowVersion: before.head?.detailsVersion ?? 0,
      queueBefore: before.queue.filter(({ operation }) => operation.kind === 'details'),
      queueAfter: after.queue.filter(({ operation }) => operation.kind === 'details'),
    })
  })

export const deleteTrolly = (hand: Hand, trollyId: string) =>
  inOneLook(hand, async () => {
    await hand.tab.outbox.append(trollyId, { kind: 'delete' })
    hand.ledger.deleted(hand.device.name, trollyId)
  })

export const checkOut = (hand: Hand, trollyId: string) =>
  inOneLook(hand, async () => {
    const view = await findTrolly(hand.tab.database, trollyId)
    if (!view || view.lines.length === 0) throw new OperationRefused('trolly_unknown')
    const lines = view.lines
      .filter(({ removed }) => !removed)
      .map(({ product_no, quantity }) => ({ product_no, quantity, unitPricePence: SEEN_PRICE }))
    const totalPence = lines.reduce((sum, { quantity }) => sum + quantity * SEEN_PRICE, 0)
    await hand.tab.outbox.append(trollyId, {
      kind: 'checkout',
      deliveryDay: view.deliveryDay,
      lines,
      totalPence,
      confirmations: { ageRestricted: true, catchWeight: true },
    })
  })

/** Answers the first thing that asks, one way or the other. */
export const decideFirst = async (hand: Hand, trollyId: string, choice: 'mine' | 'theirs') => {
  const { queue } = await readTrollyParts(hand.tab.database, trollyId)
  const asked = queue.find(({ state }) => state === 'attention')
  if (!asked) return
  await hand.tab.outbox.decide(asked.opId, choice)
  const after = await readTrollyParts(hand.tab.database, trollyId)
  hand.ledger.decided({ device: hand.device.name, trollyId, asked, choice, queueAfter: after.queue })
}

/** Moves a trolly on hold to a new one, or gives it up. */
export const resolveHeld = async (
  hand: Hand,
  parts: { trollyId: string; customer: { id: string; priceListId: string }; day: string; move: boolean },
): Promise<string | undefined> => {
  const { trollyId, customer, day, move } = parts
  const view = await findTrolly(hand.tab.database, trollyId)
  const { queue } = await readTrollyParts(hand.tab.database, trollyId)
  if (!view?.held && !queue.some(({ state }) => state === 'held')) return undefined
  hand.ledger.gaveUp({ device: hand.device.name, trollyId, queue })
  if (!move) {
    await hand.tab.outbox.discardLane(trollyId)
    return undefined
  }
  const newId = uuidv7()
  await hand.tab.outbox.moveToNewTrolly(trollyId, {
    kind: 'create',
    trollyId: newId,
    customerId: customer.id,
    priceListId: customer.priceListId,
    createdAt: new Date(hand.now()).toISOString(),
    details: { deliveryDay: day, poNumber: '', instructions: '' },
  })
  const moved = await readTrollyParts(hand.tab.database, newId)
  hand.ledger.created(newId)
  hand.ledger.moved({ device: hand.device.name, trollyId: newId, queue: moved.queue })
  return newId
}

export const favourite = async (hand: Hand, product_no: string, wanted: boolean): Promise<void> => {
  const operation: FavouriteOperation = {
    kind: wanted ? 'star' : 'unstar',
    product_no,
    // Of no trolly that exists: favourites need none.
    trollyId: uuidv7(),
    at: new Date(hand.now()).toISOString(),
  }
  await hand.tab.queue.append(FAVOURITES_LANE, operation)
  hand.ledger.starred(hand.device, product_no, wanted)
  const shown = await listFavourites(hand.tab.database)
  if (shown.some((each) => each.product_no === product_no) !== wanted)
    hand.ledger.broken.push(`${hand.device.name}: ${operation.kind} of ${product_no} is not shown`)
}

const queueOf = (queue: readonly QueuedOperation[], product_no: string): QueuedOperation[] =>
  queue.filter(({ operation }) => isLineOperation(operation) && operation.product_no === product_no)

const inOneLook = async (hand: Hand, act: () => Promise<void>): Promise<'done' | 'refused'> => {
  try {
    await hand.tab.database.transaction('rw', hand.tab.database.tables, act)
    return 'done'
  } catch (error) {
    // A read-only or closed trolly: the screen would not have offered it.
    if (error instanceof OperationRefused) return 'refused'
    throw error
  }
}

export const shownQuantity = (view: TrollyView | undefined, product_no: string): number => {
  const line = view?.lines.find((shown) => shown.product_no === product_no)
  return line && !line.removed ? line.quantity : 0
}
