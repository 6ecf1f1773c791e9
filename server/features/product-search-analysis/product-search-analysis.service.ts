import type { productSearchAnalysis } from '#contract/product-search-analysis.ts'
import { sortOf } from '#contract/values.ts'
import { DAY_MS } from '#domain/durations.ts'
import { SEARCHES_KEPT_DAYS, searchedTerm } from '#domain/searches.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { requirePeriod } from '#server/routing/require-period.ts'
import {
  type AnalysisQuery,
  countSearchDays,
  deleteSearchesBefore,
  findSearchedTerms,
  insertAdditions,
  insertSearches,
  type NewAddition,
  type NewSearch,
} from './product-search-analysis.repository.ts'

export type ProductSearchAnalysisService = Answers<typeof productSearchAnalysis>

export const productSearchAnalysisService = ({
  database,
  searchList,
  now,
}: {
  database: Database
  searchList: ListSearch
  now: () => Date
}): ProductSearchAnalysisService => ({
  recordEvents: async ({ user, body: { sentAt, searches, additions } }) => {
    const nowMs = now().getTime()
    // The age is right even if the device's clock is not.
    const instantOf = (at: string): Date | undefined =>
      keptInstant(nowMs - Math.max(0, Date.parse(sentAt) - Date.parse(at)), nowMs)
    const made = byId(
      searches.flatMap(({ at, ...search }): NewSearch[] => {
        const searchedAt = instantOf(at)
        const term = searchedTerm(search.term)
        return searchedAt && term !== '' ? [{ ...search, term, searchedAt, added: false }] : []
      }),
    )
    const led = byId(
      additions.flatMap(({ at, ...addition }): NewAddition[] => {
        const addedAt = instantOf(at)
        return addedAt ? [{ ...addition, searchId: addition.searchId.toLowerCase(), addedAt }] : []
      }),
    )
    const recorded = await inTransaction(database, async (connection) => [
      ...(made.length === 0 ? [] : await insertSearches(connection, user, made)),
      ...(led.length === 0 ? [] : await insertAdditions(connection, user, led)),
    ])
    const stored = new Set(recorded)
    return {
      refused: [...searches, ...additions].flatMap(({ id }) => (stored.has(id.toLowerCase()) ? [] : [id])),
    }
  },

  /** Counts what was recorded, without old ones and those for others' customers. */
  record: async ({ user, body: { searches } }) => {
    const nowMs = now().getTime()
    const made = byId(
      searches.flatMap(({ at, ...search }): NewSearch[] => {
        const searchedAt = keptInstant(Date.parse(at), nowMs)
        const term = searchedTerm(search.term)
        return searchedAt && term !== '' ? [{ ...search, term, searchedAt }] : []
      }),
    )
    return { recorded: made.length === 0 ? 0 : (await insertSearches(database, user, made)).length }
  },

  /** @throws Refusal `invalid_request` for a reversed period, or one longer than searches are kept */
  analyse: async (asked) => {
    const { user, body } = asked
    const { created_start_date: from, created_end_date: to, page = 1, pageLength = 24 } = body
    requirePeriod({ from, to }, SEARCHES_KEPT_DAYS)
    const sort_by = body.sort_by ?? 'searches_descending'
    const query: AnalysisQuery = {
      from,
      to,
      text: searchedTerm(body.queryString ?? ''),
      result: body.result ?? 'any',
      ...sortOf(sort_by),
      limit: pageLength,
      offset: (page - 1) * pageLength,
    }
    return await searchList(asked, async (connection) => {
      const [{ data, total }, days] = await Promise.all([
        findSearchedTerms(connection, user, query),
        countSearchDays(connection, user, query),
      ])
      const sum = (column: 'searches' | 'noResult' | 'added'): number =>
        days.reduce((all, day) => all + day[column], 0)
      return {
        data,
        total,
        page,
        pageLength,
        totals: { searches: sum('searches'), noResult: sum('noResult'), added: sum('added') },
        days: days.map(({ added: _, ...day }) => day),
      }
    })
  },
})

/** A fast clock would date searches in the future. @returns undefined past keeping, and for a leap second, which no Date has */
const keptInstant = (atMs: number, nowMs: number): Date | undefined =>
  nowMs - atMs <= SEARCHES_KEPT_DAYS * DAY_MS ? new Date(Math.min(atMs, nowMs)) : undefined

/** As PostgreSQL writes ids. It does not store one twice in a statement; the last of a report counts. */
const byId = <Row extends { id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id.toLowerCase(), { ...row, id: row.id.toLowerCase() }])).values(),
]

export const deleteOldSearches = (connection: Connection): Promise<unknown> =>
  deleteSearchesBefore(connection, SEARCHES_KEPT_DAYS)
