import { Progress, Stack } from '@mantine/core'
import type { Tone } from './tone.tsx'

export type ProgressBarProps = {
  /** 0 to 1. */
  share: number
  /** For screen readers: "£42 of £60 minimum". */
  words: string
  tone?: Tone | undefined
}

/** The bar under its words. */
export function WordedProgress(props: ProgressBarProps) {
  return (
    <Stack gap={4} c="dimmed" fz="xs" lh="var(--leading-s)">
      <span>{props.words}</span>
      <ProgressBar {...props} />
    </Stack>
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
