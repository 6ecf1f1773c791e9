import { useEffect, useState } from 'react'
import type { LineState } from '#domain/trollies/line-view.ts'
import { LINE_MARKS } from '#domain/trollies/words.ts'

/** Most changes are sent sooner, and a mark for each would flicker. */
export const SENT_WITHIN_MS = 5_000

/** "On this device" shows only offline or when sending is slow. @param reached `useReached`, called once for a list */
export const useLineMark = (state: LineState | undefined, reached: boolean) => {
  const isUnsent = state === 'waiting' || state === 'sending'
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isUnsent) return
    const timer = setTimeout(() => setIsLate(true), SENT_WITHIN_MS)
    return () => {
      clearTimeout(timer)
      setIsLate(false)
    }
  }, [isUnsent])
  if (state === undefined || (isUnsent && reached && !isLate)) return undefined
  return LINE_MARKS[state]
}
