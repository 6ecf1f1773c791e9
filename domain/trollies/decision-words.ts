import { instantText } from '#domain/delivery-days.ts'
import { mayStillChange, type OrderStatus } from '#domain/order.ts'
import { countText } from '#domain/plain-text.ts'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import type { BeyondOrder, OrderToChange } from './closed-order.ts'
import { heldReason, type OrderTold, orderIn } from './held-reason.ts'
import type { Decision } from './line-view.ts'
import { cameTooLate, movedToNewTrolly, type TooLate } from './moved.ts'
import {
  isAboutLine,
  isLineOperation,
  type Operation,
  type QueuedOperation,
  type Refusal,
} from './operation.ts'
import { DETAILS, detailsOf, type NameOf } from './words.ts'

/** The question a refused operation asks and the names of its two answers; decide.ts carries them out. */
export type DecisionWords = {
  subject: string
  question: string
  theirs: string
  mine: string | null
  /** Where to decide: in the trolly by changing the line, or at the checkout by reviewing the order. */
  seeAt: 'trolly' | 'checkout' | null
}

export const decisionWords = (
  { operation, refusal }: Omit<Decision, 'opId'>,
  nameOf: NameOf,
): DecisionWords => {
  const subject = subjectOf(operation, nameOf)
  if (refusal.code === 'too_old') {
    return {
      subject,
      question: refusal.message,
      theirs: 'It arrived',
      mine: 'Send it again',
      seeAt: 'trolly',
    }
  }
  const conflict = refusal.code === 'version_mismatch' ? conflictWords(operation, refusal) : undefined
  return { subject, ...(conflict ?? refusedWords(operation, refusal)) }
}

type Answers = Omit<DecisionWords, 'subject'>

const subjectOf = (operation: Operation, nameOf: NameOf): string => {
  if (isAboutLine(operation)) return nameOf(operation.product_no)
  if (operation.kind !== 'details') return SUBJECTS[operation.kind]
  const labels = detailsOf(operation.changes).map(([name]) => DETAILS[name].label)
  return sentence(labels.join(', ') || SUBJECTS.details)
}

const SUBJECTS = { create: 'New trolly', details: 'Details', delete: 'Delete the trolly', checkout: 'Order' }

const conflictWords = (operation: Operation, { line, head }: Refusal): Answers | undefined => {
  if (isLineOperation(operation)) {
    if (line === undefined) return undefined
    const there = line === null || line.removed ? null : line.quantity
    return {
      question: `${there ?? 'Removed'} on the other device, ${HERE[operation.kind](operation as never)}`,
      theirs: there === null ? 'Leave it out' : `Keep ${there}`,
      mine: MINE[operation.kind](operation as never),
      seeAt: null,
    }
  }
  if (operation.kind === 'delete') {
    return {
      question: 'It has since been changed on another device.',
      theirs: 'Keep the trolly',
      mine: 'Delete it',
      seeAt: 'trolly',
    }
  }
  if (operation.kind !== 'details' || head === undefined) return undefined
  const there = { ...head, ...deliveryChoiceOf(head) }
  const differing = detailsOf(operation.changes).filter(([name, value]) => there[name] !== value)
  const [first, ...more] = differing
  const question = differing
    .map(
      ([name, value]) =>
        `${DETAILS[name].text(there[name])} on the other device, ${DETAILS[name].text(value)} on this device`,
    )
    .join('; ')
  const single = first && more.length === 0 && first[0] !== 'instructions' ? first : undefined
  return {
    question: question || 'The details were changed on another device.',
    theirs: single ? `Keep ${DETAILS[single[0]].text(there[single[0]])}` : 'Keep theirs',
    mine: single ? `Use ${DETAILS[single[0]].text(single[1])}` : 'Use mine',
    seeAt: null,
  }
}

type LineTexts = {
  [Kind in 'add' | 'set' | 'remove']: (of: Extract<Operation, { kind: Kind }>) => string
}
const HERE: LineTexts = {
  add: ({ quantity }) => `${quantity} added on this device`,
  set: ({ quantity }) => `${quantity} on this device`,
  remove: () => 'removed on this device',
}
const MINE: LineTexts = {
  add: ({ quantity }) => `Use ${quantity}`,
  set: ({ quantity }) => `Use ${quantity}`,
  remove: () => 'Remove',
}

const FINAL_CODES = [
  'product_not_found',
  'line_not_found',
  'quantity_out_of_range',
  'too_many_lines',
  'allergens_not_confirmed',
  'changed',
  'order_closed',
]

const refusedWords = (operation: Operation, { code, message }: Refusal): Answers => {
  const isFinal = FINAL_CODES.includes(code)
  if (operation.kind === 'checkout') {
    return {
      question: `Not placed: ${message}`,
      theirs: 'Don’t order',
      mine: isFinal ? null : 'Try again',
      seeAt: 'checkout',
    }
  }
  // A removal may be sent whatever was refused before it.
  if (operation.kind === 'remove')
    return { question: `Not removed: ${message}`, theirs: 'Keep it', mine: 'Remove', seeAt: 'trolly' }
  return {
    question: message,
    theirs: 'Discard',
    mine: isFinal ? null : 'Try again',
    seeAt: isLineOperation(operation) ? 'trolly' : null,
  }
}

