import { useWindowEvent } from '@mantine/hooks'
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Rows being tapped must not move: the next tap would hit another one. */
const HANDS_OFF_MS = 2_000
const CONTROLS = 'a[href], button, input, select, textarea'

/**
 * On a desk: pushes a page up from its end, into the room added there (`--message-foot`), if a message would cover a control.
 * Elsewhere the control is below the fold: a page that has just opened stays at its top.
 */
export const usePushedPage = (strip: RefObject<HTMLElement | null>, messageId: number | undefined): void => {
  const rowsTouchedAt = useRef(Number.NEGATIVE_INFINITY)
  const onTouch = ({ target }: Event): void => {
    if (target instanceof Element && target.closest('[data-row]')) rowsTouchedAt.current = performance.now()
  }
  useWindowEvent('pointerdown', onTouch, { capture: true, passive: true })

  useLayoutEffect(() => {
    if (messageId === undefined) return
    let timer = 0
    const push = (): void => {
      const wait = HANDS_OFF_MS - (performance.now() - rowsTouchedAt.current)
      if (wait > 0) timer = window.setTimeout(push, wait)
      else if (strip.current && isAtEnd(strip.current) && coversControl(strip.current))
        window.scrollBy({ top: strip.current.offsetHeight, behavior: 'instant' })
    }
    // The page knows the strip's height one frame later.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(push)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [strip, messageId])
}

/** The strip is at the bottom, and the page no further from its end than the strip's own room. */
const isAtEnd = (strip: HTMLElement): boolean =>
  strip.getBoundingClientRect().bottom >= window.innerHeight &&
  document.documentElement.scrollHeight - window.innerHeight - window.scrollY <= strip.offsetHeight + 1

function coversControl(strip: HTMLElement): boolean {
  const { top, bottom } = strip.getBoundingClientRect()
  return [...document.querySelectorAll(`main :is(${CONTROLS})`)].some((control) => {
    const place = control.getBoundingClientRect()
    return place.height > 0 && place.bottom > top && place.top < bottom
  })
}
