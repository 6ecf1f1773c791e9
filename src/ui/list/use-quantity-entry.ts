import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCommitWhenLeaving } from '#src/ui/form/use-commit-when-leaving.ts'
import {
  NOTHING_ENTERED,
  parseQuantity,
  type QuantityEntry,
  type QuantityLimits,
  shownQuantity,
  standingQuantity,
  stepQuantity,
  withDraft,
  withoutSent,
  withSent,
  withValue,
} from './quantity-entry.ts'

/** What a person did. `by` is the difference from what they saw: a step adds it, a typed number sets `quantity`. */
export type QuantityChange = { quantity: number; by: number; entry: 'step' | 'typed' }

/**
 * Takes the change on. May return a promise: its rejection puts the box back to its value and is passed on. The owner
 * reports what went wrong; the box only goes back to the value.
 */
export type QuantityHandler = (change: QuantityChange) => unknown

/** After this long a change that the owner has neither taken nor refused is no longer shown as if it were kept. */
const UNANSWERED_MS = 10_000

type Options = QuantityLimits & {
  value: number
  onChange: QuantityHandler
  /** What was typed cannot be, and its box goes away with it: said elsewhere, or nobody would ever know. */
  onLost: (problem: string) => void
}

/** The state of one quantity box; rules are in quantity-entry.ts. */
export function useQuantityEntry({ value, onChange, onLost, ...limits }: Options) {
  const [entry, setEntry] = useState<QuantityEntry>(NOTHING_ENTERED)
  const [seenValue, setSeenValue] = useState(value)
  const [problem, setProblem] = useState<string>()
  if (seenValue !== value) {
    setSeenValue(value)
    setEntry((current) => withValue(current, value))
  }
  // What stands right now. Enter moves the focus, which leaves the box, before anything is rendered again: the second
  // of the two must see what the first has done, or it would hand the same digits on twice.
  const latest = useRef(entry)
  useLayoutEffect(() => {
    latest.current = entry
  })
  function update(change: (current: QuantityEntry) => QuantityEntry) {
    latest.current = change(latest.current)
    setEntry(latest.current)
  }

  const hasSent = entry.sent.length > 0
  useEffect(() => {
    if (!hasSent) return
    const timer = setTimeout(() => setEntry(withoutSent), UNANSWERED_MS)
    return () => clearTimeout(timer)
  }, [hasSent])

  function send(quantity: number, kind: QuantityChange['entry']) {
    const before = standingQuantity(latest.current, value)
    setProblem(undefined)
    if (quantity === before) {
      update((current) => withDraft(current, undefined))
      return
    }
    update((current) => withSent(current, quantity))
    const outcome = onChange({ quantity, by: quantity - before, entry: kind })
    if (outcome instanceof Promise) {
      outcome.catch((error: unknown) => {
        update(withoutSent)
        throw error
      })
    }
  }

  /** True where nothing was typed, or what was typed is a quantity and has been handed on. */
  function commit(): boolean {
    const { draft } = latest.current
    if (draft === undefined) return true
    if (draft.trim() === '') {
      revert()
      return true
    }
    const parsed = parseQuantity(draft, limits)
    if ('problem' in parsed) {
      setProblem(parsed.problem)
      return false
    }
    send(parsed.quantity, 'typed')
    return true
  }

  function revert() {
    setProblem(undefined)
    update((current) => withDraft(current, undefined))
  }

  function type(text: string) {
    setProblem(undefined)
    update((current) => withDraft(current, text))
  }

  /** Returns the quantity that it leads to. */
  function step(direction: 1 | -1): number {
    // Digits typed but not yet handed on count as where the step starts from.
    const { draft } = latest.current
    const parsed = draft === undefined ? undefined : parseQuantity(draft, limits)
    const from = parsed && 'quantity' in parsed ? parsed.quantity : standingQuantity(latest.current, value)
    const quantity = stepQuantity(from, direction, limits)
    send(quantity, parsed && 'quantity' in parsed ? 'typed' : 'step')
    return quantity
  }

  useCommitWhenLeaving((why) => {
    const { draft } = latest.current
    if (commit() || why !== 'gone') return
    const parsed = parseQuantity(draft ?? '', limits)
    if ('problem' in parsed) onLost(parsed.problem)
  })

  return {
    shown: shownQuantity(entry, value),
    standing: standingQuantity(entry, value),
    problem,
    type,
    commit,
    revert,
    step,
  }
}
