import { type FocusEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { focusRow, REMOVED_ROW, useRowTabIndex } from './row-focus.ts'
import styles from './row-place.module.css'

export type RowPlaceProps = {
  removed: boolean
  name: string
  onUndo: () => void
  /** Hidden after removal, but still sets the height. */
  children: ReactNode
}

/**
 * A repeated tap or key must not press Undo: it is at the left, where rows have no control, and does not get the focus.
 */
export function RowPlace({ removed, name, onUndo, children }: RowPlaceProps) {
  const place = useRef<HTMLDivElement>(null)
  const note = useRef<HTMLFieldSetElement>(null)
  const hasFocus = useRef(false)
  const wordsId = useId()
  const tabIndex = useRowTabIndex()
  useLayoutEffect(() => {
    if (removed && place.current?.contains(document.activeElement))
      note.current?.focus({ preventScroll: true })
    if (!removed && hasFocus.current) focusRow(place.current)
    hasFocus.current = removed && note.current?.contains(document.activeElement) === true
  }, [removed])

  const undo = (event: MouseEvent) => {
    // Focusing a field after a tap would open the phone's keyboard.
    if (event.detail > 0) hasFocus.current = false
    onUndo()
  }
  // The focus is lost if the note is removed with it.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) hasFocus.current = false
  }
  return (
    <div ref={place} className={styles.place} data-removed={removed || undefined}>
      <div className={styles.row} inert={removed}>
        {children}
      </div>
      {removed ? (
        <fieldset
          ref={note}
          className={styles.note}
          aria-labelledby={wordsId}
          tabIndex={-1}
          onFocus={() => {
            hasFocus.current = true
          }}
          onBlur={onBlur}
          {...{ [REMOVED_ROW]: true }}
        >
          <span aria-hidden="true">Removed ·</span>
          <Button variant="subtle" compact tabIndex={tabIndex} aria-describedby={wordsId} onClick={undo}>
            Undo
          </Button>
          <span className={styles.name} aria-hidden="true">
            {name}
          </span>
          <span id={wordsId} hidden>{`${name} removed`}</span>
        </fieldset>
      ) : null}
    </div>
  )
}
