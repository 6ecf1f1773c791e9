import type { JudgedProduct, JudgedQuery } from './judged-queries.ts'

/** How good lists of products are, judged by the queries. */

/** The results for a query, in order; one page of them. */
export type Answer = { judged: JudgedQuery; products: JudgedProduct[] }

/** Percentages of all queries. */
export type Score = {
  /** The first product is right. */
  first: number
  /** One of the first three is right. */
  topThree: number
  /** None of the first ten is right. */
  nothing: number
}

export const NOTHING_WITHIN = 10

/** The search's targets, for each half and each side. */
export const BUDGET = { first: 90, topThree: 97, nothing: 1 }

export const scoreOf = (answers: readonly Answer[]): Score => {
  const share = (isCounted: (place: number) => boolean): number =>
    (100 * answers.filter((answer) => isCounted(rightPlace(answer))).length) / answers.length
  return {
    first: share((place) => place === 0),
    topThree: share((place) => place < 3),
    nothing: share((place) => place >= NOTHING_WITHIN),
  }
}

/** Index of the first right product; Infinity if there is none. */
export const rightPlace = ({ judged, products }: Answer): number => {
  const place = products.findIndex(judged.isRight)
  return place === -1 ? Number.POSITIVE_INFINITY : place
}

export const isWithinBudget = ({ first, topThree, nothing }: Score): boolean =>
  first >= BUDGET.first && topThree >= BUDGET.topThree && nothing <= BUDGET.nothing

export const isBetter = (one: Score, other: Score): boolean =>
  one.first > other.first && one.topThree > other.topThree && one.nothing < other.nothing
