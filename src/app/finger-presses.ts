/**
 * A finger presses what it touched. Browsers click what lies there when it lifts, and on a slow phone a late part of the page may
 * have pushed something else under it.
 */
export const pressWhatWasTouched = (page: EventTarget): void => {
  /** By finger. */
  const touched = new Map<number, Element | undefined>()
  page.addEventListener(
    'pointerdown',
    (event) => {
      const { pointerType, pointerId, isPrimary, target } = event as PointerEvent
      // No other finger is down.
      if (isPrimary) touched.clear()
      if (pointerType === 'touch') touched.set(pointerId, controlAt(target))
    },
    { capture: true },
  )
  page.addEventListener('pointercancel', (event) => touched.delete((event as PointerEvent).pointerId), {
    capture: true,
  })
  page.addEventListener(
    'click',
    (event) => {
      const { detail, pointerId } = event as PointerEvent
      // Older Safaris do not say which finger clicked.
      const finger = pointerId ?? [...touched.keys()].at(-1)
      // From a key or from code.
      if (detail === 0) return
      const meant = touched.get(finger)
      // A label's click is followed by its field's.
      touched.delete(finger)
      if (!meant?.isConnected || controlAt(event.target) === meant) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (meant instanceof HTMLElement) meant.click()
    },
    { capture: true },
  )
}

const controlAt = (target: EventTarget | null): Element | undefined =>
  (target instanceof Element && target.closest(CONTROLS)) || undefined

const CONTROLS = 'a[href], button, input, select, textarea, label, summary, [role="button"], [role="option"]'
