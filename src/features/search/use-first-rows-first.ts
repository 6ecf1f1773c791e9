import { type RefObject, startTransition, useEffect, useMemo, useState } from 'react'
import type { FoundForTrolly } from './find-for-trolly.ts'

/**
 * The rows to draw of what was found. A letter typed shows those that a phone's screen holds; the others, out of sight,
 * follow when the typing pauses or the person turns to the list. Drawn after each letter they would be in the way of the
 * next one, which throws them away again.
 *
 * @param list where the rows are drawn
 */
export const useFirstRowsFirst = (
  found: FoundForTrolly | undefined,
  list: RefObject<HTMLElement | null>,
): FoundForTrolly['data'] => {
  // Another answer to the same search has the same body, and takes no row away for a moment.
  const body = found?.body
  const [wholeBody, setWholeBody] = useState(body)
  // Nothing was typed before the first answer.
  if (wholeBody === undefined && body !== undefined) setWholeBody(body)
  const isTyped = wholeBody?.queryString !== body?.queryString
  const isWhole = wholeBody === body || (found?.data.length ?? 0) <= FIRST_ROWS

  useEffect(() => {
    if (isWhole) return
    const drawAll = () => startTransition(() => setWholeBody(body))
    const section = list.current
    // Another page or order was asked for, or the first rows leave room below them.
    if (!isTyped || !section || section.getBoundingClientRect().bottom < window.innerHeight) {
      drawAll()
      return
    }
    const timer = setTimeout(drawAll, PAUSE_MS)
    window.addEventListener('scroll', drawAll, { passive: true, once: true })
    section.addEventListener('focusin', drawAll, { once: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', drawAll)
      section.removeEventListener('focusin', drawAll)
    }
  }, [body, isWhole, isTyped, list])

  const rows = found?.data ?? NO_ROWS
  return useMemo(() => (isWhole ? rows : rows.slice(0, FIRST_ROWS)), [rows, isWhole])
}

/** As many as a phone shows, and one more. */
const FIRST_ROWS = 5
/** Longer than from one key to the next. */
const PAUSE_MS = 300

const NO_ROWS: FoundForTrolly['data'] = []
