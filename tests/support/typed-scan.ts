import { createEvent, fireEvent } from '@testing-library/react'

/** As a handheld scanner types it, 20 ms a key, into whatever has the focus. The times are set: a busy machine types no slower. */
export const typeScan = (code: string): void => {
  const startsAt = performance.now()
  for (const [place, key] of [...code, 'Enter'].entries()) {
    const target = document.activeElement ?? document.body
    const event = createEvent.keyDown(target, { key })
    Object.defineProperty(event, 'timeStamp', { value: startsAt + place * 20 })
    const isTyped = fireEvent(target, event) && key !== 'Enter'
    if (isTyped && target instanceof HTMLInputElement)
      fireEvent.input(target, { target: { value: target.value + key } })
    if (key === 'Enter' && !event.defaultPrevented && target instanceof HTMLButtonElement) target.click()
  }
}
