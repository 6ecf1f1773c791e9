import { Group, SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { useState } from 'react'
import { TextField } from '#src/ui/form/fields.tsx'
import { daysBack, isPeriod, type Period } from './period.ts'
import styles from './period-choice.module.css'

export type PeriodChoiceProps = {
  /** YYYY-MM-DD. */
  today: string
  /** The last day that the calendar offers; today without it. */
  latest?: string | undefined
  period: Period
  onPeriod: (period: Period) => void
}

const LENGTHS = [7, 28, 90] as const

/** Only a phone offers this choice, which shows the two date fields; a wider page always shows them. */
const OTHER = 'dates'

/** Days that are no period are told at their field and go nowhere, so that the list keeps the rows of the last period. */
export function PeriodChoice({ today, latest = today, period, onPeriod }: PeriodChoiceProps) {
  const [refused, setRefused] = useState<Period>()
  const [asksForDates, setAsksForDates] = useState(false)
  const { from, to } = refused ?? period
  const choose = (next: Period) => {
    const isFine = isPeriod(next)
    setRefused(isFine ? undefined : next)
    if (isFine) onPeriod(next)
  }
  const chosen = LENGTHS.find((days) => {
    const { from, to } = daysBack(today, days)
    return !refused && from === period.from && to === period.to
  })
  const length = chosen === undefined || asksForDates ? OTHER : String(chosen)
  return (
    <Group
      component="fieldset"
      align="flex-end"
      gap="8px 12px"
      px="var(--page-edge)"
      py={8}
      className={styles.period ?? ''}
      aria-label="Period"
      data-dates={length === OTHER || undefined}
    >
      <SegmentedControl
        aria-label="Period"
        data={[
          ...LENGTHS.map((days) => ({ value: String(days), label: `${days} days` })),
          { value: OTHER, label: 'Dates' },
        ]}
        value={length}
        onChange={(next) => {
          setAsksForDates(next === OTHER)
          if (next !== OTHER) choose(daysBack(today, Number(next)))
        }}
      />
      <TextField
        type="date"
        name="from"
        label="From"
        value={from}
        error={refused && fromProblem(refused)}
        onChange={({ target }) => choose({ from: target.value, to })}
      />
      <TextField
        type="date"
        name="to"
        label="To"
        value={to}
        max={latest}
        error={to === '' ? 'Enter a date' : undefined}
        onChange={({ target }) => choose({ from, to: target.value })}
      />
    </Group>
  )
}

const fromProblem = ({ from, to }: Period): string | undefined => {
  if (from === '') return 'Enter a date'
  return to !== '' && from > to ? 'From must be the same as or before To' : undefined
}
