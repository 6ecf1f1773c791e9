import { v7 as uuidv7 } from 'uuid'
import type { TermsChange } from '#domain/line-terms.ts'
import { vatOf } from '#domain/money.ts'
import {
  type Checkout,
  isLineOperation,
  type Operation,
  type QueuedOperation,
} from '#domain/trollies/operation.ts'
import { OperationRefused } from '#domain/trollies/refused.ts'
import type { TrollyView } from '#domain/trollies/view.ts'
import { deliveryChoiceOf, type TrollyDetails } from '#domain/trolly.ts'
import { findTrolly, readTrollyParts } from '#src/store/trollies/trollies.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { chargeShown, choiceOf, type Place } from '#tests/support/sim/delivery.ts'
import type { Hand } from '#tests/support/sim/hand.ts'

/**
 * What people do to trollies, and what they saw at the time, recorded in the ledger that is compared with the server's journal.
 * Looking and acting are one transaction, as between a screen and a finger.
 */

export type LineEdit = { kind: 'add' | 'set' | 'remove'; product_no: string; quantity: number }

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
    const seenPricePence = await priceShown(database, product_no)
    const operations: Record<LineEdit['kind'], Operation> = {
      add: { kind: 'add', product_no, quantity, seenPricePence, toPresent: present, addedAt },
      set: { kind: 'set', product_no, quantity, seenPricePence, addedAt },
      remove: { kind: 'remove', product_no },
    }
    const row = before.lines.find((stored) => stored.product_no === product_no)
    const queueBefore = queueOf(before.queue, product_no)
    await outbox.append(trollyId, operations[kind])
    const after = await readTrollyParts(database, trollyId)
    const shown = (await findTrolly(database, trollyId))?.lines.find((l) => l.product_no === product_no)
    const wrong = hand.ledger.trollies.edited({
      device: hand.device.name,
      trollyId,
      edit: { kind, product_no, quantity },
      present,
      rowVersion: row?.version ?? 0,
      isTold: row !== undefined && !row.removed,
      queueBefore,
      queueAfter: queueOf(after.queue, product_no),
      shownAfter: shown && !shown.removed ? shown.quantity : 0,
    })
    hand.ledger.broken.push(...wrong)
  })
}

export const createTrolly = async (
  hand: Hand,
  customer: { id: string; priceListId: string },
  day: string,
  place: Place = 'account',
) => {
  const trollyId = uuidv7()
  await hand.tab.outbox.append(trollyId, {
    kind: 'create',
    trollyId,
    customerId: customer.id,
    priceListId: customer.priceListId,
    createdAt: new Date(hand.now()).toISOString(),
    details: { deliveryDay: day, poNumber: '', instructions: '', ...choiceOf(hand.delivery, place) },
  })
  hand.ledger.trollies.created(trollyId)
  return trollyId
}

export const choosePlace = (hand: Hand, trollyId: string, { place, day }: { place: Place; day: string }) =>
  changeDetails(hand, trollyId, { ...choiceOf(hand.delivery, place), deliveryDay: day })

export const changeDetails = (hand: Hand, trollyId: string, changes: Partial<TrollyDetails>) =>
  inOneLook(hand, async () => {
    const before = await readTrollyParts(hand.tab.database, trollyId)
    await hand.tab.outbox.append(trollyId, { kind: 'details', changes })
    const after = await readTrollyParts(hand.tab.database, trollyId)
    hand.ledger.trollies.detailed({
      device: hand.device.name,
      trollyId,
      rowVersion: before.head?.detailsVersion ?? 0,
      queueBefore: before.queue.filter(({ operation }) => operation.kind === 'details'),
      queueAfter: after.queue.filter(({ operation }) => operation.kind === 'details'),
    })
  })

/** A note, or what to do if the line is short. */
export const changeTerms = (hand: Hand, trollyId: string, product_no: string, text: number) =>
  inOneLook(hand, async () => {
    const { database, outbox } = hand.tab
    const change =
      text % 2 === 0
        ? { note: text === 0 ? '' : `note ${text}` }
        : { substitution: text === 1 ? null : ({ kind: 'wait' } as const) }
    const before = await shownLine(database, trollyId, product_no)
    await outbox.append(trollyId, { kind: 'terms', product_no, ...change })
    const after = await shownLine(database, trollyId, product_no)
    if (before) hand.ledger.trollies.termed({ device: hand.device.name, trollyId, product_no, change })
    const expected = before && termsText({ ...before, ...change })
    if (expected !== (after && termsText(after)))
      hand.ledger.broken.push(`${hand.device.name}: ${JSON.stringify(change)} of ${product_no} is not shown`)
  })

const shownLine = async (database: UserDatabase, trollyId: string, product_no: string) =>
  (await findTrolly(database, trollyId))?.lines.find(
    (line) => line.product_no === product_no && !line.removed,
  )

export const termsText = ({ note = '', substitution = null }: TermsChange): string =>
  `${note} ${substitution?.kind ?? ''}`

export const deleteTrolly = (hand: Hand, trollyId: string) =>
  inOneLook(hand, async () => {
    await hand.tab.outbox.append(trollyId, { kind: 'delete' })
    hand.ledger.trollies.deleted(hand.device.name, trollyId)
  })

export const checkOut = (hand: Hand, trollyId: string) =>
  inOneLook(hand, async () => {
    const view = await findTrolly(hand.tab.database, trollyId)
    if (!view || view.lines.length === 0) throw new OperationRefused('trolly_unknown')
    const present = view.lines.filter(({ removed }) => !removed)
    const lines = await Promise.all(
      present.map(async ({ product_no, quantity }) => {
        const unitPricePence = await priceShown(hand.tab.database, product_no)
        // No total is shown, so nothing can be ordered.
        if (unitPricePence === null) throw new OperationRefused('trolly_unknown')
        return { product_no, quantity, unitPricePence }
      }),
    )
    const goodsPence = lines.reduce((sum, { quantity, unitPricePence }) => sum + quantity * unitPricePence, 0)
    const charge = chargeShown(hand.delivery, hand.device, view, goodsPence)
    const { deliveryChargePence = 0, deliveryVatBasisPoints = 0 } = charge ?? {}
    const seen: Checkout = {
      kind: 'checkout',
      deliveryDay: view.deliveryDay,
      ...deliveryChoiceOf(view),
      lines,
      // The goods are free of VAT, their delivery is not.
      totalPence: goodsPence + deliveryChargePence + vatOf(deliveryChargePence, deliveryVatBasisPoints),
      deliveryChargePence,
      confirmations: { ageRestricted: true, catchWeight: true },
    }
    await hand.tab.outbox.append(trollyId, seen)
    const { queue } = await readTrollyParts(hand.tab.database, trollyId)
    const order = queue.findLast(({ operation }) => operation.kind === 'checkout')
    if (order) hand.ledger.trollies.ordered(order.opId, seen)
  })

/** As the device shows it; there is only one price list. */
export const priceShown = async ({ prices }: UserDatabase, product_no: string): Promise<number | null> =>
  (await prices.filter((price) => price.product_no === product_no).first())?.pence ?? null

/** Decides the first question, one way or the other. */
export const decideFirst = async (hand: Hand, trollyId: string, choice: 'mine' | 'theirs') => {
  const { queue } = await readTrollyParts(hand.tab.database, trollyId)
  const asked = queue.find(({ state }) => state === 'attention')
  if (!asked) return
  await hand.tab.outbox.decide(asked.opId, choice)
  const after = await readTrollyParts(hand.tab.database, trollyId)
  hand.ledger.trollies.decided({ device: hand.device.name, trollyId, asked, choice, queueAfter: after.queue })
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
