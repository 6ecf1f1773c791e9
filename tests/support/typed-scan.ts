import { createEvent, fireEvent } from '@testing-library/react'

/** As a handheld scanner types it, 20 ms a key, into whatever has the focus. The times are set: a busy machine types no slower. */
export const typeScan = (code: string): void => {
  const startsAt = performance.now()
  for (const [place, key] of [...code, 'Enter'].entries()) {
    const target = document.activeElement ?? document.body
    const event = createEvent.keyDown(target, { key })
    Object.defineProperty(event, 'timeStamp', { value: startsAt + place * 20 })
    const isTyped = fireEvent(target, event) && key !== 'Enter'
    // It is typed where the key has moved the focus to.
    const field = document.activeElement
    if (isTyped && field instanceof HTMLInputElement)
      fireEvent.input(field, { target: { value: field.value + key } })
    if (key === 'Enter' && !event.defaultPrevented && target instanceof HTMLButtonElement) target.click()
  }
}
