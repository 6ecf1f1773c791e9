import { foldText, joinMeasures, wordsIn } from './text.ts'
import rows from './trade-terms.json' with { type: 'json' }
import { formsOf } from './word-forms.ts'

/**
 * The trade's own words: abbreviations, phrases and second names, as rows that a wholesaler can change and devices
 * download. Misspellings have no place here, typos.ts finds them; nor have singular and plural, word-forms.ts knows them.
 */
export type TradeTerm = {
  typed: string
  means: string[]
  /** True: all of them mean the same, so that each is also looked for by the others. */
  bothWays?: boolean
}

export const DEFAULT_TRADE_TERMS: readonly TradeTerm[] = rows

/** A wholesaler's own row. Not active: what was typed means nothing else. */
export type ChangedTradeTerm = TradeTerm & { active: boolean }

/** A build's terms with a wholesaler's in their place: rows of the same words, however these are written. */
export const withChangedTerms = (
  terms: readonly TradeTerm[],
  changed: readonly ChangedTradeTerm[],
): TradeTerm[] => {
  const keyOf = ({ typed }: TradeTerm): string => termKey(typed)
  const byKey = new Map<string, TradeTerm>(terms.map((term) => [keyOf(term), term]))
  for (const { active, ...term } of changed) {
    if (active) byKey.set(keyOf(term), term)
    else byKey.delete(keyOf(term))
  }
  return [...byKey.values()]
}

/** The same for every way of writing a term. */
export const termKey = (typed: string): string => termWords(typed).join(' ')

export type TradeTerms = {
  meanings: ReadonlyMap<string, readonly (readonly string[])[]>
  longest: number
}

export const NO_TRADE_TERMS: TradeTerms = { meanings: new Map(), longest: 0 }

export const compileTradeTerms = (terms: readonly TradeTerm[]): TradeTerms => {
  const meanings = new Map<string, string[][]>()
  let longest = 0
  const add = (typed: string[], meant: string[]): void => {
    if (typed.length === 0 || meant.length === 0) return
    longest = Math.max(longest, typed.length)
    for (const key of keysOf(typed)) {
      const known = meanings.get(key) ?? []
      if (!known.some((other) => other.join(' ') === meant.join(' '))) meanings.set(key, [...known, meant])
    }
  }
  for (const { typed, means, bothWays = false } of terms) {
    const [first = [], ...others] = [typed, ...means].map(termWords)
    for (const meant of others) {
      add(first, meant)
      if (bothWays) for (const same of [first, ...others]) if (same !== meant) add(meant, same)
    }
  }
  return { meanings, longest }
}

const termWords = (text: string): string[] => wordsIn(joinMeasures(foldText(text)))

/** The phrase, and the same with its last word in the singular or plural. */
const keysOf = (words: readonly string[]): string[] => {
  const before = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  return [last, ...formsOf(last)].map((word) => [...before, word].join(' '))
}
