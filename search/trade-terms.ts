import { foldText, joinMeasures, wordsIn } from '#domain/folded-text.ts'
import rows from './trade-terms.json' with { type: 'json' }
import { formsOf } from './word-forms.ts'

/** Abbreviations, phrases and synonyms. typos.ts covers misspellings, word-forms.ts plurals. */
export type TradeTerm = {
  typed: string
  means: string[]
  /** True: each also finds the others. */
  bothWays?: boolean
}

export const DEFAULT_TRADE_TERMS: readonly TradeTerm[] = rows

/** A wholesaler's own row; an inactive one removes the build's meaning. */
export type ChangedTradeTerm = TradeTerm & { active: boolean }

/** Rows of the same words, however written, replace the build's. */
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

const keysOf = (words: readonly string[]): string[] => {
  const before = words.slice(0, -1)
  const last = words.at(-1) ?? ''
  return [last, ...formsOf(last)].map((word) => [...before, word].join(' '))
}
