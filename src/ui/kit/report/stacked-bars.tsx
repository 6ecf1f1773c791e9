import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import type { ChartProps } from './chart-props.ts'
import styles from './report-chart.module.css'

/** A separate chunk: the chart library is larger than the rest of a report. */
export function StackedBars({ rows, along, series }: ChartProps) {
  return (
    <BarChart
      h="100%"
      type="stacked"
      data={[...rows]}
      dataKey={along.name}
      series={series.map(({ name, label, colour }) => ({ name, label, color: `var(${colour})` }))}
      withLegend
      classNames={{ legendItemColor: styles.swatch ?? '' }}
      // Without a fixed height, because the legend takes two lines on a phone.
      legendProps={{ verticalAlign: 'top' }}
      gridColor="var(--line)"
      textColor="var(--ink-soft)"
      cursorFill="var(--fill)"
      maxBarWidth={32}
      // The table below serves the keyboard and screen readers.
      barChartProps={{ accessibilityLayer: false }}
      xAxisProps={{ tickFormatter: along.words, minTickGap: 24 }}
      yAxisProps={{ width: 40, allowDecimals: false }}
      tooltipProps={{
        // There is no value until the pointer is over the chart.
        labelFormatter: (value) => (value === undefined ? '' : along.words(String(value))),
        isAnimationActive: false,
      }}
      barProps={{ isAnimationActive: false }}
    />
  )
}
