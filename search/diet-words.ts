import type { TradeTerms } from './trade-terms.ts'

/** "gluten free", "gf", "vegan". Never dropped or corrected, as the results might be served to someone at risk. */
export const dietWordsOf = (typed: readonly string[], terms: TradeTerms): Set<string> => {
  const isFree = (at: number): boolean => typed[at] === 'free' && at > 0 && typed[at + 1] !== 'range'
  return new Set(typed.filter((word, place) => isDietWord(word, terms) || isFree(place) || isFree(place + 1)))
}

export const isDietWord = (word: string, { meanings }: TradeTerms): boolean =>
  DIETS.has(word) ||
  (word.endsWith('free') && word !== 'free') ||
  (meanings.get(word) ?? []).some((meant) => meant.at(-1) === 'free')

const DIETS: ReadonlySet<string> = new Set(
  'vegan vegetarian veggie halal kosher coeliac celiac decaf decaffeinated'.split(' '),
)
