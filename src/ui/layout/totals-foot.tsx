import { type ReactNode, useRef } from 'react'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { ProgressBar, type ProgressBarProps } from '#src/ui/status/progress-bar.tsx'
import styles from './totals-foot.module.css'
import { useHeightAs } from './use-height-as.ts'

export type TotalsFootProps = {
  totalText: string
  /** Beside the total, such as "incl. £8.40 VAT"; '' for none. */
  detail: string
  /** Towards the minimum or free delivery. */
  progress?: ProgressBarProps | undefined
  /** What is missing, or until when. */
  note: ReactNode
  action: ReactNode
}

/** Two lines and a button, 64 px high; progress runs along its upper edge. */
export function TotalsFoot({ totalText, detail, progress, note, action }: TotalsFootProps) {
  return (
    <StickyFoot>
      {progress ? (
        <div className={styles.progress}>
          <ProgressBar {...progress} size={4} />
        </div>
      ) : null}
      <div className={styles.grid}>
        <div className={styles.words}>
          {/* Read out as it changes, so that nobody has to go and look for what a quantity does to it. */}
          <p className={styles.total} role="status">
            <Hidden>Total </Hidden>
            <Money>{totalText}</Money>
            {detail ? <span className={styles.detail}>{` ${detail}`}</span> : null}
          </p>
          <p className={styles.detail}>{note}</p>
        </div>
        <div className={styles.action}>{action}</div>
      </div>
    </StickyFoot>
  )
}

/** Sticky, above the shell's bottom bar. Messages never cover it. */
export function StickyFoot({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useHeightAs('--foot-height', ref, ref)
  return (
    <div ref={ref} className={styles.foot} data-sticky>
      {children}
    </div>
  )
}
