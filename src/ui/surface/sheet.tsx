import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '#src/ui/action/icon-button.tsx'
import { useBackCloses } from './back-stack.ts'
import { focusPlace, returnFocus, useKeptFocus } from './kept-focus.ts'
import { isOnTop, takeOver } from './overlay-root.ts'
import styles from './sheet.module.css'

export type SheetProps = {
  open: boolean
  /** Called by Esc, the cross, a press beside it and the device's back button. The owner then sets `open` to false. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons that stay in sight below what scrolls. */
  foot?: ReactNode
  /** For a list, whose rows bring their own space at the edges. */
  flush?: boolean | undefined
  /** A wider drawer on a desk, for forms of two columns. */
  wide?: boolean | undefined
}

/**
 * Something beside the page: from below on a phone, from the side on anything wider. The page behind cannot be reached
 * until it is closed, and gets the focus back where it was.
 */
export function Sheet(props: SheetProps) {
  return props.open ? createPortal(<OpenSheet {...props} />, document.body) : null
}

function OpenSheet({ onClose, title, children, foot, flush, wide }: SheetProps) {
  const layer = useRef<HTMLDivElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const titleId = useId()
  useBackCloses(true, onClose)
  useKeptFocus(sheet)

  useEffect(() => {
    const before = focusPlace(document.activeElement)
    const element = layer.current
    if (!element) return
    const giveBack = takeOver(element)
    // A field that asks for the focus (autoFocus) has it already.
    if (!element.contains(document.activeElement)) sheet.current?.focus()
    return () => {
      giveBack()
      if (before.length > 0) returnFocus(before)
    }
  }, [])

  // Wherever the focus is: a press on bare ground leaves it nowhere.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOurs = layer.current && isOnTop(layer.current)
      if (event.key === 'Escape' && !event.defaultPrevented && isOurs) onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])

  return (
    <div ref={layer} className={styles.layer}>
      <div className={styles.scrim} aria-hidden="true" onClick={onClose} />
      <div
        ref={sheet}
        className={styles.sheet}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        data-wide={wide || undefined}
      >
        <div className={styles.head}>
          <h2 id={titleId}>{title}</h2>
          <IconButton label="Close" icon={<IconX size={20} aria-hidden="true" />} onClick={onClose} />
        </div>
        <div className={flush ? `${styles.body} ${styles.flush}` : styles.body}>{children}</div>
        {foot ? <div className={styles.foot}>{foot}</div> : null}
      </div>
    </div>
  )
}