export type HeldWords = {
  question: string
  details: string[]
  actions: { act: HeldAction; label: string }[]
}
export type HeldAction = 'move' | 'sendAgain' | 'discard'

/** @param queue the held trolly's waiting operations; `lines` counts those a new trolly would get */
export const heldWords = (refusal: Refusal, queue: readonly QueuedOperation[], nameOf: NameOf): HeldWords => {
  const ordered = orderIn(refusal)?.lines ?? []
  const moved = movedLines(queue, ordered)
  const tooLate = cameTooLate(queue, ordered)
  const where = orderIn(refusal) ? 'order' : refusal.code === 'epoch_changed' ? 'newTrolly' : 'device'
  const details = [
    ...moved.map(({ product_no, quantity }) => {
      const more = ordered.some((line) => line.product_no === product_no) ? ' more' : ''
      return `${quantity}${more} ${nameOf(product_no)} ${MISSING[where](quantity)}.`
    }),
    ...tooLate.map((line) => tooLateText(line, nameOf)),
  ]
  const move = { act: 'move', label: `Move ${countText(moved.length, 'line')} to a new trolly` } as const
  const moving = moved.length > 0 ? [move] : []
  if (refusal.code === 'epoch_changed') {
    const again = { act: 'sendAgain', label: 'Check and send again' } as const
    const actions = [again, ...moving, { act: 'discard', label: 'Discard' } as const]
    return { question: refusal.message, details, actions }
  }
  const nothingLeft = details.length === 0 ? ' You have no unsent changes.' : ''
  return {
    question: `${heldReason(refusal)}${nothingLeft}`,
    details,
    actions: [...moving, { act: 'discard', label: moved.length === 0 ? 'OK' : 'Discard' }],
  }
}

const tooLateText = ({ product_no, quantity, wanted }: TooLate, nameOf: NameOf): string => {
  const here = wanted === 0 ? 'removed it' : `changed it to ${wanted}`
  return `The order has ${quantity} ${nameOf(product_no)}; you had ${here}.`
}

const isOrAre = (quantity: number): string => (quantity === 1 ? 'is' : 'are')

const MISSING = {
  order: (quantity: number) => `${isOrAre(quantity)} not in the order`,
  device: (quantity: number) => `${isOrAre(quantity)} only on this device`,
  newTrolly: () => 'can move to a new trolly',
}

const movedLines = (queue: readonly QueuedOperation[], ordered: OrderTold['lines']) =>
  movedToNewTrolly({ queue, ordered, create: NO_CREATE }).flatMap((operation) =>
    operation.kind === 'add' ? [operation] : [],
  )

const NO_CREATE = {
  kind: 'create',
  trollyId: '',
  customerId: '',
  priceListId: '',
  createdAt: '',
  details: { deliveryDay: null, poNumber: '', instructions: '' },
} as const

export type ClosedOrderWords = { question: string; details: string[]; move: string | null; giveUp: string }

/** @param order undefined: unknown on this device */
export const closedOrderWords = (
  orderNo: string,
  order: OrderToChange | undefined,
  { added, tooLate }: BeyondOrder,
  { nameOf, now }: { nameOf: NameOf; now: Date },
): ClosedOrderWords => {
  const isCancelled = order?.status === 'cancelled'
  const was = new Set(order?.lines.map(({ product_no }) => product_no))
  const details = [
    ...added.map(({ product_no, quantity }) => {
      const more = was.has(product_no) && !isCancelled ? ' more' : ''
      return `${quantity}${more} ${nameOf(product_no)} not ordered.`
    }),
    ...tooLate.map((line) => tooLateText(line, nameOf)),
  ]
  const stays = isCancelled ? '' : ' We’ll deliver it as you first ordered it.'
  return {
    question: `Order ${orderNo} can no longer be changed: ${reasonOf(order, now)}.${stays}`,
    details,
    move: added.length === 0 ? null : MOVE,
    giveUp: details.length === 0 ? 'OK' : 'Discard my changes',
  }
}

const MOVE = 'Order what you added as a new order'

const reasonOf = (order: OrderToChange | undefined, now: Date): string => {
  if (order === undefined || mayStillChange(order, now))
    return 'its cut-off has passed, or it is being picked'
  if (order.status !== 'placed' && order.status !== 'awaiting_payment') return REASONS[order.status]
  return order.cutOffAt === null
    ? 'its cut-off has passed'
    : `its cut-off was ${instantText(new Date(order.cutOffAt))}`
}

const REASONS: Record<Exclude<OrderStatus, 'placed' | 'awaiting_payment'>, string> = {
  picking: 'it is being picked',
  dispatched: 'it is on its way',
  delivered: 'it was delivered',
  cancelled: 'it was cancelled',
  replaced: 'it has already been changed',
}

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
