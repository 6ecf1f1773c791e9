import { BarChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import type { ChartProps } from './chart-props.ts'

/** In a file of its own: the chart library is larger than everything else a report loads. */
export function StackedBars({ rows, along, series }: ChartProps) {
  return (
    <BarChart
      h="100%"
      type="stacked"
      data={[...rows]}
      dataKey={along.name}
      series={series.map(({ name, label, colour }) => ({ name, label, color: `var(${colour})` }))}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 36 }}
      gridColor="var(--line)"
      textColor="var(--ink-soft)"
      cursorFill="var(--fill)"
      maxBarWidth={32}
      // The table beneath is for the keyboard and for screen readers.
      barChartProps={{ accessibilityLayer: false }}
      xAxisProps={{ tickFormatter: along.words, minTickGap: 24 }}
      yAxisProps={{ width: 40, allowDecimals: false }}
      tooltipProps={{
        // Before anything is pointed at there is no value.
        labelFormatter: (value) => (value === undefined ? '' : along.words(String(value))),
        isAnimationActive: false,
      }}
      barProps={{ isAnimationActive: false }}
    />
  )
}
