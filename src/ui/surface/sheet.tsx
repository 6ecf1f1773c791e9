import { lazy, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '#src/ui/action/button.tsx'
import { HiddenStatus } from '#src/ui/status/hidden.tsx'
import { Late, LoadFailed } from './late.tsx'
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

const OpenSheet = lazy(async () => ({ default: (await import('./open-sheet.tsx')).OpenSheet }))

/** Slides from below on a phone, else from the side. The page behind is unreachable and gets the focus back. */
export const Sheet = ({ open, ...props }: SheetProps) => (
  <LateSheet open={open} onClose={props.onClose}>
    <OpenSheet {...props} />
  </LateSheet>
)

/** For a lazy component that draws a sheet itself. */
export function LateSheet({ open, onClose, children }: Pick<SheetProps, 'open' | 'onClose' | 'children'>) {
  return (
    <Late
      wanted={open}
      waiting={open && overPage(<HiddenStatus>Loading</HiddenStatus>)}
      failed={overPage(
        <div className={styles.failed}>
          <LoadFailed />
          <Button onClick={onClose}>Close</Button>
        </div>,
      )}
    >
      {children}
    </Late>
  )
}

const overPage = (content: ReactNode) =>
  createPortal(<div className={styles.scrim}>{content}</div>, document.body)
