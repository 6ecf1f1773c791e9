export type ChartSeries = {
  /** A key of the rows. */
  name: string
  label: string
  /** A variable of tokens.css. */
  colour: string
}

export type ChartProps = {
  /** What the chart shows, for its heading and for screen readers: "Searches per day". */
  label: string
  rows: readonly Readonly<Record<string, string | number>>[]
  /** The key of the rows along the bottom, and what its values are called. */
  along: { name: string; label: string; words: (value: string) => string }
  /** Stacked, the first at the bottom. */
  series: readonly ChartSeries[]
}
