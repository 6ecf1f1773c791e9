import { DAY_MS } from '#domain/durations.ts'
import type { searchAdditions, searchLog } from '#server/db/schema/search-log.ts'
import type { DemoProduct } from './products.ts'
import { randomOf } from './random.ts'
import { demoUuid } from './users.ts'

const DAYS = 90
const SEARCHES_MAX = 3

/** Three months of searches, some without results. */
export const makeSearches = (parts: {
  customerIds: readonly string[]
  seed: number
  now: Date
}): (typeof searchLog.$inferInsert)[] => {
  const { customerIds, seed, now } = parts
  const random = randomOf(seed, 'searches')
  return Array.from({ length: DAYS }, (_, back) => new Date(now.getTime() - back * DAY_MS)).flatMap((day) => {
    const isWeekend = day.getUTCDay() % 6 === 0
    return customerIds.flatMap((customerId) =>
      Array.from({ length: random.whole(0, isWeekend ? 1 : SEARCHES_MAX) }, () => {
        const [term, found] = random.pick(random.chance(0.87) ? FOUND : MISSED)
        // In the past, and in a kitchen's ordering hours.
        const searchedAt = new Date(
          Math.min(now.getTime(), new Date(day).setUTCHours(random.whole(7, 21), random.whole(0, 59))),
        )
        return {
          id: demoUuid(searchedAt, random),
          customerId,
          term,
          found,
          added: found > 0 && random.chance(0.55),
          searchedAt,
        }
      }),
    )
  })
}

/** What the searches led to. @param made the best-selling first */
export const makeSearchAdditions = (parts: {
  searches: readonly (typeof searchLog.$inferInsert)[]
  made: readonly DemoProduct[]
  seed: number
}): (typeof searchAdditions.$inferInsert)[] => {
  const { searches, made, seed } = parts
  const random = randomOf(seed, 'search additions')
  const named = made.map(({ row: { product_no, name } }) => ({ product_no, words: name.toLowerCase() }))
  const shown = new Map(
    FOUND.map(([term, , called = term.replace(/(?<=[^aeo])e?s$/, '')]) => [
      term,
      named.filter(({ words }) => words.includes(called)).slice(0, SHOWN_MAX),
    ]),
  )
  return searches.flatMap(({ id, term, added, searchedAt }) => {
    const among = shown.get(term) ?? []
    if (!added || among.length === 0) return []
    // Most take the first shown.
    const { product_no } = random.chance(0.6) ? (among[0] ?? random.pick(among)) : random.pick(among)
    return [
      {
        id: demoUuid(searchedAt, random),
        searchId: id,
        product_no,
        quantity: random.whole(1, 4),
        addedAt: searchedAt,
      },
    ]
  })
}

const SHOWN_MAX = 6

/** `called` is part of the products' names, where the term is not. */
type Searched = readonly [term: string, found: number, called?: string]

const FOUND: readonly Searched[] = [
  ['chicken breast', 12],
  ['chips', 31],
  ['double cream', 6],
  ['tomatoes', 24],
  ['plain flour', 9],
  ['butter', 18],
  ['salmon', 14],
  ['bacon', 11],
  ['eggs', 8],
  ['cheddar', 17],
  ['blue roll', 5, 'blue centrefeed'],
  ['loo roll', 7, 'toilet roll'],
  ['vegetable oil', 6],
  ['potatoes', 22],
  ['burger buns', 9],
  ['ice cream', 16],
  ['baked beans', 4],
  ['rice', 19],
  ['mushrooms', 8],
  ['gravy', 10],
]

const MISSED: readonly Searched[] = [
  ['bog roll', 0],
  ['spuds', 0],
  ['squirty cream', 0],
  ['chicken dinosaurs', 0],
  ['yuzu', 0],
  ['kimchi', 0],
  ['kefir', 0],
  ['snags', 0],
  ['freekeh', 0],
  ['vegan bacon', 0],
]
