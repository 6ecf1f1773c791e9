import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'
import type { Decision, LineState, LineView, TrollyDraft } from './draft.ts'
import { OPERATION_KINDS } from './kinds.ts'
import {
  isLineOperation,
  isUnanswered,
  type OperationState,
  type QueuedOperation,
  type Refusal,
} from './operation.ts'

/**
 * What a screen shows of a trolly: the rows as the server last gave them with the waiting operations laid over them.
 * Nothing is patched or rolled back: an operation taken out of the queue is gone from the view.
 */
export const viewTrolly = ({ head, lines, queue }: TrollyParts): TrollyView | undefined => {
  const draft: TrollyDraft = {
    head,
    lines: new Map(
      lines.map((line) => [line.product_no, { ...line, state: 'sent' as const, decision: null }]),
    ),
  }
  for (const queued of queue) layOver(draft, queued)
  return draft.head && { ...draft.head, lines: inOrder(draft.lines), ...queueStates(queue) }
}

export type TrollyParts = {
  /** undefined: the server has not told of it yet; it was made here. */
  head: TrollyHead | undefined
  lines: readonly TrollyLine[]
  queue: readonly QueuedOperation[]
}

export type TrollyView = TrollyHead & {
  /** Present lines in the order they came, then those that are gone but need a decision. */
  lines: LineView[]
  waitingCount: number
  decisions: Decision[]
  /** Set when the whole lane stands still until a decision: trolly gone, ordered elsewhere, unknown format. */
  held: Refusal | null
  checkout: 'none' | 'queued' | 'underWay' | 'refused'
  /** A checkout is under way and unanswered, or the lane is held: nothing may be changed now. */
  readOnly: boolean
}

/** Ordered or deleted, here or elsewhere, or waiting as a whole for a decision: nothing of it can be ordered now. */
export const isClosed = ({ held, state }: Pick<TrollyView, 'held' | 'state'>): boolean =>
  held !== null || state !== 'open'

const layOver = (draft: TrollyDraft, queued: QueuedOperation): void => {
  const { operation, state } = queued
  if (state === 'attention') {
    markDecision(draft, queued)
    return
  }
  OPERATION_KINDS[operation.kind].apply(draft, operation as never)
  if (!isLineOperation(operation)) return
  const line = draft.lines.get(operation.product_no)
  if (line && line.state !== 'attention') line.state = lineStateOf(state)
}

const lineStateOf = (state: OperationState): LineState => (state === 'pending' ? 'waiting' : state)

/** What was refused is not laid over: the line shows what stands on the server, and the choice beside it. */
const markDecision = (draft: TrollyDraft, { opId, operation, refusal }: QueuedOperation): void => {
  if (!refusal || !isLineOperation(operation)) {
    // A refused create still shows its trolly: there is nothing on the server to show instead.
    if (operation.kind === 'create') OPERATION_KINDS.create.apply(draft, operation)
    return
  }
  const line = draft.lines.get(operation.product_no) ?? absentLine(operation.product_no)
  draft.lines.set(operation.product_no, {
    ...line,
    state: 'attention',
    decision: { opId, operation, refusal },
  })
}

const absentLine = (product_no: string): LineView => ({
  product_no,
  quantity: 0,
  version: 0,
  removed: true,
  seenPricePence: null,
  addedAt: '',
  state: 'sent',
  decision: null,
})

const inOrder = (lines: Map<string, LineView>): LineView[] => {
  const shown = [...lines.values()].filter((line) => !line.removed || line.decision)
  return shown.sort((a, b) => order(a.addedAt, b.addedAt) || order(a.product_no, b.product_no))
}

/** By code units: instants and numbers need no language's order, which takes ten times as long. */
const order = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

const queueStates = (
  queue: readonly QueuedOperation[],
): Pick<TrollyView, 'waitingCount' | 'decisions' | 'held' | 'checkout' | 'readOnly'> => {
  const checkout = queue.find(({ operation }) => operation.kind === 'checkout')
  const held = queue.find(({ state }) => state === 'held')?.refusal ?? null
  const checkoutState = stateOfCheckout(checkout)
  return {
    waitingCount: queue.filter(({ state }) => state === 'pending' || state === 'sending').length,
    decisions: queue.flatMap(({ opId, operation, refusal, state }) =>
      state === 'attention' && refusal ? [{ opId, operation, refusal }] : [],
    ),
    held,
    checkout: checkoutState,
    readOnly: held !== null || checkoutState === 'underWay',
  }
}

const stateOfCheckout = (checkout: QueuedOperation | undefined): TrollyView['checkout'] => {
  if (!checkout) return 'none'
  if (checkout.state === 'attention') return 'refused'
  return isUnanswered(checkout) ? 'underWay' : 'queued'
}
