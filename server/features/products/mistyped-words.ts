import {
  editsInTurn,
  type MistypedWord,
  meantTypoOf,
  mistypedWords,
  typosWithin,
} from '#domain/search/mistyped.ts'
import type { SearchQuery } from '#domain/search/query.ts'
import type { TypoWords } from '#domain/search/typos.ts'
import type { Database } from '#server/db/database.ts'
import { codeBy, metBy } from './search-levels.ts'
import { countFew, findLive, findNear } from './words.repository.ts'

/** The words of a query that few products have; none where it is a product's code, or begins one. */
export const findMistyped = async (database: Database, query: SearchQuery): Promise<MistypedWord[]> => {
  const [byCode = 0, ...counts] = await countFew(database, [codeBy(query), ...query.words.map(metBy)])
  return byCode > 0 ? [] : mistypedWords(query, counts)
}

/** Gives what the words may have been meant to be, up to so many edits away. */
export const meantBy = async (
  database: Database,
  mistyped: readonly MistypedWord[],
): Promise<(edits: number) => Promise<TypoWords | undefined>> => {
  const farthest = editsInTurn(mistyped).length
  const near = new Map<MistypedWord, string[]>()
  for (const word of mistyped) {
    near.set(word, within(word, await findNear(database, word.word.text), farthest))
  }
  return async (edits) => {
    const nearer = [...near].map(([word, words]) => [word, within(word, words, edits)] as const)
    const live = new Set(await findLive(database, [...new Set(nearer.flatMap(([, words]) => words))]))
    const liveNear = nearer.map(([word, words]) => [word, words.filter((other) => live.has(other))] as const)
    return typosWithin(new Map(liveNear), edits)
  }
}

const within = (word: MistypedWord, words: readonly string[], edits: number): string[] =>
  words.filter((other) => meantTypoOf(word, other, edits) !== undefined)
