import { LEVELS_PER_CLASS, MATCH, type MatchClass, WORD_CLASSES } from '#domain/search/match.ts'
import type { Purchases, Sort } from '#domain/search/sort.ts'
import type { Database } from '#server/db/database.ts'
import {
  type Candidate,
  countSold,
  type Few,
  fewAtMost,
  findAmong,
  findFew,
  type Matching,
  walk,
  walkFirst,
  walkUnpriced,
} from './search.repository.ts'
import {
  butNot,
  type Conditions,
  cumulative,
  either,
  partsOfClass,
  widest,
  within,
} from './search-conditions.ts'

/** Finds the products that can be on a page: the first so many in the order asked for, and what the customer buys. */

export type Wanted = {
  /** undefined: nothing was typed, which every product meets. */
  conditions: Conditions | undefined
  /** Text of type tsquery, '' where no filter is set. */
  filters: string
  /** Only these products; undefined: of all. */
  only: readonly string[] | undefined
  purchases: Purchases
  sort: Sort
  priceListId: string
  /** The page's end: so many are needed at most. */
  end: number
}

/** At least all that belong on the page, in no order; `total` may be more than SEARCH_TOTAL_MAX. */
export type Candidates = { total: number; candidates: Candidate[] }

export const findCandidates = async (database: Database, wanted: Wanted): Promise<Candidates> => {
  const { conditions, filters, only } = wanted
  const tsquery = conditions === undefined ? filters : within(widest(conditions), filters)
  // Signs alone were typed.
  if (conditions !== undefined && tsquery === '') return { total: 0, candidates: [] }
  const matching = {
    tsquery,
    conditions,
    sort: wanted.sort,
    priceListId: wanted.priceListId,
    limit: wanted.end,
  }
  if (only !== undefined) {
    const candidates = await findAmong(database, matching, only)
    return { total: candidates.length, candidates }
  }
  if (tsquery === '') {
    return { total: await countSold(database), candidates: await walkAll(database, browsing(matching)) }
  }
  const few = await findFew(database, conditions === undefined ? browsing(matching) : matching)
  const isFew = few.count < fewAtMost(wanted.sort)
  if (isFew && few.candidates.length === few.count) return { total: few.count, candidates: few.candidates }
  const candidates = isFew ? few.candidates : await walkMany(database, wanted, matching)
  return { total: few.count, candidates: [...candidates, ...(await boughtOf(database, wanted, matching))] }
}

/** Where nothing was typed, what sells most is the most relevant. */
const browsing = (matching: Matching): Matching => ({
  ...matching,
  sort: matching.sort === 'relevance' ? 'sales' : matching.sort,
})

const walkMany = (database: Database, wanted: Wanted, matching: Matching): Promise<Candidate[]> =>
  wanted.conditions !== undefined && wanted.sort === 'relevance'
    ? walkClasses({ database, wanted, matching, conditions: wanted.conditions })
    : walkAll(database, browsing(matching))

/** The customer's own may be ranked before those that sell more. */
async function boughtOf(
  database: Database,
  { conditions, purchases, sort }: Wanted,
  matching: Matching,
): Promise<Candidate[]> {
  if (conditions === undefined || sort !== 'relevance' || purchases.size === 0) return []
  return await findAmong(database, matching, [...purchases.keys()])
}

async function walkAll(database: Database, matching: Matching): Promise<Candidate[]> {
  const found = await walk(database, matching)
  const isByPrice = matching.sort === 'price' || matching.sort === 'price_descending'
  const missing = matching.limit - found.length
  if (!isByPrice || missing === 0) return found
  return [...found, ...(await walkUnpriced(database, { ...matching, limit: missing }))]
}

type Walk = { database: Database; wanted: Wanted; matching: Matching; conditions: Conditions }

/** All that meets a condition, if it is few. */
type Known = Few & { condition: string }

/**
 * Of what so many match that not all are read: class after class while they are few. The first that is not few holds more
 * than any page wants; it is walked through, those first that name the product.
 */
async function walkClasses(asked: Walk): Promise<Candidate[]> {
  const { conditions, matching } = asked
  let known: Known = { condition: '', count: 0, candidates: [] }
  for (const matchClass of CLASSES) {
    const condition = cumulative(conditions, matchClass)
    if (condition === known.condition || condition === '') continue
    const level = await readCondition(asked, condition)
    if (level.count === fewAtMost('relevance')) return await walkClass(asked, matchClass, known)
    known = level
    if (known.count >= matching.limit) return known.candidates
  }
  return known.candidates
}

const CLASSES: readonly MatchClass[] = [
  MATCH.codeEqual,
  MATCH.codeBeginning,
  ...WORD_CLASSES.map((one) => one.class),
]

async function walkClass(asked: Walk, matchClass: MatchClass, before: Known): Promise<Candidate[]> {
  const { database, matching, conditions, wanted } = asked
  let known = before
  const parts = partsOfClass(conditions, matchClass)
  for (const [place, part] of parts.entries()) {
    const rest = {
      ...matching,
      tsquery: within(butNot(part, known.condition), wanted.filters),
      limit: matching.limit - known.candidates.length,
    }
    const isLast = place === parts.length - 1
    // Among the first there are enough, if this part holds many: that spares looking how many.
    const first = isLast ? [] : await walkFirst(database, rest)
    if (isLast || first.length === rest.limit)
      return [
        ...known.candidates,
        ...levelled(isLast ? await walk(database, rest) : first, matchClass, place),
      ]
    const level = await readCondition(asked, either([before.condition, part]))
    if (level.count === fewAtMost('relevance'))
      return [...known.candidates, ...levelled(await walk(database, rest), matchClass, place)]
    known = level
    if (known.count >= matching.limit) return known.candidates
  }
  return known.candidates
}

const readCondition = async ({ database, matching, wanted }: Walk, condition: string): Promise<Known> => ({
  condition,
  ...(await findFew(database, { ...matching, tsquery: within(condition, wanted.filters) })),
})

/** A part's place among those of its class is what levelOf adds to the class. */
const levelled = (candidates: Candidate[], matchClass: MatchClass, place: number): Candidate[] =>
  candidates.map((candidate) => ({ ...candidate, level: LEVELS_PER_CLASS * matchClass + place }))
