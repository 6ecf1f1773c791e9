export type ChartSeries = {
  name: string
  label: string
  colour: string
}

export type ChartProps = {
  /** The heading, also for screen readers: "Searches per day". */
  label: string
  rows: readonly Readonly<Record<string, string | number>>[]
  /** The row key of the horizontal axis and its label. */
  along: { name: string; label: string; words: (value: string) => string }
  series: readonly ChartSeries[]
}
