import type { ReactNode } from 'react'
import { ListScreen, type ListScreenProps } from '#src/ui/kit/list/list-screen.tsx'
import type { ChartProps } from './chart-props.ts'
import { type Figure, Figures } from './figures.tsx'
import { PeriodChoice, type PeriodChoiceProps } from './period-choice.tsx'
import { ReportChart } from './report-chart.tsx'

export type ReportScreenProps<Row extends object> = Omit<ListScreenProps<Row>, 'above'> &
  PeriodChoiceProps & {
    /** Leads to the page's other lists. */
    lists?: ReactNode
    /** undefined while loading. */
    figures: readonly Figure[] | undefined
    chart: ChartProps | undefined
  }

export function ReportScreen<Row extends object>(props: ReportScreenProps<Row>) {
  const { today, latest, period, onPeriod, figures, chart, lists, ...list } = props
  return (
    <ListScreen
      {...list}
      above={
        <>
          {lists}
          <PeriodChoice today={today} latest={latest} period={period} onPeriod={onPeriod} />
          <Figures figures={figures} />
          <ReportChart chart={chart} />
        </>
      }
    />
  )
}
