import { isUnanswered, isUntouched } from '#domain/outbox/operation.ts'
import { LINES_MAX, QUANTITY_MAX, type TrollyHead, type TrollyLine } from '#domain/trolly.ts'
import { OPERATION_KINDS } from './kinds.ts'
import {
  isLineOperation,
  type LineOperation,
  type Operation,
  type QueuedOperation,
  type Terms,
} from './operation.ts'
import { OperationRefused } from './refused.ts'
import { type TrollyView, viewTrolly } from './view.ts'

/** Folds, appends or cancels; pure, for one transaction. @throws OperationRefused if not allowed; nothing is written */
export const planAppend = (parts: AppendParts): AppendPlan => {
  const view = requireEditable(parts)
  // Two tabs may both add a trolly's first product.
  if (parts.operation.kind === 'create' && view) return { takenBack: [], write: null }
  const takenBack = checkoutsToTakeBack(parts)
  const { operation } = parts
  if (isLineOperation(operation)) {
    const line = { ...parts, operation, view, takenBack }
    return withoutTerms(planLine(line), line)
  }
  if (operation.kind === 'terms') return planTerms({ ...parts, operation, view, takenBack })
  if (
    operation.kind === 'checkout' &&
    view &&
    view.decisions.some(({ operation: { kind } }) => kind !== 'checkout')
  )
    throw new OperationRefused('decision_needed')
  return { takenBack, ...planTrolly(parts) }
}

export type AppendParts = {
  head: TrollyHead | undefined
  lines: readonly TrollyLine[]
  queue: readonly QueuedOperation[]
  operation: Operation
  seen?: Seen | undefined
}

/** The version on screen when the edit began, which may be older than the stored one. */
export type Seen = { detailsVersion: number }

export type AppendPlan = {
  /** Operations leaving the queue: queued checkouts, a decision this one makes, an addition it undoes. */
  takenBack: string[]
  write: { into: string | null; operation: Operation; expectedVersion: number | null } | null
}

const requireEditable = ({ operation, ...parts }: AppendParts): TrollyView | undefined => {
  const view = viewTrolly(parts)
  if (operation.kind === 'create') return view
  if (!view) throw new OperationRefused('trolly_unknown')
  if (view.held) throw new OperationRefused('trolly_held')
  if (view.checkout === 'underWay') throw new OperationRefused('checkout_under_way')
  if (view.state !== 'open' && operation.kind !== 'delete') throw new OperationRefused('trolly_closed')
  return view
}

/** An edit withdraws a checkout that was refused or never attempted. A review of others' changes stays until answered. */
const checkoutsToTakeBack = ({ queue, operation }: Pick<AppendParts, 'queue' | 'operation'>): string[] =>
  queue
    .filter((queued) => queued.operation.kind === 'checkout' && !isUnanswered(queued))
    .filter(({ refusal }) => operation.kind !== 'details' || refusal?.code !== 'changed')
    .map(({ opId }) => opId)

/** Whether this withdraws an order waiting to be sent. If so, tell the person. */
export const takesBackOrder = ({ queue, operation }: Pick<AppendParts, 'queue' | 'operation'>): boolean => {
  if (operation.kind === 'checkout') return false
  const taken = checkoutsToTakeBack({ queue, operation })
  return queue.some(({ opId, state }) => taken.includes(opId) && state !== 'attention')
}

type LineParts = AppendParts & { operation: LineOperation; view: TrollyView | undefined; takenBack: string[] }

/** What was refused or waits for the same line goes with it: the last state of each field wins. Does nothing to a line that is gone. */
const planTerms = ({ view, queue, operation, takenBack }: TermsParts): AppendPlan => {
  const { product_no } = operation
  const line = view?.lines.find((shown) => shown.product_no === product_no)
  if (!line || line.removed) return { takenBack, write: null }
  const ofLine = queue.filter((queued) => isTermsOf(queued, product_no))
  const refused = ofLine.filter(({ state }) => state === 'attention')
  const into = ofLine.findLast(isUntouched)
  const before = ofLine.filter((queued) => queued === into || refused.includes(queued))
  const together: Terms = Object.assign({}, ...before.map((queued) => queued.operation), operation)
  return {
    takenBack: [...takenBack, ...refused.map(({ opId }) => opId)],
    write: { into: into?.opId ?? null, operation: together, expectedVersion: null },
  }
}

type TermsParts = Pick<AppendParts, 'queue'> & {
  operation: Terms
  view: TrollyView | undefined
  takenBack: string[]
}

const isTermsOf = ({ operation }: QueuedOperation, product_no: string): boolean =>
  operation.kind === 'terms' && operation.product_no === product_no

/** A removed line loses its terms, so those that never left go with it. */
const withoutTerms = (plan: AppendPlan, { queue, operation }: LineParts): AppendPlan => {
  if (operation.kind !== 'remove') return plan
  const lost = queue.filter(
    (queued) =>
      isTermsOf(queued, operation.product_no) && (isUntouched(queued) || queued.state === 'attention'),
  )
  return { ...plan, takenBack: [...plan.takenBack, ...lost.map(({ opId }) => opId)] }
}

