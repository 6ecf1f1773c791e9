import { type KeyboardEvent, useCallback } from 'react'

/** Returns to the field: Escape from anywhere, ArrowUp from the first row. */
export const useLeaveKeys = (onLeave: () => void): ((event: KeyboardEvent<HTMLElement>) => void) =>
  useCallback(
    (event) => {
      if (event.key === 'Escape' ? !event.defaultPrevented : isOutAbove(event)) {
        event.preventDefault()
        onLeave()
      }
    },
    [onLeave],
  )

/** A refused quantity keeps the focus. */
const isOutAbove = ({ key, target }: KeyboardEvent<HTMLElement>): boolean =>
  key === 'ArrowUp' &&
  target instanceof Element &&
  !target.matches('[aria-invalid="true"]') &&
  target.closest('[data-row="0"]') !== null
