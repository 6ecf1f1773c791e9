import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import { latePart, useLatePart } from './late-part.tsx'
import styles from './sheet.module.css'

export type SheetProps = {
  open: boolean
  /** On Esc, the cross, a press beside it and Back. The owner then sets `open` to false. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Stays in sight below the scrolling content. */
  foot?: ReactNode
  /** For lists, whose rows have their own padding. */
  flush?: boolean | undefined
  /** A wider drawer on a desk, for two-column forms. */
  wide?: boolean | undefined
}

export type OpenSheetProps = Omit<SheetProps, 'open'>

const OpenSheet = latePart<OpenSheetProps>(async () => (await import('./open-sheet.tsx')).OpenSheet)

/** Slides from below on a phone, else from the side. The page behind is unreachable and gets the focus back. */
export function Sheet({ open, ...props }: SheetProps) {
  const Opened = useLatePart(OpenSheet, open, props.onClose)
  if (!open) return null
  if (Opened) return <Opened {...props} />
  // Feedback while the drawer's script loads.
  const waiting = (
    <div className={styles.scrim}>
      <HiddenStatus>Loading</HiddenStatus>
    </div>
  )
  return createPortal(waiting, document.body)
}
