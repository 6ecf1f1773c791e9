import { type ReactNode, type RefCallback, useLayoutEffect } from 'react'
import { Hidden, HiddenStatus } from '#src/ui/status/hidden.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { Met, ProgressBar, type ProgressBarProps, WordedProgress } from '#src/ui/status/progress-bar.tsx'
import { useHasPanel } from '#src/ui/theme/use-media.ts'
import { footHeight } from './foot-height.ts'
import styles from './totals-foot.module.css'

export type TotalsFootProps = {
  totalText: string
  /** Beside the total, such as "incl. £8.40 VAT"; '' for none. */
  detail: string
  /** Towards the minimum or free delivery. */
  progress?: ProgressBarProps | undefined
  /** Until when to order, or what is to be done first. Below the minimum a foot says what is missing instead. */
  note: ReactNode
  /** The same, but a foot with progress leaves it out. */
  spareNote?: ReactNode
  /** A line that may come late: it makes the foot higher and moves nothing. A panel leaves it out. */
  above?: ReactNode
  action: ReactNode
  /** Its one button shows the total and takes the whole width. */
  totalInAction?: boolean | undefined
  /** Above the total in a wide window's panel: the lines, or what the total consists of. */
  panel?: { title: string; aside?: string | undefined; content: ReactNode } | undefined
}

/** Two lines and a button, 64 px high, with progress along its upper edge; in a wide window, a panel beside the page. */
export function TotalsFoot(props: TotalsFootProps) {
  const { panel } = props
  const hasPanel = useHasPanel()
  return hasPanel && panel ? <TotalsPanel {...props} panel={panel} /> : <FootOfTotals {...props} />
}

function FootOfTotals(props: TotalsFootProps) {
  const { totalText, detail, progress, above, action, totalInAction } = props
  return (
    <StickyFoot>
      {progress ? (
        <div className={styles.progress}>
          <ProgressBar {...progress} size={4} />
        </div>
      ) : null}
      {above ? <div className={styles.detail}>{above}</div> : null}
      <div className={styles.grid} data-one-button={totalInAction || undefined}>
        <div className={styles.words}>
          {/* Read out as it changes, so that nobody has to go and look for what a quantity does to it. */}
          {totalInAction ? (
            <HiddenStatus>{`Total ${totalText}`}</HiddenStatus>
          ) : (
            <p className={styles.total} role="status">
              <Hidden>Total </Hidden>
              <Money>{totalText}</Money>
              {detail ? <span className={styles.detail}>{` ${detail}`}</span> : null}
            </p>
          )}
          <p className={styles.detail}>
            <Standing {...props} />
          </p>
        </div>
        <div className={styles.action}>{action}</div>
      </div>
    </StickyFoot>
  )
}

/** The foot's second line has room for what is missing, or for what is met and one thing more. */
function Standing({ progress, note, spareNote }: TotalsFootProps) {
  if (progress?.tone === 'amber') return progress.words
  const { met, words, shortWords = words } = progress ?? {}
  const more = note || (shortWords === met ? spareNote : shortWords)
  return (
    <>
      {met ? <Met>{met}</Met> : null}
      {met && more ? ' · ' : null}
      {more}
    </>
  )
}

type TotalsPanelProps = TotalsFootProps & { panel: NonNullable<TotalsFootProps['panel']> }

function TotalsPanel({ totalText, detail, progress, note, spareNote, action, panel }: TotalsPanelProps) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement
    dataset.panel = ''
    return () => {
      delete dataset.panel
    }
  }, [])
  return (
    <div className={styles.track}>
      <section className={styles.panel} aria-label={panel.title}>
        <div className={styles.head}>
          <h2>{panel.title}</h2>
          {panel.aside ? <span className={styles.detail}>{panel.aside}</span> : null}
        </div>
        <div className={styles.content}>{panel.content}</div>
        <div className={styles.sums}>
          <p className={styles.sum} role="status">
            {/* The space keeps the words apart when they are read out. */}
            <span>{`Total ${detail && `${detail} `}`}</span>
            <Money>{totalText}</Money>
          </p>
          {progress ? <WordedProgress {...progress} /> : null}
          <div className={styles.action}>{action}</div>
          {note || spareNote ? <p className={styles.detail}>{note || spareNote}</p> : null}
        </div>
      </section>
    </div>
  )
}

/** Sticky, above the shell's bottom bar. */
export function StickyFoot({ children }: { children: ReactNode }) {
  return (
    <div ref={measured} className={styles.foot} data-sticky>
      {children}
    </div>
  )
}

const measured: RefCallback<HTMLDivElement> = (foot) => {
  if (!foot) return
  const observer = new ResizeObserver(([entry]) => {
    const height = entry?.borderBoxSize[0]?.blockSize ?? 0
    foot.style.setProperty('--foot-height', `${height}px`)
    footHeight.set(height)
  })
  observer.observe(foot)
  return () => {
    observer.disconnect()
    footHeight.set(0)
  }
}
