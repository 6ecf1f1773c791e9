import type { Declared } from './safety-notices.ts'

type Change = {
  product_no: string
  before: Declared
  after: Declared
}

/** Changes of one product that nobody has confirmed, as one: from before the first to after the last. */
export type CollapsedChange<Of> = { before: Declared; after: Declared; changes: Of[] }

/**
 * A product whose allergens are what they were before the first unconfirmed change has nothing to tell.
 * @param changes in the order in which they were made
 */
export const collapseChanges = <Of extends Change>(changes: readonly Of[]): CollapsedChange<Of>[] => {
  const byProduct = new Map<string, CollapsedChange<Of>>()
  for (const change of changes) {
    const { product_no, before, after } = change
    const earlier = byProduct.get(product_no)
    byProduct.set(product_no, {
      before: earlier?.before ?? before,
      after,
      changes: [...(earlier?.changes ?? []), change],
    })
  }
  return [...byProduct.values()].filter(({ before, after }) => !isSameDeclared(before, after))
}

export const isSameDeclared = (one: Declared, other: Declared): boolean =>
  isSameList(one.contains, other.contains) && isSameList(one.mayContain, other.mayContain)

/** An undeclared list is not an empty one. */
const isSameList = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((allergen) => other.includes(allergen))

/** What the office must do about a customer whom a notice names. */
export const SAFETY_STATES = ['to_phone', 'seen', 'acknowledged', 'phoned', 'cancelled'] as const
export type SafetyState = (typeof SAFETY_STATES)[number]

export type ReadingKind = 'read' | 'acknowledged' | 'phoned'

/** @param isCancelled whether later changes have undone it before the customer confirmed it */
export const safetyStateOf = (kinds: ReadonlySet<ReadingKind>, isCancelled: boolean): SafetyState => {
  if (kinds.has('acknowledged')) return 'acknowledged'
  if (kinds.has('phoned')) return 'phoned'
  if (isCancelled) return 'cancelled'
  return kinds.has('read') ? 'seen' : 'to_phone'
}

type NoticeOf = {
  id: string
  /** The order in which they were made. */
  sequence: number
  /** null: a recall. */
  change: { product_no: string; before: Declared; after: Declared } | null
}

type Reading = { noticeId: string; customerId: string; kind: ReadingKind }

/**
 * How far notices have got with each customer whom they name.
 * @param notices with every other change of the same products, which may have undone them
 * @param readings of the notices' current editions
 * @returns the states by notice, then by customer
 */
export const safetyStates = (
  notices: readonly NoticeOf[],
  named: readonly { noticeId: string; customerId: string }[],
  readings: readonly Reading[],
): Map<string, Map<string, SafetyState>> => {
  const inOrder = notices.toSorted((one, other) => one.sequence - other.sequence)
  const kinds = new Map<string, Map<string, Set<ReadingKind>>>()
  for (const { noticeId, customerId } of named) setOf(setOf(kinds, customerId, newMap), noticeId, newSet)
  for (const { noticeId, customerId, kind } of readings) kinds.get(customerId)?.get(noticeId)?.add(kind)
  const states = new Map<string, Map<string, SafetyState>>()
  for (const [customerId, ofCustomer] of kinds) {
    const unconfirmed = inOrder.flatMap(({ id, change }) => {
      const own = ofCustomer.get(id)
      return change === null || own === undefined || isConfirmed(own) ? [] : [{ id, ...change }]
    })
    const told = new Set(collapseChanges(unconfirmed).flatMap(({ changes }) => changes.map(({ id }) => id)))
    const cancelled = new Set(unconfirmed.map(({ id }) => id).filter((id) => !told.has(id)))
    for (const [noticeId, own] of ofCustomer)
      setOf(states, noticeId, newMap<SafetyState>).set(
        customerId,
        safetyStateOf(own, cancelled.has(noticeId)),
      )
  }
  return states
}

const isConfirmed = (kinds: ReadonlySet<ReadingKind>): boolean =>
  kinds.has('acknowledged') || kinds.has('phoned')

const newMap = <Value>(): Map<string, Value> => new Map()
const newSet = (): Set<ReadingKind> => new Set()

const setOf = <Value>(map: Map<string, Value>, key: string, make: () => Value): Value => {
  const found = map.get(key) ?? make()
  map.set(key, found)
  return found
}
