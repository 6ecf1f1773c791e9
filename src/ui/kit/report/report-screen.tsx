import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { TextField } from '#src/ui/form/fields.tsx'
import { ListScreen, type ListScreenProps } from '#src/ui/kit/list/list-screen.tsx'
import type { ChartProps } from './chart-props.ts'
import { daysBack, type Period } from './period.ts'
import { ReportChart } from './report-chart.tsx'
import styles from './report-screen.module.css'

export type Figure = { label: string; value: string; detail?: string | undefined }

export type ReportScreenProps<Row extends object> = Omit<ListScreenProps<Row>, 'above'> & {
  /** YYYY-MM-DD. */
  today: string
  period: Period
  onPeriod: (period: Period) => void
  /** undefined while loading. */
  figures: readonly Figure[] | undefined
  chart: ChartProps | undefined
}

export function ReportScreen<Row extends object>(props: ReportScreenProps<Row>) {
  const { today, period, onPeriod, figures, chart, ...list } = props
  return (
    <ListScreen
      {...list}
      above={
        <>
          <PeriodChoice today={today} period={period} onPeriod={onPeriod} />
          <dl className={styles.figures}>
            {figures?.map(({ label, value, detail }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <strong>{value}</strong>
                  {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
                </dd>
              </div>
            ))}
          </dl>
          <ReportChart chart={chart} />
        </>
      }
    />
  )
}

const LENGTHS = [7, 28, 90] as const

type PeriodChoiceProps = Pick<ReportScreenProps<never>, 'today' | 'period' | 'onPeriod'>

function PeriodChoice({ today, period, onPeriod }: PeriodChoiceProps) {
  const chosen = LENGTHS.find((days) => {
    const { from, to } = daysBack(today, days)
    return from === period.from && to === period.to
  })
  return (
    <fieldset className={styles.period} aria-label="Period">
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
    </fieldset>
  )
}
