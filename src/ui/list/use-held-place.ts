import { type RefObject, useLayoutEffect } from 'react'

/**
 * Lets content above a list come and go while somebody works in it: the page is scrolled by as much, so that the row
 * under the thumb stays there, and the next tap meets what the person aimed at. Whoever works elsewhere on the page sees
 * things where they are put. Browsers hold a page like this only once it is scrolled, and not all of them.
 */
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
    // Before the next paint, when the layout is needed in any case; asked at each change it would be made anew each time.
    let frame = 0
    const hold = (): void => {
      frame = 0
      if (!known) return
      const moved = placeOf(list).offset - known.offset
      const scrolled = window.scrollY - known.scrollY
      if (moved !== 0 && moved !== scrolled) scrollPage(list, window.scrollY + moved - scrolled)
      known = placeOf(list)
    }
    // A page that is shorter than its window changes no size when something is put into it.
    const watch = new MutationObserver(() => {
      if (known && frame === 0) frame = requestAnimationFrame(hold)
    })
    watch.observe(document.body, { childList: true, characterData: true, subtree: true })
    for (const type of TOUCHES) document.addEventListener(type, onTouch, { capture: true })
    window.addEventListener('scroll', remember, { passive: true })
    return () => {
      watch.disconnect()
      cancelAnimationFrame(frame)
      for (const type of TOUCHES) document.removeEventListener(type, onTouch, { capture: true })
      window.removeEventListener('scroll', remember)
    }
  }, [ref])
}

const TOUCHES = ['pointerdown', 'keydown'] as const

/** From the page's top, and how far the page was scrolled then, in CSS pixels. */
type Place = { offset: number; scrollY: number }

const placeOf = (list: HTMLElement): Place => ({
  offset: list.getBoundingClientRect().top + window.scrollY,
  scrollY: window.scrollY,
})

/** Where the page is too short for it, room is made under the list's last row. */
function scrollPage(list: HTMLElement, top: number): void {
  const furthest = () => document.documentElement.scrollHeight - window.innerHeight
  if (top > furthest()) {
    const ample = window.innerHeight + top
    list.style.marginBlockEnd = `${ample}px`
    list.style.marginBlockEnd = `${ample - Math.floor(furthest() - top)}px`
  }
  window.scrollTo({ top, behavior: 'instant' })
}
