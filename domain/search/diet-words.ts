import type { TradeTerms } from './trade-terms.ts'

/**
 * The words typed that decide who may eat or drink a thing: "gluten free", "gf", "vegan". No search leaves them out or takes
 * them for others, since what it then showed might be served to somebody who must not have it.
 */
export const dietWordsOf = (typed: readonly string[], terms: TradeTerms): Set<string> => {
  const isFree = (at: number): boolean => typed[at] === 'free' && at > 0 && typed[at + 1] !== 'range'
  return new Set(typed.filter((word, place) => isDietWord(word, terms) || isFree(place) || isFree(place + 1)))
}

/** By itself, and spelt as the trade spells it. */
export const isDietWord = (word: string, { meanings }: TradeTerms): boolean =>
  DIETS.has(word) ||
  (word.endsWith('free') && word !== 'free') ||
  (meanings.get(word) ?? []).some((meant) => meant.at(-1) === 'free')

const DIETS: ReadonlySet<string> = new Set(
  'vegan vegetarian veggie halal kosher coeliac celiac decaf decaffeinated'.split(' '),
)
