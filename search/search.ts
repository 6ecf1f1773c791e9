import { isDietWord } from './diet-words.ts'
import { withFewerWords } from './fewer-words.ts'
import { isOfOtherSize, type ResolvedQuery } from './match.ts'
import { FEW_FOUND, type MistypedWord, mistypedWords, typoWordsOf } from './mistyped.ts'
import type { QueryWord, Reading, SearchQuery } from './query.ts'
import { createSpeller, type MeantWords, withJoinedWords, withMistypedJoin } from './respelling.ts'
import { isMeasure } from './sizes.ts'
import type { TradeTerms } from './trade-terms.ts'
import { editsAllowed, mayBeTypo } from './typos.ts'

/** Searches as typed; if that finds few, joined, split and corrected; if nothing, with fewer words. */

/** `exact`: how many match as typed. `best`: the best level found. Both undefined from an index that only counts. */
export type Matches = { total: number; exact?: number; best?: number }

export type SearchIndex<Found extends Matches> = {
  /** Filters or a list leave some products out of `find`; the other questions are about all products. */
  isNarrowed: boolean
  find: (query: ResolvedQuery) => Promise<Found>
  areMet: (queries: readonly ResolvedQuery[]) => Promise<boolean[]>
  counts: (words: readonly QueryWord[], most: number) => Promise<number[]>
  isCode: (query: SearchQuery) => Promise<boolean>
  /** Candidate corrections, possibly with others. */
  near: (mistyped: MistypedWord) => Promise<Iterable<string>>
  known: (words: readonly string[]) => Promise<ReadonlySet<string>>
}

export type Correction = { typed: string; meant: string }

export type Rewording = {
  corrections?: Correction[]
  /** True: products with the words as typed come first, then those of the corrected words. */
  also?: boolean
  dropped?: string[]
  /** The place of the first product that is only similar. Absent if all match as typed, or none does. */
  similarFrom?: number
}

export const search = async <Found extends Matches>(
  index: SearchIndex<Found>,
  query: SearchQuery,
  terms: TradeTerms,
): Promise<Found & Rewording> => {
  const found = await reworded(index, query, terms)
  const { total, exact, best, dropped = [] } = found
  const sizes = best !== undefined && isOfOtherSize(best) ? query.typed.filter(isMeasure) : []
  const left = [...new Set([...dropped, ...sizes])]
  return {
    ...found,
    ...(left.length > 0 && { dropped: left }),
    ...(exact !== undefined && exact > 0 && exact < total && { similarFrom: exact }),
  }
}

const reworded = async <Found extends Matches>(
  index: SearchIndex<Found>,
  query: SearchQuery,
  terms: TradeTerms,
): Promise<Found & Rewording> => {
  const asTyped = await index.find(query)
  const [typed = []] = query.readings
  if (asTyped.total >= FEW_FOUND || !mayBeReworded(typed) || (await index.isCode(query))) return asTyped

  const counts = await index.counts(typed, FEW_FOUND)
  const rare = new Set(typed.flatMap(({ text }, place) => ((counts[place] ?? 0) < FEW_FOUND ? [text] : [])))
  const joined = await withJoinedWords(index, query, { terms, rare })
  let best: Found & Rewording = joined === query ? asTyped : await index.find(joined)
  if (best.total >= FEW_FOUND) return best

  const isMet = best.total > 0 || (index.isNarrowed && ((await index.areMet([joined]))[0] ?? false))
  const mistyped = mistypedWords(typed, { counts, isMet }).filter(
    ({ word }) => !isDietWord(word.text, terms) && !terms.meanings.has(word.text),
  )
  const unmet = new Set(mistyped.flatMap(({ word, isMet: isWordMet }) => (isWordMet ? [] : [word.text])))
  const meantBy = await createSpeller(index, mistyped)
  let meant: MeantWords = new Map()
  const most = Math.max(0, ...mistyped.map(({ word }) => editsAllowed(word.text)))
  // "mature chedder": words that products have stay, unless that finds nothing.
  for (const correctable of unmet.size > 0 && unmet.size < mistyped.length
    ? [unmet, undefined]
    : [undefined]) {
    for (let edits = 1; edits <= most; edits += 1) {
      const all = await meantBy(edits)
      meant = correctable ? onlyOf(all, correctable) : all
      if (meant.size === 0 || mistyped.some((word) => !word.isMet && !all.has(word.word.text))) continue
      const found = await index.find({ ...joined, typos: typoWordsOf(meant) })
      if (found.total > best.total)
        best = { ...found, corrections: correctionsOf(meant), ...(isMet && { also: true }) }
      if (best.total >= FEW_FOUND) return best
    }
    if (best.corrections !== undefined) return best
  }
  if (best.total > 0 || isMet) return best

  const pair = await withMistypedJoin(index, query, terms)
  if (pair) return { ...(await index.find(pair.query)), corrections: [pair.correction] }

  // With fewer words, known words stay: "dbl cream" is no "crem".
  meant = onlyOf(meant, unmet)
  const typos = typoWordsOf(meant)
  const fewer = await withFewerWords(index, joined, { terms, typos })
  if (fewer === undefined) return best
  const corrections = correctionsOf(meant).filter(({ typed: word }) => !fewer.dropped.includes(word))
  return {
    ...(await index.find(fewer.query)),
    dropped: fewer.dropped,
    ...(corrections.length > 0 && { corrections }),
  }
}

const onlyOf = (meant: MeantWords, words: ReadonlySet<string>): MeantWords =>
  new Map([...meant].filter(([text]) => words.has(text)))

const mayBeReworded = (typed: Reading): boolean =>
  typed.length > 1 || typed.some(({ text }) => mayBeTypo(text))

const correctionsOf = (meant: MeantWords): Correction[] =>
  [...meant].flatMap(([typed, [first]]) => (first === undefined ? [] : [{ typed, meant: first.word }]))
