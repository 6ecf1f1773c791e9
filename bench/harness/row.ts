/** One line of the table: the measurement, its reference in the same run, and its bound. */
export type Row = {
  /** The wording of the budget. */
  what: string
  measured: Figure
  /** Measured in the same run on the same machine; a count of bytes needs none. */
  reference?: { what: string; figure: Figure }
  budget: Budget
  /** What one must know to read the figure: samples, spread, load. One line. */
  note?: string
}

export type Figure = { value: number; unit: Unit }
export type Unit = 'ms' | 's' | 'B' | 'kB' | 'MB' | '/s' | 'score' | 'round trips' | '×' | 'count'

/**
 * What decides. `value`: the measured figure itself, for what does not depend on the machine (bytes, counts, scores).
 * `ratio`: measured ÷ reference, in one unit; `target` then is the time or rate that people should see on a machine like
 * theirs, which is shown and decides nothing.
 */
export type Budget =
  | ({ of: 'value' } & Bound)
  | ({ of: 'ratio'; target?: { max: Figure } | { min: Figure } } & Bound)
export type Bound = { max: number; min?: undefined } | { min: number; max?: undefined }

export const ratioOf = ({ measured, reference }: Row): number | undefined =>
  reference && measured.value / reference.figure.value

export const isWithin = (row: Row): boolean => {
  const { of, max, min } = row.budget
  const value = of === 'value' ? row.measured.value : ratioOf(row)
  if (value === undefined || !Number.isFinite(value)) return false
  return max === undefined ? value >= min : value <= max
}
