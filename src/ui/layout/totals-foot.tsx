import { type ReactNode, useRef } from 'react'
import { Hidden } from '#src/ui/status/hidden.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { type ProgressBarProps, WordedProgress } from '#src/ui/status/progress-bar.tsx'
import type { Tone } from '#src/ui/status/tone.tsx'
import styles from './totals-foot.module.css'
import { useHeightAs } from './use-height-as.ts'

export type TotalsFootProps = {
  totalText: string
  /** "12 lines · £145.10 + £8.40 VAT". */
  detail: ReactNode
  /** Towards the minimum or free delivery; its words show above the bar. */
  progress?: ProgressBarProps | undefined
  /** "Order by 22:00 tonight (1 h 12 min)", amber or red when it is close. */
  note?: ReactNode
  noteTone?: Tone | undefined
  action: ReactNode
}

export function TotalsFoot({
  totalText,
  detail,
  progress,
  note,
  noteTone = 'plain',
  action,
}: TotalsFootProps) {
  return (
    <StickyFoot>
      <div className={styles.grid}>
        {progress ? (
          <div className={styles.progress}>
            <WordedProgress {...progress} />
          </div>
        ) : null}
        <div className={styles.words}>
          {/* Read out as it changes, so that what a quantity does to it need not be gone and looked for. */}
          <p className={styles.total} role="status">
            <Hidden>Total </Hidden>
            <Money>{totalText}</Money>
          </p>
          <p className={styles.detail}>{detail}</p>
          {note ? (
            <p className={styles.detail} data-tone={noteTone}>
              {note}
            </p>
          ) : null}
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
