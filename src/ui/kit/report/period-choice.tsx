import { Group, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { TextField } from '#src/ui/form/fields.tsx'
import { daysBack, type Period } from './period.ts'
import styles from './period-choice.module.css'

export type PeriodChoiceProps = {
  /** YYYY-MM-DD. */
  today: string
  period: Period
  onPeriod: (period: Period) => void
}

const LENGTHS = [7, 28, 90] as const

export function PeriodChoice({ today, period, onPeriod }: PeriodChoiceProps) {
  const chosen = LENGTHS.find((days) => {
    const { from, to } = daysBack(today, days)
    return from === period.from && to === period.to
  })
  return (
    <Group
      component="fieldset"
      align="flex-end"
      gap="8px 12px"
      px="var(--page-edge)"
      py={8}
      className={styles.period ?? ''}
      aria-label="Period"
    >
      <SegmentedControl
        aria-label="Period"
        data={LENGTHS.map((days) => ({ value: String(days), label: `${days} days` }))}
        value={String(chosen ?? '')}
        onChange={(days) => onPeriod(daysBack(today, Number(days)))}
      />
      <TextField
        type="date"
        name="from"
        label="From"
        value={period.from}
        max={period.to}
        onChange={({ target }) => onPeriod({ ...period, from: target.value })}
      />
      <TextField
        type="date"
        name="to"
        label="To"
        value={period.to}
        min={period.from}
        max={today}
        onChange={({ target }) => onPeriod({ ...period, to: target.value })}
      />
    </Group>
  )
}
