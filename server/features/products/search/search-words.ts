import type { ResolvedQuery } from '#search/match.ts'
import { meantTypoOf } from '#search/mistyped.ts'
import type { SearchIndex } from '#search/search.ts'
import { editsAllowed } from '#search/typos.ts'
import type { Database } from '#server/db/database.ts'
import { codeBy, conditionsOf, metBy, widest } from './search-conditions.ts'
import { areMet, countUpTo, findLive, findNear, findWritten } from './words.repository.ts'

/** Looks up words for corrections, where a search finds few products. */
export const searchWordsOf = (database: Database): Omit<SearchIndex<never>, 'find' | 'isNarrowed'> => ({
  areMet: (queries) => areMet(database, queries.map(conditionOf)),
  counts: (words, most) => countUpTo(database, words.map(metBy), most),
  isCode: async (query) => query.code !== null && ((await areMet(database, [codeBy(query)]))[0] ?? false),
  near: async (mistyped) => {
    const { text } = mistyped.word
    const near = await findNear(database, text)
    return await findLive(
      database,
      near.filter((word) => meantTypoOf(mistyped, word, editsAllowed(text)) !== undefined),
    )
  },
  known: async (words) => new Set(await findLive(database, await findWritten(database, words))),
})

const conditionOf = (query: ResolvedQuery): string => widest(conditionsOf(query))