const planLine = (parts: LineParts): AppendPlan => {
  const { view, queue } = parts
  const { product_no } = parts.operation
  const ofLine = queue.filter(
    ({ operation }) => isLineOperation(operation) && operation.product_no === product_no,
  )
  const shown = view?.lines.find((line) => line.product_no === product_no)
  const present = shown && !shown.removed ? shown.quantity : 0
  requireInBounds({ operation: parts.operation, present, lineCount: view?.lines.length ?? 0 })

  const refused = ofLine.find(({ state }) => state === 'attention')
  if (refused) return overDecision({ ...parts, refused, present })

  const rowVersion = parts.lines.find((line) => line.product_no === product_no)?.version ?? 0
  const waiting = ofLine.findLast(isUntouched)
  const firstExpected = ofLine.find(({ expectedVersion }) => expectedVersion !== null)?.expectedVersion
  const seenVersion = firstExpected ?? rowVersion
  if (!waiting) {
    if (parts.operation.kind === 'remove' && present === 0) return { takenBack: parts.takenBack, write: null }
    return write({ ...parts, into: null, operation: parts.operation, seenVersion })
  }
  const folded = OPERATION_KINDS[parts.operation.kind].foldAfter(parts.operation as never, waiting.operation)
  if (!folded) return write({ ...parts, into: null, operation: parts.operation, seenVersion })
  if (folded.kind === 'remove' && rowVersion === 0 && ofLine.length === 1)
    return { takenBack: [...parts.takenBack, waiting.opId], write: null }
  return write({ ...parts, into: waiting.opId, operation: folded, seenVersion })
}

/** Editing a line in conflict decides it, based on the version in the refusal. */
const overDecision = (parts: LineParts & { refused: QueuedOperation; present: number }): AppendPlan => {
  const { refused, present, operation } = parts
  const takenBack = [...parts.takenBack, refused.opId]
  const serverLine = refused.refusal?.line
  const rowVersion = parts.lines.find((line) => line.product_no === operation.product_no)?.version ?? 0
  const seenVersion = serverLine === undefined ? rowVersion : (serverLine?.version ?? 0)
  if (operation.kind === 'remove' && present === 0) return { takenBack, write: null }
  // An addition to a conflicting line is sent as the total shown: as a sum it could give another number.
  const decided: LineOperation =
    operation.kind === 'add' && serverLine !== undefined
      ? {
          kind: 'set',
          product_no: operation.product_no,
          quantity: present + operation.quantity,
          seenPricePence: operation.seenPricePence,
          addedAt: operation.addedAt,
        }
      : operation
  return write({ takenBack, into: null, operation: decided, seenVersion })
}

const write = (parts: {
  takenBack: string[]
  into: string | null
  operation: Operation
  seenVersion: number
}): AppendPlan => ({
  takenBack: parts.takenBack,
  write: {
    into: parts.into,
    operation: parts.operation,
    expectedVersion: parts.operation.kind === 'add' ? null : parts.seenVersion,
  },
})

const requireInBounds = (asked: { operation: LineOperation; present: number; lineCount: number }): void => {
  const { operation, present, lineCount } = asked
  if (operation.kind === 'remove') return
  const quantity = operation.kind === 'add' ? present + operation.quantity : operation.quantity
  if (!Number.isInteger(operation.quantity) || operation.quantity < 1 || quantity > QUANTITY_MAX)
    throw new OperationRefused('quantity_out_of_range')
  if (present === 0 && lineCount >= LINES_MAX) throw new OperationRefused('too_many_lines')
}

/** Details and deletion carry the version seen; repeats fold into the first that is still waiting. */
const planTrolly = ({ head, queue, operation, seen }: AppendParts): Pick<AppendPlan, 'write'> => {
  const refusedAlike = queue.some(
    (queued) =>
      queued.state === 'attention' &&
      queued.operation.kind === operation.kind &&
      operation.kind !== 'checkout',
  )
  if (refusedAlike) throw new OperationRefused('decision_needed')
  for (const waiting of queue.filter(isUntouched).reverse()) {
    const folded = OPERATION_KINDS[operation.kind].foldAfter(operation as never, waiting.operation)
    if (folded)
      return { write: { into: waiting.opId, operation: folded, expectedVersion: waiting.expectedVersion } }
  }
  return {
    write: { into: null, operation, expectedVersion: seenTrollyVersion({ head, queue, operation, seen }) },
  }
}

const seenTrollyVersion = ({ head, queue, operation, seen }: Omit<AppendParts, 'lines'>): number | null => {
  if (operation.kind !== 'details' && operation.kind !== 'delete') return null
  const earlier = queue.find(
    (queued) => queued.operation.kind === operation.kind && queued.state !== 'attention',
  )
  if (earlier) return earlier.expectedVersion
  return (operation.kind === 'details' ? (seen?.detailsVersion ?? head?.detailsVersion) : head?.version) ?? 0
}
