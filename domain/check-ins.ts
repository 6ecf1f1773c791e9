import type { ClaimState, SaidKind } from './claims.ts'
import { type Lane, laneOf, type OutboxRecord } from './outbox/record.ts'
import type { KindRules } from './outbox/rules.ts'
import { countText } from './plain-text.ts'

/** Deliveries that were counted at the door, and what was claimed of them. An event: it is only ever added to. */

export const CHECK_INS = 'check-ins'

/** Lanes of rows that no server has: the check-in that a person is making (src/store/check-in-draft.ts). */
export const CHECK_IN_DRAFTS = 'check-in-drafts'

/** Lanes of rows that no server has: the photos that wait, by their ids. */
const CHECK_IN_PHOTOS = 'check-in-photos'
export const checkInPhotosLane = (customerId: string): Lane => laneOf(CHECK_IN_PHOTOS, customerId)

/** These rows stay when a session ends. */
export const CHECK_IN_WORK = [CHECK_IN_DRAFTS, CHECK_IN_PHOTOS]

/** A lane for each account, as its check-ins are listed together. */
export const checkInsLane = (customerId: string): Lane => laneOf(CHECK_INS, customerId)

export const EMPTIES = ['crates', 'trays', 'kegs', 'pallets', 'roll cages'] as const
export type EmptiesReturned = { kind: (typeof EMPTIES)[number]; quantity: number }

export const LINE_PROBLEMS = ['short', 'damaged', 'wrong', 'warm'] as const
export type LineProblem = (typeof LINE_PROBLEMS)[number]

export type CheckedLine = {
  /** This is the position of the order's line. */
  position: number
  problem: LineProblem
  quantity: number
  /** What this device knew to be claimed of the line when the quantity was added. */
  seenQuantity: number
  reason: string
}

/** This is the form in which a request gives it. */
export type CheckInMade = {
  checkInId: string
  /** ISO instant, by this device's clock. */
  at: string
  /** Positions of the lines that were as ordered. */
  checked: number[]
  lines: CheckedLine[]
  signedBy: string
  signature: string
  driverPin: string
  empties: EmptiesReturned[]
}

/** The order's number is for the words among waiting changes. */
type OfOrder = { orderId: string; orderNo: string; checkInId: string }

export type CheckInOperation =
  | (OfOrder & { kind: 'check_in'; made: CheckInMade })
  | PhotoOperation
  | (OfOrder & { kind: 'answer'; answerId: string; at: string; words: string })

type Photo = OfOrder & { photoId: string; position: number }
type PhotoOperation =
  /**
   * A photo with its bytes: this is what the server gets, and what earlier builds queued. `data` is Base64, since browsers may lose the
   * content of a stored Blob and every attempt must send the same bytes.
   */
  | (Photo & { kind: 'photo'; data: string })
  /**
   * A photo in the queue. Its bytes are in a row of their own, because each tap reads the whole outbox. Earlier builds would send it
   * without them, so it has a kind that they do not know, and they leave its lane alone.
   */
  | (Photo & { kind: 'kept_photo' })

export const isPhoto = (operation: CheckInOperation): operation is PhotoOperation =>
  operation.kind === 'photo' || operation.kind === 'kept_photo'

export type CheckInRecord = OutboxRecord<CheckInOperation>

/** Each goes alone: a photo is larger than a batch, and its check-in has to be there first. */
const rules: KindRules<CheckInOperation, CheckInOperation> = {
  subject: (operation) =>
    isPhoto(operation)
      ? operation.photoId
      : operation.kind === 'answer'
        ? operation.answerId
        : operation.checkInId,
  foldAfter: () => undefined,
  isDone: () => true,
  goesAlone: true,
  repeatable: true,
}

/** A third of a megabyte at a kitchen's signal. */
const photoRules = { ...rules, timeoutMs: 40_000 }

export const CHECK_IN_KINDS = {
  check_in: rules,
  photo: photoRules,
  kept_photo: photoRules,
  answer: rules,
}

export const checkInText = (operation: CheckInOperation): string => {
  const of = `order ${operation.orderNo}`
  if (isPhoto(operation)) return `Photo for ${of}`
  if (operation.kind === 'answer') return `Answer about ${of}`
  const { lines } = operation.made
  return lines.length === 0 ? `Check in ${of}` : `Check in ${of}, ${countText(lines.length, 'problem')}`
}

const REASONS: Record<string, string> = {
  claim_decided: 'The office has decided',
  claim_too_late: 'The time for claims on these goods is over',
  not_delivered_yet: 'It is not due for delivery yet',
  order_not_found: 'The order has been changed since',
  too_many_photos: 'The line has enough photos',
}

export const refusedCheckInsText = (
  refused: readonly { operation: CheckInOperation; code: string }[],
): string =>
  refused
    .map(
      ({ operation, code }) =>
        `Not accepted: ${checkInText(operation)}. ${REASONS[code] ?? 'The server rejected it'}. Please call the office.`,
    )
    .join(' ')

/** A check-in as a device stores it. Until the device reads the server's list again, it shows what it sent. */
export type CheckInHere = {
  id: string
  orderId: string
  at: string
  by: string | null
  checked: number[]
  lines: { position: number; problem: LineProblem; quantity: number; reason: string }[]
  photos: { id: string; position: number }[]
  signedBy: string
  empties: EmptiesReturned[]
  claimNo: string | null
  state: ClaimState | null
  creditPence: number | null
  creditNoteNo: string | null
  said: { at: string; kind: SaidKind; by: string | null; words: string }[]
}

/** What the answer to an operation leaves on the device. @param known undefined for its check-in itself, or one not read here */
export const afterAnswer = (
  operation: CheckInOperation,
  known: CheckInHere | undefined,
): CheckInHere | undefined => {
  const { checkInId: id, orderId } = operation
  if (operation.kind === 'check_in') {
    const { at, checked, lines, signedBy, empties } = operation.made
    const claim = { claimNo: null, creditPence: null, creditNoteNo: null, photos: [], said: [] }
    const state = lines.length === 0 ? null : ('open' as const)
    return { id, orderId, at, checked, lines, signedBy, empties, by: null, ...claim, state }
  }
  if (known === undefined) return undefined
  if (isPhoto(operation)) {
    const { photoId, position } = operation
    // A list may have been read after the server had it.
    const others = known.photos.filter((photo) => photo.id !== photoId)
    return { ...known, photos: [...others, { id: photoId, position }] }
  }
  const said = { at: operation.at, kind: 'answered' as const, by: null, words: operation.words }
  return { ...known, state: 'open', said: [...known.said, said] }
}
