/** One line of the table: the measurement, its reference in the same run, and its bound. */
export type Row = {
  /** The wording of the budget. */
  what: string
  measured: Figure
  /** Measured in the same run on the same machine; not needed for a byte count. */
  reference?: { what: string; figure: Figure }
  budget: Budget
  /** Reported, and no verdict: whoever makes it worse by more than a quarter says why. */
  watched?: true
  /** Context: samples, spread, load. One line. */
  note?: string
}

export type Figure = { value: number; unit: Unit }
export type Unit = 'ms' | 's' | 'B' | 'kB' | 'MB' | '/s' | 'score' | 'round trips' | '×' | 'count'

/**
 * What decides. `value`: the measured figure itself, if it does not depend on the machine (bytes, counts, scores). `ratio`:
 * measured ÷ reference, in one unit; `target` then is the time or rate that people should see on such a machine, and is shown for
 * information only.
 */
export type Budget =
  | ({ of: 'value' } & Bound)
  | ({ of: 'ratio'; target?: { max: Figure } | { min: Figure } } & Bound)
export type Bound = { max: number; min?: undefined } | { min: number; max?: undefined }

/** A watched time on the slow phone, as a multiple of the fixed work of the same slowed page. */
export const slowPhoneRow = ({
  what,
  ms,
  fixedWorkMs,
  good,
  note,
}: {
  what: string
  ms: number
  fixedWorkMs: number
  good: number
  note: string
}): Row => ({
  what,
  measured: { value: ms, unit: 'ms' },
  reference: { what: 'fixed work of the same slowed page', figure: { value: fixedWorkMs, unit: 'ms' } },
  budget: { of: 'ratio', max: good },
  watched: true,
  note,
})

export const ratioOf = ({ measured, reference }: Row): number | undefined =>
  reference && measured.value / reference.figure.value

export const isWithin = (row: Row): boolean => {
  const { of, max, min } = row.budget
  const value = of === 'value' ? row.measured.value : ratioOf(row)
  if (value === undefined || !Number.isFinite(value)) return false
  return max === undefined ? value >= min : value <= max
}
