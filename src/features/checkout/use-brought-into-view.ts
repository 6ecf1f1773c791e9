import { type RefObject, useCallback, useEffect, useRef } from 'react'

/**
 * What became of an order is said at the top of a page whose button is at its foot. Whoever pressed is taken to each new
 * state of it, until they turn to something else: from then on they are told, and stay where they are.
 *
 * @param part where the state is said; takes the focus, so it has a `tabIndex`
 * @returns `pressed` for when the order is asked for, `bring` for whoever asks to be taken there
 */
export const useBroughtIntoView = (
  part: RefObject<HTMLElement | null>,
  state: 'none' | 'queued' | 'underWay' | 'refused',
): { pressed: () => void; bring: () => void } => {
  const follows = useRef(false)
  const brought = useRef(state)

  const bring = useCallback(() => {
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'start' })
  }, [part])

  useEffect(() => {
    const goOn = () => {
      follows.current = false
    }
    for (const event of GOES_ON) window.addEventListener(event, goOn, { passive: true, capture: true })
    return () => {
      for (const event of GOES_ON) window.removeEventListener(event, goOn, { capture: true })
    }
  }, [])

  useEffect(() => {
    if (brought.current === state) return
    const arrive = () => {
      brought.current = state
      if (follows.current && state !== 'none') bring()
    }
    if (state === 'refused' || state === 'none') return arrive()
    const timer = setTimeout(arrive, PASSES_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [state, bring])

  const pressed = useCallback(() => {
    follows.current = true
  }, [])
  return { pressed, bring }
}

const GOES_ON = ['pointerdown', 'keydown', 'wheel'] as const
/** With signal an order is asked for and answered within this: nobody is moved for what is over at once. */
const PASSES_WITHIN_MS = 300
