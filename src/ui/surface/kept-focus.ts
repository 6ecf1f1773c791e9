import { type RefObject, useEffect } from 'react'

/*
 * When the focused element is removed, Tab would restart at the top of the page and a screen reader would fall silent.
 * The focus moves to the nearest remaining element: the row that took its place, else the section's heading.
 */

/** The element and its ancestors, inside out, each with its index among its siblings. */
export type FocusPlace = readonly { element: Element; index: number }[]

export function focusPlace(focused: EventTarget | null): FocusPlace {
  const place: { element: Element; index: number }[] = []
  for (
    let at = focused instanceof Element ? focused : null;
    at && at !== document.body;
    at = at.parentElement
  ) {
    place.push({ element: at, index: [...(at.parentElement?.children ?? [])].indexOf(at) })
  }
  return place
}

/** Focuses the old place or the nearest one left. */
export function returnFocus(place: FocusPlace): void {
  const found = place.findIndex(({ element }) => element.isConnected)
  const near = place[found]?.element
  if (found === 0 && near instanceof HTMLElement) near.focus()
  if (near && document.activeElement === near) return
  const row = near?.matches('ul, ol')
    ? near.children[Math.min(place[found - 1]?.index ?? 0, near.childElementCount - 1)]
    : null
  focusOn(row ?? headingAround(near) ?? document.getElementById('main'))
}

export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = part.current
    if (!root) return
    let held: FocusPlace = []
    const hold = (event: FocusEvent) => {
      held = focusPlace(event.target)
    }
    const onFocusOut = (event: FocusEvent) => {
      const { target } = event
      // A removed or moved element loses the focus too; only one still present a moment later was left on purpose.
      queueMicrotask(() => {
        const wasLeft = target instanceof Element && target.isConnected && target !== document.activeElement
        if (wasLeft && held[0]?.element === target) held = []
      })
    }
    const watcher = new MutationObserver(() => {
      if (!held[0] || held[0].element.isConnected || document.activeElement !== document.body) return
      const lost = held
      held = []
      returnFocus(lost)
    })
    root.addEventListener('focusin', hold)
    root.addEventListener('focusout', onFocusOut)
    watcher.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', hold)
      root.removeEventListener('focusout', onFocusOut)
      watcher.disconnect()
    }
  }, [part])
}

function headingAround(near: Element | undefined): Element | null {
  for (let at: Element | null | undefined = near; at; at = at.parentElement) {
    if (at.matches('[role="dialog"]')) return at
    const heading = at.matches('section, main') ? (at.querySelector('h1') ?? at.querySelector('h2')) : null
    if (heading) return heading
  }
  return document.querySelector('main h1')
}

/** A place to read on from, not a control: a held key does nothing there. */
function focusOn(place: Element | null | undefined): void {
  if (!(place instanceof HTMLElement)) return
  if (!place.hasAttribute('tabindex')) place.tabIndex = -1
  place.focus({ preventScroll: place.matches('h1, h2, main') })
}
