import type { CSSProperties } from 'react'
import styles from './progress-bar.module.css'
import type { Tone } from './tone.ts'

export type ProgressBarProps = {
  /** 0 to 1. */
  share: number
  /** What is done and what is left, said by screen readers: "£42 of £60 minimum". Show it in text as well. */
  words: string
  tone?: Tone | undefined
}

export function ProgressBar({ share, words, tone = 'plain' }: ProgressBarProps) {
  const clamped = Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0))
  const percent = Math.round(clamped * 100)
  return (
    <span
      className={styles.bar}
      role="progressbar"
      aria-label={words}
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={words}
    >
      <span className={styles.done} data-tone={tone} style={{ '--share': clamped } as CSSProperties} />
    </span>
  )
}
