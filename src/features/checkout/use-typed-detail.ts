import { useLayoutEffect, useRef, useState } from 'react'
import type { TrollyView } from '#domain/trollies/view.ts'
import { tidyLine, tidyLines } from '#domain/typed-text.ts'
import { tellUpdated } from '#src/device/change-details.ts'
import { useUserDevice } from '#src/device/device-context.tsx'
import { showFailure } from '#src/device/show-failure.ts'
import { useCommitWhenLeaving } from '#src/ui/form/use-commit-when-leaving.ts'

/** The most typing that a closed tab, or an order placed elsewhere, can lose. */
export const TYPING_PAUSE_MS = 700

/**
 * Saves while typing: after a pause, on leaving the field or page, and before the order. Typed text wins over updates
 * and is sent with the version seen at its start, so that the server offers a choice instead of losing one. @returns
 * the field's props
 */
export const useTypedDetail = (trolly: TrollyView, name: 'poNumber' | 'instructions') => {
  const { outbox } = useUserDevice()
  const value = trolly[name]
  const { id, isDraft, detailsVersion } = trolly
  const [draft, setDraft] = useState<string>()
  const isFocused = useRef(false)
  /** Stored but not told yet. Saving at each pause is one change to the person who types. */
  const isToTell = useRef(false)
  const timer = useRef<number>(undefined)
  const typing = useRef<Typing>({ base: value, seenVersion: detailsVersion, underWay: Promise.resolve() })

  useLayoutEffect(() => {
    typing.current = noticed(typing.current, value, detailsVersion)
    // Committed text shows until the trolly has it or newer text.
    if (!isFocused.current && typing.current.typed === undefined) setDraft(undefined)
  }, [value, detailsVersion])

  const keep = async (typed: string, known: string): Promise<void> => {
    const text = name === 'poNumber' ? tidyLine(typed) : tidyLines(typed)
    if (text === known) return
    typing.current.handed = text
    try {
      const { seenVersion } = typing.current
      await outbox.append(id, { kind: 'details', changes: { [name]: text } }, { detailsVersion: seenVersion })
      isToTell.current = !isDraft
    } catch (error) {
      // Not saved: retried with the next key or on leaving the field.
      typing.current.typed ??= typed
      typing.current.handed = undefined
      throw error
    }
  }

  /** Resolves once all typed text is stored. */
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
  const finish = async (): Promise<void> => {
    await commitOrTell()
    if (isToTell.current) tellUpdated()
    isToTell.current = false
  }
  useCommitWhenLeaving((why) => (why === 'asked' ? commit() : finish()))

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
      await finish()
      const { typed, handed } = typing.current
      if (!isFocused.current && typed === undefined && handed === undefined) setDraft(undefined)
    },
  }
}

type Typing = {
  typed?: string | undefined
  /** Committed, but not yet in the trolly. */
  handed?: string | undefined
  /** The trolly's text when typing began or what was committed since, with its newest version. */
  base: string
  seenVersion: number
  underWay: Promise<void>
}

/** Our own echo or an unchanged text updates the version; another text applies only if nothing is typed. */
const noticed = (typing: Typing, value: string, detailsVersion: number): Typing => {
  if (value === typing.base) return { ...typing, seenVersion: detailsVersion }
  const isOwn = value === typing.handed || typing.typed === undefined
  return { ...typing, handed: undefined, ...(isOwn && { base: value, seenVersion: detailsVersion }) }
}
