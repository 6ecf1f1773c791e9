import type { SearchTerm, SearchTerms } from '#contract/products.ts'
import {
  compileTradeTerms,
  DEFAULT_TRADE_TERMS,
  type TradeTerm,
  type TradeTerms,
  termKey,
  withChangedTerms,
} from '#search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { contentCursor } from '#server/features/products/content-cursor.ts'
import { deleteTerms, findChangedTerms, replaceTerm } from './search-terms.repository.ts'

/** The trade terms, for the server's searches and for download. */
export type SearchTermsService = {
  current: () => Promise<TradeTerms>
  download: (since: string | undefined) => Promise<SearchTerms>
  /** @returns the current term: the build's where no meaning was given */
  save: (term: SearchTerm, userId: string) => Promise<SearchTerm>
}

/** Imports run in another process, so this one reads the table again. */
const KEPT_MS = 15_000

export const searchTermsService = ({
  database,
  now = Date.now,
}: {
  database: Database
  now?: () => number
}): SearchTermsService => {
  const read = async (): Promise<TradeTerm[]> =>
    withChangedTerms(DEFAULT_TRADE_TERMS, await findChangedTerms(database))
  let kept: { at: number; cursor: string; compiled: TradeTerms } | undefined
  const keep = (terms: readonly TradeTerm[]): string => {
    const cursor = contentCursor(terms)
    const compiled = kept?.cursor === cursor ? kept.compiled : compileTradeTerms(terms)
    kept = { at: now(), cursor, compiled }
    return cursor
  }
  return {
    current: async () => {
      if (kept === undefined || now() - kept.at > KEPT_MS) keep(await read())
      return kept?.compiled ?? compileTradeTerms([])
    },
    // Read again, so that server and devices search with the same terms.
    download: async (since) => {
      const terms = await read()
      const cursor = keep(terms)
      return {
        cursor,
        terms:
          since === cursor
            ? null
            : terms.map(({ typed, means, bothWays = false }) => ({ typed, means, bothWays })),
      }
    },
    save: async ({ typed, means, bothWays }, userId) => {
      const writer = { userId, at: new Date(now()) }
      const key = termKey(typed)
      const spellings = (await findChangedTerms(database))
        .filter((term) => termKey(term.typed) === key)
        .map((term) => term.typed)
      if (means.length === 0) await deleteTerms(database, spellings, writer)
      else await replaceTerm(database, spellings, { typed, means, bothWays, writer })
      const terms = await read()
      keep(terms)
      const saved = terms.find((term) => termKey(term.typed) === key)
      return { typed, means: saved?.means ?? [], bothWays: saved?.bothWays ?? false }
    },
  }
}
