import { dietWordsOf } from './diet-words.ts'
import type { ResolvedQuery } from './match.ts'
import { FILLERS, readingsOf, type SearchQuery } from './query.ts'
import type { SearchIndex } from './search.ts'
import { isSize } from './sizes.ts'
import type { TradeTerms } from './trade-terms.ts'
import type { TypoWords } from './typos.ts'

/** Drops sizes and containers first, then as few words as possible, commonest first. Diet words always stay. */

export type FewerWords = { query: ResolvedQuery; dropped: string[] }

const WORDS_MAX = 8
const SUBSETS_MAX = 12
/** Higher counts say little about a word. */
const COUNT_MAX = 1000

type Words = Pick<SearchIndex<never>, 'areMet' | 'counts'>

/** undefined: no word finds anything, or there is only one. */
export const withFewerWords = async (
  index: Words,
  query: SearchQuery,
  { terms, typos }: { terms: TradeTerms; typos: TypoWords },
): Promise<FewerWords | undefined> => {
  const typed = [...new Set(query.typed)].filter((word) => !FILLERS.has(word)).slice(0, WORDS_MAX)
  const sized = typed.filter((word) => !isSize(word))
  const words = sized.length > 0 ? sized : typed
  const kept = (some: readonly string[]): FewerWords => ({
    query: { typed: [...some], readings: readingsOf(some, terms), code: null, typos },
    dropped: typed.filter((word) => !some.includes(word)),
  })
  if (words.length < typed.length && (await isMet(index, kept(words)))) return kept(words)
  const counts = await index.counts(
    words.map((text) => ({ text, forms: [] })),
    COUNT_MAX,
  )
  const countOf = new Map(words.map((word, place) => [word, counts[place] ?? 0]))
  const needed = dietWordsOf(query.typed, terms)
  const others = words.filter((word) => !needed.has(word))
  for (let size = others.length - 1; size > 0; size -= 1) {
    const some = subsetsOf(others, size)
      .map((subset) => ({
        subset,
        hasLast: subset.at(-1) === words.at(-1),
        found: subset.reduce((sum, word) => sum + (countOf.get(word) ?? 0), 0),
      }))
      .sort((a, b) => a.found - b.found || Number(b.hasLast) - Number(a.hasLast))
      .slice(0, SUBSETS_MAX)
      .map(({ subset }) => kept(words.filter((word) => subset.includes(word) || needed.has(word))))
    const met = await index.areMet(some.map(({ query: fewer }) => fewer))
    const first = some[met.indexOf(true)]
    if (first === undefined) continue
    const withSizes = kept(typed.filter((word) => isSize(word) || first.query.typed.includes(word)))
    return (await isMet(index, withSizes)) ? withSizes : first
  }
  return undefined
}

const isMet = async (index: Words, { query }: FewerWords): Promise<boolean> =>
  (await index.areMet([query]))[0] ?? false

function subsetsOf(words: readonly string[], size: number): string[][] {
  if (size === 0) return [[]]
  return words.flatMap((word, place) =>
    subsetsOf(words.slice(place + 1), size - 1).map((rest) => [word, ...rest]),
  )
}
