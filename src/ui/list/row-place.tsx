import { type FocusEvent, type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Button } from '#src/ui/action/button.tsx'
import { focusRow, REMOVED_ROW, useRowTabIndex } from './row-focus.ts'
import styles from './row-place.module.css'

export type RowPlaceProps = {
  /** It was removed, and its place is kept: see useKeptPlaces. */
  removed: boolean
  name: string
  onUndo: () => void
  /** The row; once removed it is hidden, and still gives its place the height. */
  children: ReactNode
}

/**
 * The place of a row that may be removed. Once it is, taps that were meant for its controls do nothing: Undo is at the left,
 * where no row has a control, and the focus that the row had goes to the place and not to Undo, so that a key pressed
 * again does nothing either.
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
    // A field that gets the focus from a tap would bring up a phone's keyboard.
    if (event.detail > 0) hasFocus.current = false
    onUndo()
  }
  // Taken off the page with its focus, the note loses it to nothing.
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
          <Button kind="quiet" compact tabIndex={tabIndex} describedBy={wordsId} onClick={undo}>
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
