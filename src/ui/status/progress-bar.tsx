import { Progress, Stack, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import styles from './progress-bar.module.css'
import type { Tone } from './tone.tsx'

export type ProgressBarProps = {
  /** 0 to 1. */
  share: number
  /** For screen readers: "£42 of £60 minimum". */
  words: string
  /** What has room beside `met`; `words` if absent. */
  shortWords?: string | undefined
  /** What is reached already: "Minimum met". */
  met?: string | undefined
  tone?: Tone | undefined
}

/** The bar under its words. */
export function WordedProgress(props: ProgressBarProps) {
  return (
    <Stack gap={4} c="dimmed" fz="xs" lh="var(--leading-s)">
      {props.met ? <Met>{props.met}</Met> : null}
      {props.words === props.met ? null : <span>{props.words}</span>}
      <ProgressBar {...props} />
    </Stack>
  )
}

export function Met({ children }: { children: string }) {
  return (
    <Text span fz="inherit" fw={700} c="var(--green)">
      <IconCheck size={14} stroke={2.5} className={styles.tick} aria-hidden="true" />
      {children}
    </Text>
  )
}

/** Mantine's bar alone would announce a percentage, not the words. */
export function ProgressBar({
  share,
  words,
  tone = 'plain',
  size = 8,
}: ProgressBarProps & { size?: number }) {
  const percent = Math.floor(Math.max(0, Math.min(1, Number.isFinite(share) ? share : 0)) * 100)
  return (
    <Progress.Root size={size}>
      <Progress.Section
        value={percent}
        color={tone === 'amber' || tone === 'green' ? `var(--${tone}-solid)` : 'var(--secondary-ink)'}
        withAria={false}
        role="progressbar"
        aria-label={words}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={words}
      />
    </Progress.Root>
  )
}
