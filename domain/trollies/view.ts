import { isUnanswered, type OperationState } from '#domain/outbox/operation.ts'
import { compareCodes } from '#domain/plain-text.ts'
import type { TrollyHead, TrollyLine } from '#domain/trolly.ts'
import { OPERATION_KINDS } from './kinds.ts'
import type { Decision, LineState, LineView, ViewInProgress } from './line-view.ts'
import { isAboutLine, isLineOperation, type QueuedOperation, type Refusal } from './operation.ts'

/** The server's last rows with the waiting operations applied. Nothing is patched or rolled back. */
export const viewTrolly = ({ head, lines, queue }: TrollyParts): TrollyView | undefined => {
  const draft: ViewInProgress = {
    head,
    lines: new Map(
      lines.map((line) => [line.product_no, { ...line, state: 'sent' as const, decision: null }]),
    ),
  }
  for (const queued of queue) layOver(draft, queued)
  if (!draft.head) return undefined
  const isDraft = draft.head.version === 0 && queue.length === 0
  return { ...draft.head, isDraft, lines: inOrder(draft.lines), ...queueStates(queue) }
}

export type TrollyParts = {
  /** undefined: made on this device, and the server has not confirmed it. */
  head: TrollyHead | undefined
  lines: readonly TrollyLine[]
  queue: readonly QueuedOperation[]
}

export type TrollyView = TrollyHead & {
  /** Only this device has it, until its first line: see src/sync/trollies/drafts.ts. */
  isDraft: boolean
  /** Present lines in order of arrival, then removed ones that need a decision. */
  lines: LineView[]
  waitingCount: number
  decisions: Decision[]
  /** Blocks the lane until a decision: trolly deleted, ordered elsewhere, unknown format. */
  held: Refusal | null
  checkout: 'none' | 'queued' | 'underWay' | 'refused'
  /** A checkout is unanswered, or the lane is held. */
  readOnly: boolean
}

/** Ordered, deleted or held: it cannot be ordered now. */
export const isClosed = ({ held, state }: Pick<TrollyView, 'held' | 'state'>): boolean =>
  held !== null || state !== 'open'

const layOver = (draft: ViewInProgress, queued: QueuedOperation): void => {
  const { operation, state } = queued
  if (state === 'attention') {
    markDecision(draft, queued)
    return
  }
  OPERATION_KINDS[operation.kind].apply(draft, operation as never)
  if (!isAboutLine(operation)) return
  const line = draft.lines.get(operation.product_no)
  if (line && line.state !== 'attention') line.state = lineStateOf(state)
}

const lineStateOf = (state: OperationState): LineState => (state === 'pending' ? 'waiting' : state)

/** A refused operation is not applied: the line shows the server's state and the choice beside it. */
const markDecision = (draft: ViewInProgress, { opId, operation, refusal }: QueuedOperation): void => {
  if (!refusal || !isLineOperation(operation)) {
    // A refused create still shows its trolly, as the server has none.
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

/** Server lines by its clock, then local ones by the device's: mixing them would reorder lines while they are sent. */
const inOrder = (lines: Map<string, LineView>): LineView[] => {
  const shown = [...lines.values()].filter((line) => !line.removed || line.decision)
  return shown.sort(
    (a, b) =>
      Number(isUnsent(a)) - Number(isUnsent(b)) ||
      compareCodes(a.addedAt, b.addedAt) ||
      compareCodes(a.product_no, b.product_no),
  )
}

const isUnsent = ({ version }: LineView): boolean => version === 0

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
