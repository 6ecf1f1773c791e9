import { type Lane, laneOf, type OutboxRecord } from './outbox/record.ts'
import type { KindRules } from './outbox/rules.ts'

/** A product that a customer's usual order leaves out, for all its users. The last state wins: there are no versions and no conflicts. */
export type Dismissal = {
  product_no: string
  /** ISO instant. */
  dismissedAt: string
}

export const DISMISSALS = 'dismissals'

export const dismissalsLane = (customerId: string): Lane => laneOf(DISMISSALS, customerId)

export type DismissalOperation = { kind: 'dismiss' | 'putBack'; product_no: string; at: string }

export type DismissalRecord = OutboxRecord<DismissalOperation>

/** A refused change is dropped, leaving the server's list. */
const rules: KindRules<DismissalOperation, DismissalOperation> = {
  subject: ({ product_no }) => product_no,
  foldAfter: (operation) => operation,
  isDone: () => true,
  repeatable: true,
  gathers: true,
}

export const DISMISSAL_KINDS = { dismiss: rules, putBack: rules }

const viewDismissals = (
  stored: readonly Dismissal[],
  queue: readonly Pick<DismissalRecord, 'operation'>[],
): Dismissal[] => {
  const all = new Map(stored.map((dismissal) => [dismissal.product_no, dismissal]))
  for (const { operation } of queue) {
    const { kind, product_no, at } = operation
    if (kind === 'putBack') all.delete(product_no)
    else all.set(product_no, { product_no, dismissedAt: at })
  }
  return [...all.values()]
}

export const dismissalsShown = (customerId: string) => ({
  lane: dismissalsLane(customerId),
  rules: DISMISSAL_KINDS,
  view: viewDismissals,
})

type NameOf = (product_no: string) => string

export const dismissalText = ({ kind, product_no }: DismissalOperation, nameOf: NameOf): string =>
  `${kind === 'dismiss' ? 'Not again' : 'Put back'}: ${nameOf(product_no)}`
