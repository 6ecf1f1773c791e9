import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { latePart, useLatePart } from './late-part.tsx'
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

export type OpenSheetProps = Omit<SheetProps, 'open'>

const OpenSheet = latePart<OpenSheetProps>(async () => (await import('./open-sheet.tsx')).OpenSheet)

/**
 * Something beside the page: from below on a phone, from the side on anything wider. The page behind cannot be reached
 * until it is closed, and gets the focus back where it was.
 */
export function Sheet({ open, ...props }: SheetProps) {
  const Opened = useLatePart(OpenSheet, open, props.onClose)
  if (!open) return null
  return Opened ? <Opened {...props} /> : createPortal(<Waiting />, document.body)
}

/** A press is answered at once, even where the drawer itself is still to come. */
function Waiting() {
  return (
    <div className={styles.scrim} role="status">
      <Hidden>Loading</Hidden>
    </div>
  )
}
