import type { JudgedProduct, JudgedQuery } from './judged-queries.ts'

/** How good lists of products are, held against the judged queries. */

/** What a search gave for a query, in order; as many as a page shows. */
export type Answer = { judged: JudgedQuery; products: JudgedProduct[] }

/** Of all queries, per cent. */
export type Score = {
  /** The first product is right. */
  first: number
  /** One of the first three is. */
  topThree: number
  /** None of the first ten is. */
  nothing: number
}

export const NOTHING_WITHIN = 10

/** What the search must reach, on each half and on each side. */
export const BUDGET = { first: 85, topThree: 95, nothing: 2 }

export const scoreOf = (answers: readonly Answer[]): Score => {
  const share = (isCounted: (place: number) => boolean): number =>
    (100 * answers.filter((answer) => isCounted(rightPlace(answer))).length) / answers.length
  return {
    first: share((place) => place === 0),
    topThree: share((place) => place < 3),
    nothing: share((place) => place >= NOTHING_WITHIN),
  }
}

/** Where the first right product is, from 0; Infinity where none is. */
export const rightPlace = ({ judged, products }: Answer): number => {
  const place = products.findIndex(judged.isRight)
  return place === -1 ? Number.POSITIVE_INFINITY : place
}

export const isWithinBudget = ({ first, topThree, nothing }: Score): boolean =>
  first >= BUDGET.first && topThree >= BUDGET.topThree && nothing <= BUDGET.nothing

export const isBetter = (one: Score, other: Score): boolean =>
  one.first > other.first && one.topThree > other.topThree && one.nothing < other.nothing
