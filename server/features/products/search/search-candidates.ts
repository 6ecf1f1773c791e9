import { LEVELS_PER_CLASS, MATCH, type MatchClass, WORD_CLASSES } from '#search/match.ts'
import type { Purchases, Sort } from '#search/sort.ts'
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
  type Conditions,
  cumulative,
  either,
  exceptWhere,
  partsOfClass,
  widest,
  within,
} from './search-conditions.ts'

/** Finds the products that may appear on a page: the first in the requested order, plus the customer's purchases. */

export type Wanted = {
  /** undefined: nothing was typed, so everything matches. */
  conditions: Conditions | undefined
  filters: string
  only: ReadonlySet<string> | undefined
  except: ReadonlySet<string> | undefined
  purchases: Purchases
  sort: Sort
  priceListId: string
  offset: number
  end: number
}

/** Unordered, with at least the page's; `total` may exceed SEARCH_TOTAL_MAX. */
export type Candidates = { total: number; candidates: Candidate[] }

export const findCandidates = async (database: Database, wanted: Wanted): Promise<Candidates> => {
  const { conditions, filters, only, except } = wanted
  const tsquery = conditions === undefined ? filters : within(widest(conditions), filters)
  // Punctuation only.
  if (conditions !== undefined && tsquery === '') return { total: 0, candidates: [] }
  const matching = {
    tsquery,
    narrow: conditions === undefined ? '' : within(cumulative(conditions, MATCH.words), filters),
    conditions,
    sort: wanted.sort,
    priceListId: wanted.priceListId,
    limit: wanted.end,
    offset: wanted.offset,
    purchases: conditions === undefined ? NONE : wanted.purchases,
    except: [...(except ?? [])],
  }
  if (only !== undefined) {
    const candidates = await findAmong(database, matching, [...only])
    return { total: candidates.length, candidates }
  }
  if (tsquery === '') {
    return {
      total: await countSold(database, matching.except),
      candidates: await walkAll(database, browsing(matching)),
    }
  }
  const few = await findFew(database, conditions === undefined ? browsing(matching) : matching)
  const candidates =
    few.count < fewAtMost(wanted.sort) ? few.candidates : await walkMany(database, { wanted, matching, few })
  return { total: few.count, candidates }
}

const NONE: Purchases = new Map()

/** Without a query, sales decide relevance. */
export const browsingSort = (sort: Sort): Sort => (sort === 'relevance' ? 'sales' : sort)

const browsing = (matching: Matching): Matching => ({ ...matching, sort: browsingSort(matching.sort) })

const walkMany = (
  database: Database,
  { wanted, matching, few }: { wanted: Wanted; matching: Matching; few: Few },
): Promise<Candidate[]> =>
  wanted.conditions !== undefined && wanted.sort === 'relevance'
    ? walkClasses({ database, wanted, matching, conditions: wanted.conditions }, few)
    : walkAll(database, browsing(matching))

async function walkAll(database: Database, matching: Matching): Promise<Candidate[]> {
  const found = await walk(database, matching)
  const isByPrice = matching.sort === 'price' || matching.sort === 'price_descending'
  const missing = matching.limit - found.length
  if (!isByPrice || missing === 0) return found
  return [...found, ...(await walkUnpriced(database, { ...matching, limit: missing }))]
}

type Walk = { database: Database; wanted: Wanted; matching: Matching; conditions: Conditions }

/** The first products that meet a condition, if few. */
type Known = { condition: string; count: number; candidates: Candidate[] }

/**
 * When too many match to read: takes the widest class that is small, then walks the next, those naming the product
 * first. Starts at whole words, which are few yet fill most pages and were read
 * with the count.
 */
async function walkClasses(asked: Walk, { read, candidates }: Few): Promise<Candidate[]> {
  const levels = levelsOf(asked.conditions)
  let next = levels.findLastIndex(({ matchClass }) => matchClass <= MATCH.words) + 1
  const conditionBefore = (place: number): string => levels[place - 1]?.condition ?? ''
  let known: Known = { condition: conditionBefore(next), count: read, candidates }
  while (!isFew(known)) {
    next -= 1
    known = await readCondition(asked, conditionBefore(next))
  }
  for (const { matchClass, condition } of levels.slice(next)) {
    if (known.count >= asked.matching.limit) break
    // If the best part fills the page, the class need not be counted.
    const best = await walkPart(asked, { matchClass, place: 0, known, by: walkFirst })
    if (best.isFull) return [...known.candidates, ...best.candidates, ...(await findBought(asked))]
    const level = await readCondition(asked, condition)
    if (!isFew(level)) return [...(await walkClass(asked, matchClass, known)), ...(await findBought(asked))]
    known = level
  }
  return known.candidates
}

const isFew = ({ count }: Known): boolean => count < fewAtMost('relevance')

/** Classes larger than those before them, from the best. */
function levelsOf(conditions: Conditions): { matchClass: MatchClass; condition: string }[] {
  const levels = CLASSES.map((matchClass) => ({ matchClass, condition: cumulative(conditions, matchClass) }))
  return levels.filter(
    ({ condition }, place) => condition !== '' && condition !== levels[place - 1]?.condition,
  )
}

const CLASSES: readonly MatchClass[] = [
  MATCH.codeEqual,
  MATCH.codeBeginning,
  ...WORD_CLASSES.map((one) => one.class),
]

/** A walk may stop before the customer's purchases, which may rank higher. */
const findBought = async ({ database, matching }: Walk): Promise<Candidate[]> =>
  matching.purchases.size === 0 ? [] : await findAmong(database, matching, [...matching.purchases.keys()])

/** For a large class whose best part does not fill the page. */
async function walkClass(asked: Walk, matchClass: MatchClass, before: Known): Promise<Candidate[]> {
  let known = before
  const parts = partsOfClass(asked.conditions, matchClass)
  for (const [place, part] of parts.entries()) {
    const at = { matchClass, place, known }
    const isLast = place === parts.length - 1
    // A large part has enough near the start: no need to count it.
    const first = place > 0 && !isLast ? await walkPart(asked, { ...at, by: walkFirst }) : undefined
    if (first?.isFull) return [...known.candidates, ...first.candidates]
    const level = isLast ? undefined : await readCondition(asked, either([before.condition, part]))
    if (level === undefined || !isFew(level))
      return [...known.candidates, ...(await walkPart(asked, { ...at, by: walk })).candidates]
    known = level
    if (known.count >= asked.matching.limit) break
  }
  return known.candidates
}

type PartWalk = { matchClass: MatchClass; place: number; known: Known; by: typeof walk }

async function walkPart(
  { database, matching, conditions, wanted }: Walk,
  { matchClass, place, known, by }: PartWalk,
): Promise<{ candidates: Candidate[]; isFull: boolean }> {
  const part = partsOfClass(conditions, matchClass)[place] ?? ''
  const tsquery = within(exceptWhere(part, known.condition), wanted.filters)
  const limit = matching.limit - known.count
  const found = await by(database, { ...matching, tsquery, limit })
  // levelOf decides the same.
  const level = LEVELS_PER_CLASS * matchClass + place
  return {
    candidates: found.map((candidate) => ({ ...candidate, level })),
    isFull: found.length === limit,
  }
}

const readCondition = async ({ database, matching, wanted }: Walk, condition: string): Promise<Known> => {
  if (condition === '') return { condition, count: 0, candidates: [] }
  const tsquery = within(condition, wanted.filters)
  const { count, candidates } = await findFew(database, { ...matching, tsquery, narrow: '' })
  return { condition, count, candidates }
}
