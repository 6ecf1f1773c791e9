import {
  afterAnswer,
  CHECK_IN_KINDS,
  type CheckInHere,
  type CheckInRecord,
  checkInsLane,
  type EmptiesReturned,
  type LineProblem,
} from './check-ins.ts'
import { type ClaimState, claimUntil } from './claims.ts'
import { dayText, londonDayOf, londonTimeOf } from './london-time.ts'
import { moneyText } from './money.ts'
import { compareCodes, countText } from './plain-text.ts'
import type { StorageType } from './product.ts'

/** What a device shows of check-ins: the server's, and those that wait to be sent. */

export type CheckInShown = CheckInHere & {
  /** It, or something that belongs to it, has not been answered. */
  isWaiting: boolean
}

export const viewCheckIns = (
  stored: readonly CheckInHere[],
  queue: readonly Pick<CheckInRecord, 'operation'>[],
): CheckInShown[] => {
  const all = new Map(stored.map((checkIn) => [checkIn.id, { ...checkIn, isWaiting: false }]))
  for (const { operation } of queue) {
    const here = afterAnswer(operation, all.get(operation.checkInId))
    if (here) all.set(here.id, { ...here, isWaiting: true })
  }
  return [...all.values()].sort(
    (one, other) => compareCodes(other.at, one.at) || compareCodes(one.id, other.id),
  )
}

export const checkInsShown = (customerId: string) => ({
  lane: checkInsLane(customerId),
  rules: CHECK_IN_KINDS,
  view: viewCheckIns,
})

/** How much of each line of an order is claimed, by its position. A refused claim counts: it cannot be made again. */
export const claimedOf = (checkIns: readonly CheckInHere[], orderId: string): Map<number, number> => {
  const claimed = new Map<number, number>()
  for (const checkIn of checkIns)
    if (checkIn.orderId === orderId)
      for (const { position, quantity } of checkIn.lines)
        claimed.set(position, (claimed.get(position) ?? 0) + quantity)
  return claimed
}

export const CLAIM_STATE_WORDS: Record<ClaimState, string> = {
  open: 'With the office',
  asked: 'Question for you',
  accepted: 'Accepted',
  refused: 'Refused',
}

/** What an order's claims have come to, for lists: a question that waits for an answer; else the latest claim. Undefined without a claim. */
export const claimNewsOf = (
  checkIns: readonly CheckInHere[],
): { state: ClaimState; words: string } | undefined => {
  const claims = checkIns.flatMap(({ state, ...checkIn }) => (state === null ? [] : [{ ...checkIn, state }]))
  const told = claims.find(({ state }) => state === 'asked') ?? claims[0]
  return told && { state: told.state, words: newsOf(told) }
}

export const claimNewsByOrder = (checkIns: readonly CheckInHere[]) =>
  new Map(
    [...new Set(checkIns.map(({ orderId }) => orderId))].flatMap((id) => {
      const news = claimNewsOf(checkIns.filter(({ orderId }) => orderId === id))
      return news ? [[id, news] as const] : []
    }),
  )

const newsOf = ({ state, creditPence, creditNoteNo }: CheckInHere & { state: ClaimState }): string => {
  if (state === 'asked') return 'Question from the office'
  if (state === 'accepted' && creditNoteNo !== null) return `Credited ${moneyText(creditPence ?? 0)}`
  return `Claim ${state}`
}

/** The office's own words for a claim's state. */
export const OFFICE_STATE_WORDS: Record<ClaimState, string> = {
  ...CLAIM_STATE_WORDS,
  open: 'To decide',
  asked: 'Customer asked',
}

/** `1 crate`, `3 roll cages` */
export const emptiesText = ({ kind, quantity }: EmptiesReturned): string =>
  countText(quantity, kind.slice(0, -1))

export const PROBLEM_WORDS: Record<LineProblem, string> = {
  short: 'Short',
  damaged: 'Damaged',
  wrong: 'Wrong item',
  warm: 'Too warm',
}

/** `2 damaged` */
export const problemText = ({ problem, quantity }: { problem: LineProblem; quantity: number }): string =>
  `${quantity} ${problem === 'wrong' ? 'wrong' : PROBLEM_WORDS[problem].toLowerCase()}`

/** For the customer and the office, beside a claim of the other lines. */
export const tooLateText = (
  lines: readonly { name: string; problem: LineProblem; quantity: number }[],
): string =>
  `Not claimed, as the time for claims on these goods is over: ${lines.map((line) => `${line.name} (${problemText(line)})`).join(', ')}.`

export const whenText = (at: Date, now: Date): string =>
  `${dayText(londonDayOf(at), now)}, ${londonTimeOf(at)}`

type Delivered = { deliveryDay: string; deliveredAt: string | null }

const CLASSES = [
  { words: 'Chilled and frozen', storageTypes: ['chilled', 'frozen'] },
  { words: 'Ambient', storageTypes: ['ambient'] },
] as const

/** Until when each class of an order's goods may be claimed: `Chilled and frozen: until Sun 29 Nov, 07:44`. */
export const claimWindows = (
  order: Delivered & { lines: readonly { storageType?: StorageType }[] },
  now: Date,
): { words: string; until: Date }[] =>
  CLASSES.flatMap(({ words, storageTypes }) => {
    const isHere = order.lines.some(({ storageType = 'ambient' }) =>
      (storageTypes as readonly StorageType[]).includes(storageType),
    )
    const until = claimUntil(storageTypes[0], order)
    const text = until < now ? 'the time is over' : `until ${whenText(until, now)}`
    return isHere ? [{ words: `${words}: ${text}`, until }] : []
  })
