import {
  type EstimatedLine,
  estimatedGramsOf,
  estimateText,
  isPlausibleWeight,
  sharedGrams,
  weightText,
} from '#domain/catch-weight.ts'
import type { ProductWeight } from './kinds/cells.ts'
import { type Problem, problemOf } from './problems.ts'

type WeighableLine = EstimatedLine & {
  product_no: string
  catchWeight: boolean
  deliveredQuantity: number | null
  deliveredWeightGrams?: number | null
}

/**
 * Sets the weights given in the file. A product that is not in the file keeps its weight, unless none of it was delivered.
 * @param known the same lines before the file
 */
export const withWeights = <Line extends WeighableLine>(
  lines: readonly Line[],
  known: readonly WeighableLine[],
  weights: readonly ProductWeight[] = [],
): Line[] | Problem => {
  const found = new Map<Line, number>()
  for (const { product_no, grams } of weights) {
    const weighed = lines.filter((line) => line.product_no === product_no)
    const problem = problemWith(weighed, grams)
    if (problem) return problemOf(problem.code, 'weights', `${product_no}=${grams / 1000}`, problem.why)
    const shares = sharedGrams(grams, weighed.map(piecesOf))
    for (const [at, line] of weighed.entries()) found.set(line, shares[at] ?? 0)
  }
  // It would be billed by the weight of other pieces.
  const stale = lines.find((line, at) => {
    const before = known[at]
    const isWeighed = typeof before?.deliveredWeightGrams === 'number' && !found.has(line)
    return isWeighed && piecesOf(line) > 0 && piecesOf(line) !== piecesOf(before)
  })
  if (stale)
    return problemOf(
      'missing_value',
      'weights',
      stale.product_no,
      `Another quantity of it was weighed before. Give the weight of ${piecesOf(stale)}.`,
    )
  return lines.map((line) => ({
    ...line,
    deliveredWeightGrams:
      piecesOf(line) === 0 ? null : (found.get(line) ?? line.deliveredWeightGrams ?? null),
  }))
}

type Delivered = Pick<WeighableLine, 'deliveredQuantity' | 'deliveredWeightGrams'>

export const isAsKnown = (line: Delivered, known: Delivered | undefined): boolean =>
  line.deliveredQuantity === known?.deliveredQuantity &&
  (line.deliveredWeightGrams ?? null) === (known?.deliveredWeightGrams ?? null)

const problemWith = (
  lines: readonly WeighableLine[],
  grams: number,
): Pick<Problem, 'code' | 'why'> | undefined => {
  const contradiction = (why: string) => ({ code: 'contradiction', why }) as const
  if (lines.length === 0) return contradiction('The order does not have this product.')
  if (lines.some(({ catchWeight }) => !catchWeight))
    return contradiction('It is not a catch-weight product, so it is billed by its quantity.')
  if (lines.every((line) => piecesOf(line) === 0)) return contradiction('None of it was delivered.')
  const estimates = lines.map((line) => estimatedGramsOf(line, piecesOf(line)))
  const estimated = estimates.reduce((sum = 0, part) => (part === undefined ? undefined : sum + part), 0)
  if (estimated === undefined || isPlausibleWeight(grams, estimated)) return undefined
  return {
    code: 'implausible_weight',
    why: `${weightText(grams)} is not plausible where about ${estimateText(estimated)} was expected. Give kilograms, for the whole line.`,
  }
}

const piecesOf = ({ deliveredQuantity, quantity }: WeighableLine): number => deliveredQuantity ?? quantity
