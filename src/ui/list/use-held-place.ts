import { type RefObject, useLayoutEffect } from 'react'

/** Keeps the row under the thumb in place when content above changes; browsers' own scroll anchoring is not enough. */
export function useHeldPlace(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const list = ref.current
    if (!list) return
    let known: Place | undefined
    const remember = (): void => {
      if (known) known = placeOf(list)
    }
    const onTouch = ({ target }: Event): void => {
      known = target instanceof Node && list.contains(target) ? placeOf(list) : undefined
    }
    const hold = (changes: MutationRecord[]): void => {
      // Changes inside the list do not move its top; measuring would force another layout for each tap (bench `adding`).
      if (!known || changes.every(({ target }) => list.contains(target))) return
      const moved = placeOf(list).offset - known.offset
      const scrolled = window.scrollY - known.scrollY
      if (moved !== 0 && moved !== scrolled) scrollPage(list, window.scrollY + moved - scrolled)
      known = placeOf(list)
    }
    // A page shorter than its window does not resize when content is added.
    // Not in the next frame: when a page gets shorter the browser scrolls first, and that position would be remembered.
    const watch = new MutationObserver(hold)
    watch.observe(document.body, { childList: true, characterData: true, subtree: true })
    const ended = new AbortController()
    const { signal } = ended
    document.addEventListener('pointerdown', onTouch, { capture: true, signal })
    document.addEventListener('keydown', onTouch, { capture: true, signal })
    window.addEventListener('scroll', remember, { passive: true, signal })
    return () => {
      watch.disconnect()
      ended.abort()
    }
  }, [ref])
}

/** CSS pixels from the page's top, and the scroll position at that time. */
type Place = { offset: number; scrollY: number }

const placeOf = (list: HTMLElement): Place => ({
  offset: list.getBoundingClientRect().top + window.scrollY,
  scrollY: window.scrollY,
})

/** On a page too short to scroll, adds room under the last row. */
function scrollPage(list: HTMLElement, top: number): void {
  const furthest = () => document.documentElement.scrollHeight - window.innerHeight
  if (top > furthest()) {
    const ample = window.innerHeight + top
    list.style.marginBlockEnd = `${ample}px`
    list.style.marginBlockEnd = `${ample - Math.floor(furthest() - top)}px`
  }
  window.scrollTo({ top, behavior: 'instant' })
}
