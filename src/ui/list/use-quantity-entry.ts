import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useCommitWhenLeaving } from '#src/ui/form/use-commit-when-leaving.ts'
import {
  NOTHING_ENTERED,
  parseQuantity,
  type QuantityEntry,
  shownQuantity,
  standingQuantity,
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

type Options = {
  value: number
  max: number
  onChange: QuantityHandler
  /** The typed text is invalid and its box unmounts, so it has to be reported elsewhere. */
  onLost: (problem: string) => void
}

export function useQuantityEntry({ value, max, onChange, onLost }: Options) {
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
  function update(next: QuantityEntry) {
    latest.current = next
    setEntry(next)
  }

  const hasSent = entry.sent.length > 0
  useEffect(() => {
    if (!hasSent) return
    const timer = setTimeout(() => setEntry(withoutSent), UNANSWERED_MS)
    return () => clearTimeout(timer)
  }, [hasSent])

  function send(quantity: number, kind: QuantityChange['entry']) {
    const by = quantity - standingQuantity(latest.current, value)
    if (by === 0) {
      type(undefined)
      return
    }
    setProblem(undefined)
    update(withSent(latest.current, quantity))
    const outcome = onChange({ quantity, by, entry: kind })
    if (outcome instanceof Promise) {
      outcome.catch((error: unknown) => {
        update(withoutSent(latest.current))
        throw error
      })
    }
  }

  /** undefined: nothing is being typed, so the stored quantity shows. Typing that again must not hold it when it changes. */
  function type(draft: string | undefined) {
    setProblem(undefined)
    const untyped = { ...latest.current, draft: undefined }
    update(draft === shownQuantity(untyped, value) ? untyped : { ...untyped, draft })
  }

  /** Hands a typed quantity on. @returns why it cannot be, if so */
  function commit(): string | undefined {
    const { draft } = latest.current
    if (draft === undefined) return
    if (draft.trim() === '') {
      type(undefined)
      return
    }
    const parsed = parseQuantity(draft, max)
    if (parsed.problem === undefined) send(parsed.quantity, 'typed')
    else setProblem(parsed.problem)
    return parsed.problem
  }

  function step(by: number): number {
    // A step starts from digits not yet handed on.
    const typed = parseQuantity(latest.current.draft ?? '', max).quantity
    const from = typed ?? standingQuantity(latest.current, value)
    const quantity = Math.max(0, Math.min(max, from + by))
    send(quantity, typed === undefined ? 'step' : 'typed')
    return quantity
  }

  useCommitWhenLeaving((why) => {
    const refused = commit()
    if (refused !== undefined && why === 'gone') onLost(refused)
  })

  return {
    shown: shownQuantity(entry, value),
    standing: standingQuantity(entry, value),
    problem,
    type,
    commit,
    step,
  }
}
