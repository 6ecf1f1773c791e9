import { type RefObject, startTransition, useEffect, useMemo, useState } from 'react'
import type { FoundForTrolly } from '#src/features/search/engine/find-for-trolly.ts'

/** Draws one screen of rows while typing, so as not to delay the next letter; the rest follows a pause. */
export const useFirstRowsFirst = (
  found: FoundForTrolly | undefined,
  list: RefObject<HTMLElement | null>,
): FoundForTrolly['data'] => {
  // A new answer to the same search has the same body, so its rows stay.
  const body = found?.body
  const [wholeBody, setWholeBody] = useState(body)
  // The first answer needs no typing.
  if (wholeBody === undefined && body !== undefined) setWholeBody(body)
  const isTyped = wholeBody?.queryString !== body?.queryString
  const isWhole = wholeBody === body || (found?.data.length ?? 0) <= FIRST_ROWS

  useEffect(() => {
    if (isWhole) return
    const drawAll = () => startTransition(() => setWholeBody(body))
    const section = list.current
    if (!isTyped || !section) {
      drawAll()
      return
    }
    // Room below the first rows; measured within the frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => {
      if (section.getBoundingClientRect().bottom < window.innerHeight) drawAll()
    })
    const timer = setTimeout(drawAll, PAUSE_MS)
    window.addEventListener('scroll', drawAll, { passive: true, once: true })
    section.addEventListener('focusin', drawAll, { once: true })
    return () => {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
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
