import { type KeyboardEvent, useCallback } from 'react'
import { focusRow } from '#src/ui/list/row-focus.ts'

/** Returns to the field: Escape from anywhere, ArrowUp from the first row. Also leads from one list of products to the next. */
export const useLeaveKeys = (onLeave: () => void): ((event: KeyboardEvent<HTMLElement>) => void) =>
  useCallback(
    (event) => {
      if (moveToOtherList(event)) return
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

/** From the last row of a list to the first of the next one, and back. The list itself has not moved any further. */
function moveToOtherList({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (!(target instanceof HTMLElement) || target.matches('[aria-invalid="true"]')) return false
  const isDown = key === 'ArrowDown' || (key === 'Enter' && target.dataset.rowTarget === 'quantity')
  if (!isDown && key !== 'ArrowUp') return false
  const row = target.closest('[data-row]')
  const rows = [...currentTarget.querySelectorAll('[data-row]')]
  const next = row && rows[rows.indexOf(row) + (isDown ? 1 : -1)]
  if (!next || next.closest('ul') === row.closest('ul')) return false
  next.scrollIntoView({ block: 'nearest' })
  focusRow(next)
  return true
}
