import { useLayoutEffect, useRef, useState } from 'react'
import type { TrollyView } from '#domain/operations/view.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useCommitWhenLeaving } from '#src/ui/form/use-commit-when-leaving.ts'

/** After this long without a key what was typed is kept: all that a closed tab, or an order placed elsewhere, can lose. */
export const TYPING_PAUSE_MS = 700

/**
 * A text about the whole order, kept on this device as it is typed: after a pause, when its field is left, when the page
 * goes away, and before the order is placed. What was typed stays in its field whatever comes from elsewhere meanwhile;
 * it is sent upon the version that was seen when it was begun, so that the server makes a choice of it and not a loss.
 *
 * @returns what its field takes
 */
export const useTypedDetail = (trolly: TrollyView, name: 'poNumber' | 'instructions') => {
  const { outbox } = useUserDevice()
  const value = trolly[name]
  const { id, detailsVersion } = trolly
  const [draft, setDraft] = useState<string>()
  const isFocused = useRef(false)
  const timer = useRef<number>(undefined)
  const typing = useRef<Typing>({ base: value, seenVersion: detailsVersion, underWay: Promise.resolve() })

  useLayoutEffect(() => {
    typing.current = noticed(typing.current, value, detailsVersion)
    // What was handed on shows until the trolly says it, or something newer.
    if (!isFocused.current && typing.current.typed === undefined) setDraft(undefined)
  }, [value, detailsVersion])

  const keep = async (typed: string, known: string): Promise<void> => {
    const text = typed.trim()
    if (text === known) return
    typing.current.handed = text
    try {
      const { seenVersion } = typing.current
      await outbox.append(id, { kind: 'details', changes: { [name]: text } }, { detailsVersion: seenVersion })
    } catch (error) {
      // Not kept: it is still only here, and tried again with the next key or when it is left.
      typing.current.typed ??= typed
      typing.current.handed = undefined
      throw error
    }
  }

  /** Resolves once all that was typed so far is on this device. */
  const commit = (): Promise<void> => {
    clearTimeout(timer.current)
    const { typed, handed } = typing.current
    if (typed === undefined) return typing.current.underWay
    typing.current.typed = undefined
    const before = typing.current.underWay.catch(() => {})
    const kept = before.then(() => keep(typed, handed ?? value))
    typing.current.underWay = kept
    return kept
  }
  const commitOrTell = () => commit().catch(showFailure)
  useCommitWhenLeaving((why) => (why === 'asked' ? commit() : commitOrTell()))

  return {
    name,
    value: draft ?? value,
    disabled: trolly.readOnly,
    onChange: ({ currentTarget: { value: typed } }: { currentTarget: { value: string } }) => {
      typing.current.typed = typed
      setDraft(typed)
      clearTimeout(timer.current)
      timer.current = window.setTimeout(commitOrTell, TYPING_PAUSE_MS)
    },
    onFocus: () => {
      isFocused.current = true
    },
    onBlur: async () => {
      isFocused.current = false
      await commitOrTell()
      const { typed, handed } = typing.current
      if (!isFocused.current && typed === undefined && handed === undefined) setDraft(undefined)
    },
  }
}

type Typing = {
  /** Not handed on yet. */
  typed?: string | undefined
  /** Handed on, and not shown by the trolly yet. */
  handed?: string | undefined
  /** What the trolly said when typing began, or what was handed on since; and the newest version that says so. */
  base: string
  seenVersion: number
  underWay: Promise<void>
}

/** The trolly says something now: its own echo and silence move the version on, another's text only where none is typed. */
const noticed = (typing: Typing, value: string, detailsVersion: number): Typing => {
  if (value === typing.base) return { ...typing, seenVersion: detailsVersion }
  const isOwn = value === typing.handed || typing.typed === undefined
  return { ...typing, handed: undefined, ...(isOwn && { base: value, seenVersion: detailsVersion }) }
}
