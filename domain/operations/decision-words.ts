import { movedToNewTrolly } from './decide.ts'
import type { Decision } from './draft.ts'
import { isLineOperation, type Operation, type QueuedOperation, type Refusal } from './operation.ts'
import { countText, DETAILS, detailsOf, type NameOf } from './words.ts'

/**
 * The question that a refused operation puts to a person, and what its two answers are called. Words alone: what an
 * answer does is `decided` (decide.ts), by way of the outbox.
 */
export type DecisionWords = {
  /** What it is about: a product, the delivery day, the whole trolly. */
  subject: string
  /** "6 on the other device, 4 here" */
  question: string
  /** Drops what was wanted here. */
  theirs: string
  /** Asks for it again; null where that could only be refused again. */
  mine: string | null
  /** Where more can be done about it: in the trolly, by changing the line; at the checkout, by reviewing the order. */
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
  if (isLineOperation(operation)) return nameOf(operation.product_no)
  if (operation.kind !== 'details') return SUBJECTS[operation.kind]
  const labels = detailsOf(operation.changes).map(([name]) => DETAILS[name].label)
  return sentence(labels.join(', ') || SUBJECTS.details)
}

const SUBJECTS = { create: 'New trolly', details: 'Details', delete: 'Delete the trolly', checkout: 'Order' }

/** Somebody else changed the same thing meanwhile: one of the two stands in the end. */
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
      question: 'It was changed on another device since.',
      theirs: 'Keep the trolly',
      mine: 'Delete it',
      seeAt: 'trolly',
    }
  }
  if (operation.kind !== 'details' || head === undefined) return undefined
  const differing = detailsOf(operation.changes).filter(([name, value]) => head[name] !== value)
  const [first, ...more] = differing
  const question = differing
    .map(
      ([name, value]) =>
        `${DETAILS[name].text(head[name])} on the other device, ${DETAILS[name].text(value)} here`,
    )
    .join('; ')
  const single = first && more.length === 0 && first[0] !== 'instructions' ? first : undefined
  return {
    question: question || 'The details were changed on another device.',
    theirs: single ? `Keep ${DETAILS[single[0]].text(head[single[0]])}` : 'Keep theirs',
    mine: single ? `Use ${DETAILS[single[0]].text(single[1])}` : 'Use mine',
    seeAt: null,
  }
}

type LineTexts = {
  [Kind in 'add' | 'set' | 'remove']: (of: Extract<Operation, { kind: Kind }>) => string
}
const HERE: LineTexts = {
  add: ({ quantity }) => `${quantity} added here`,
  set: ({ quantity }) => `${quantity} here`,
  remove: () => 'removed here',
}
const MINE: LineTexts = {
  add: ({ quantity }) => `Use ${quantity}`,
  set: ({ quantity }) => `Use ${quantity}`,
  remove: () => 'Remove',
}

/** Asking again would be refused again: what was asked cannot be, or has to be looked at first. */
const FINAL_CODES = [
  'product_not_found',
  'line_not_found',
  'quantity_out_of_range',
  'too_many_lines',
  'changed',
]

const refusedWords = (operation: Operation, { code, message }: Refusal): Answers => {
  const isFinal = FINAL_CODES.includes(code)
  if (operation.kind === 'checkout') {
    return {
      question: `Not placed: ${message}`,
      theirs: 'Do not order',
      mine: isFinal ? null : 'Try again',
      seeAt: 'checkout',
    }
  }
  return {
    question: message,
    theirs: 'Discard',
    mine: isFinal ? null : 'Try again',
    seeAt: isLineOperation(operation) ? 'trolly' : null,
  }
}

/** What stands still as a whole, and what can be done about it. */
export type HeldWords = {
  question: string
  /** The first is what most people want. */
  actions: { act: HeldAction; label: string }[]
}
export type HeldAction = 'move' | 'sendAgain' | 'discard'

/** @param queue what waits in the held trolly; `lines` in the words are those that a new trolly would get. */
export const heldWords = (refusal: Refusal, queue: readonly QueuedOperation[]): HeldWords => {
  const order = orderIn(refusal)
  const lines = movedLines(queue, order?.lines ?? [])
  const discard = { act: 'discard', label: lines === 0 ? 'OK' : 'Discard' } as const
  const move = { act: 'move', label: `Move ${countText(lines, 'line')} to a new trolly` } as const
  if (refusal.code === 'epoch_changed') {
    return {
      question: refusal.message,
      actions: [
        { act: 'sendAgain', label: 'Check and send again' },
        ...(lines > 0 ? [move] : []),
        { act: 'discard', label: 'Discard' },
      ],
    }
  }
  const what = HELD[refusal.code]?.(order?.orderNo) ?? refusal.message
  if (lines === 0) return { question: `${what} Nothing of yours is left to be sent.`, actions: [discard] }
  return {
    question: `${what} ${countText(lines, 'line is', 'lines are')} only on this device.`,
    actions: [move, discard],
  }
}

const HELD: Record<string, (orderNo: string | undefined) => string> = {
  checked_out: (orderNo) =>
    orderNo === undefined
      ? 'This trolly was ordered on another device.'
      : `This trolly was ordered as ${orderNo} on another device.`,
  trolly_deleted: () => 'This trolly was deleted on another device.',
  trolly_not_found: () => 'This trolly is no longer there.',
}

type OrderTold = { orderNo: string; lines: { product_no: string; quantity: number }[] }

const orderIn = ({ reply }: Refusal): OrderTold | undefined =>
  (reply as { order?: OrderTold } | undefined)?.order

const movedLines = (queue: readonly QueuedOperation[], ordered: OrderTold['lines']): number =>
  movedToNewTrolly({ queue, ordered, create: NO_CREATE }).length - 1

/** Only counted, never sent. */
const NO_CREATE = {
  kind: 'create',
  trollyId: '',
  customerId: '',
  priceListId: '',
  createdAt: '',
  details: { deliveryDay: null, poNumber: '', instructions: '' },
} as const

const sentence = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
