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

/** `by` is the difference from the number on screen: a step adds it, a typed number sets `quantity`. */
export type QuantityChange = { quantity: number; by: number; entry: 'step' | 'typed' }

/** If it returns a promise, a rejection resets the box and is passed on; the owner reports the error. */
export type QuantityHandler = (change: QuantityChange) => unknown

/** After this long an unanswered change is no longer shown. */
const UNANSWERED_MS = 10_000

type Options = QuantityLimits & {
  value: number
  onChange: QuantityHandler
  /** The typed text is invalid and its box unmounts, so it has to be reported elsewhere. */
  onLost: (problem: string) => void
}

export function useQuantityEntry({ value, onChange, onLost, ...limits }: Options) {
  const [entry, setEntry] = useState<QuantityEntry>(NOTHING_ENTERED)
  const [seenValue, setSeenValue] = useState(value)
  const [problem, setProblem] = useState<string>()
  if (seenValue !== value) {
    setSeenValue(value)
    setEntry((current) => withValue(current, value))
  }
  // Enter commits and then blurs before the next render: without a ref the digits would be handed on twice.
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

  /** True if nothing was typed, or a valid quantity was handed on. */
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

  function step(direction: 1 | -1): number {
    // A step starts from digits not yet handed on.
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
