import type { SearchTerm, SearchTerms } from '#contract/product-search.ts'
import { DEFAULT_TRADE_TERMS, type TradeTerm, termKey, withChangedTerms } from '#search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { contentCursor } from '#server/features/products/content-cursor.ts'
import { deleteTerms, findChangedTerms, replaceTerm } from './search-terms.repository.ts'

/** The trade terms, for the server's searches and for download. */
export type SearchTermsService = {
  /** The same array for as long as they are the same. */
  current: () => Promise<readonly TradeTerm[]>
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
  let kept: { at: number; cursor: string; terms: readonly TradeTerm[] } | undefined
  const keep = (terms: readonly TradeTerm[]): string => {
    const cursor = contentCursor(terms)
    kept = { at: now(), cursor, terms: kept?.cursor === cursor ? kept.terms : terms }
    return cursor
  }
  return {
    current: async () => {
      if (kept === undefined || now() - kept.at > KEPT_MS) keep(await read())
      return kept?.terms ?? []
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
