/**
 * A finger presses what it touched. Browsers click what lies there when it lifts, and on a slow phone a late part of the page may
 * have pushed something else under it.
 */
export const pressWhatWasTouched = (page: EventTarget): void => {
  let touched: Element | undefined
  page.addEventListener(
    'pointerdown',
    (event) => {
      const { pointerType, target } = event as PointerEvent
      touched = pointerType === 'touch' ? controlAt(target) : undefined
    },
    { capture: true },
  )
  page.addEventListener('pointercancel', () => (touched = undefined), { capture: true })
  page.addEventListener(
    'click',
    (event) => {
      // From a key or from code.
      if ((event as MouseEvent).detail === 0) return
      const meant = touched
      // A label's click is followed by its field's.
      touched = undefined
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
