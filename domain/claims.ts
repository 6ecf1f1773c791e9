import type { LineProblem } from './check-ins.ts'
import { DAY_MS, HOUR_MS } from './durations.ts'
import { dayPlus, londonDayOf, londonInstant } from './london-time.ts'
import { type Bill, type BilledCharge, billedLineOf, billOf, type DeliveredLine } from './paperwork/bill.ts'
import { creditOf, shortageOf } from './paperwork/credit.ts'
import type { StorageType } from './product.ts'

/** What may be claimed of a delivery, until when, and what it comes to. */

/** `asked`: the office waits for an answer. The last two are final. */
export const CLAIM_STATES = ['open', 'asked', 'accepted', 'refused'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

export const isDecided = (state: ClaimState | null): boolean => state === 'accepted' || state === 'refused'

export const SAID_KINDS = ['claimed', 'asked', 'answered', 'accepted', 'refused'] as const
export type SaidKind = (typeof SAID_KINDS)[number]

export const PHOTO_TYPES = ['image/jpeg', 'image/webp'] as const
export type PhotoType = (typeof PHOTO_TYPES)[number]

/** A device makes one of about 200 kB; the rest is room for those that shrink badly. */
export const PHOTO_BYTES_MAX = 400_000
/** Of one line. More say nothing new. */
export const PHOTOS_EACH_MAX = 3
/** Of a check-in. They are kept for a year. */
export const PHOTOS_MAX = 60
export const PHOTOS_KEPT_DAYS = 365

/** Chilled and frozen goods cannot be judged later, as nobody knows how they were kept. */
const CLAIM_HOURS: Record<StorageType, number> = { chilled: 72, frozen: 72, ambient: 14 * 24 }

/** A check-in that was made in time may be sent as much later: a phone can lie in a cold store with a flat battery. */
const SENT_WITHIN_MS = 14 * DAY_MS

type Delivered = { deliveryDay: string; deliveredAt: string | null }

/** Elapsed time, so that a change of the clocks gives and takes nothing. Until the delivery is recorded, its whole day counts. */
export const claimUntil = (storageType: StorageType, { deliveryDay, deliveredAt }: Delivered): Date => {
  const from = deliveredAt === null ? londonInstant(dayPlus(deliveryDay, 1), '00:00') : new Date(deliveredAt)
  return new Date(from.getTime() + CLAIM_HOURS[storageType] * HOUR_MS)
}

export type ClaimTiming = 'in_time' | 'sent_late' | 'too_late'

/** Each line has a deadline of its own, because chilled goods must be claimed sooner than ambient ones. */
export const timingOf = (
  delivered: Delivered,
  { at, receivedAt, storageType }: { at: Date; receivedAt: Date; storageType: StorageType },
): ClaimTiming => {
  const until = claimUntil(storageType, delivered).getTime()
  if (at.getTime() > until || receivedAt.getTime() > until + SENT_WITHIN_MS) return 'too_late'
  return receivedAt.getTime() > until ? 'sent_late' : 'in_time'
}

const firstDayOf = ({ deliveryDay, deliveredAt }: Delivered): string => {
  const deliveredDay = deliveredAt === null ? deliveryDay : londonDayOf(new Date(deliveredAt))
  return deliveredDay < deliveryDay ? deliveredDay : deliveryDay
}

type Progress = Delivered & {
  confirmedAt: string | null
  cancelledAt: string | null
  replacedAt: string | null
}

/** At the door the office does not know yet that it has arrived. A recorded time may be an estimate, so its whole day counts. */
export const mayCheckIn = (order: Progress, now: Date): boolean =>
  order.confirmedAt !== null &&
  order.cancelledAt === null &&
  order.replacedAt === null &&
  londonDayOf(now) >= firstDayOf(order)

type Counted = {
  /** How many of the line were delivered, and how many of them have been claimed so far. */
  delivered: number
  claimed: number
  /** What the device knew to be claimed when the person added this quantity. */
  seen: number
  quantity: number
}

/**
 * What a claim adds to a line. Two people may report the same broken box without knowing of each other: what the later one had
 * not seen counts as the same, so no box is claimed twice.
 */
export const addedQuantity = ({ delivered, claimed, seen, quantity }: Counted): number =>
  Math.max(0, Math.min(quantity, seen + quantity - claimed, delivered - claimed))

export type ClaimedLine = {
  position: number
  problem: LineProblem
  quantity: number
  /** What counted as delivered of the order's line when it was claimed. */
  deliveredQuantity: number
}

export type Billed = {
  invoice: Bill
  /** The invoice's credit notes so far. */
  earlier: readonly Bill[]
  /** The claims that some of these credit notes are for, in their order. */
  credited: readonly (readonly ClaimedLine[])[]
  lines: readonly DeliveredLine[]
}

/** As if the order were invoiced now, with what was delivered short credited. */
export const asInvoiced = ({
  lines,
  ...charge
}: BilledCharge & { lines: readonly DeliveredLine[] }): Billed => {
  const billed = lines.map(billedLineOf)
  const invoice = billOf(billed, charge)
  const shortage = shortageOf(billed)
  return {
    invoice,
    earlier: shortage === undefined ? [] : [creditOf(invoice, [], shortage)],
    credited: [],
    lines,
  }
}

/** What each of several claims on an order is credited, in their order: together never more than was billed, to the penny. */
export const claimCredits = (
  { invoice, earlier, credited, lines }: Billed,
  claims: readonly (readonly ClaimedLine[])[],
): Bill[] => {
  const alreadyFound = foundIn(lines)
  for (const claim of credited) claim.forEach(alreadyFound)
  const credits: Bill[] = []
  for (const claim of claims) {
    const before = [...earlier, ...credits]
    const quantities = new Map(claim.map((claimed) => [claimed.position, dueOf(claimed)]))
    credits.push(creditOf(invoice, before, { quantities }))

    function dueOf(claimed: ClaimedLine): number {
      const billed = invoice.lines.find(({ position }) => position === claimed.position)
      if (billed === undefined) return 0
      const creditedBefore = before.flatMap((bill) =>
        bill.lines.filter(({ position }) => position === claimed.position),
      )
      const left = creditedBefore.reduce((rest, { quantity }) => rest - quantity, billed.quantity)
      return Math.max(0, Math.min(claimed.quantity - alreadyFound(claimed), left))
    }
  }
  return credits
}

/**
 * How much of a claim is a shortage that the office has found and credited itself since. Asked of each claim in turn, as what
 * is the same as one claim's shortage cannot be the same as another's.
 */
const foundIn = (lines: readonly DeliveredLine[]) => {
  const used = new Map<number, { from: number; quantity: number }>()
  return ({ position, problem, quantity, deliveredQuantity }: ClaimedLine): number => {
    const line = lines.find((each) => each.position === position)
    if (line === undefined || problem !== 'short') return 0
    const before = used.get(position) ?? { from: 0, quantity: 0 }
    const from = Math.max(before.from, deliveredQuantity)
    const unused = Math.min(deliveredQuantity, from - before.quantity)
    const found = Math.max(0, Math.min(quantity, unused - (line.deliveredQuantity ?? line.quantity)))
    used.set(position, { from, quantity: before.quantity + found })
    return found
  }
}
