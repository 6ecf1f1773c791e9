import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { FilterCounts } from '#search/filter-options.ts'
import type { IndexFound } from '#search/index/product-index.ts'
import type { Rewording } from '#search/search.ts'
import type { Suggestion } from '#search/suggest.ts'
import type { TradeTerm } from '#search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import {
  type PriceRow,
  readChangedPrices,
  readHead,
  readPrices,
  type SnapshotHead,
} from '#server/features/products/downloads/downloads.repository.ts'
import { searchWorker } from '#server/paths.ts'
import { openThread, type Thread } from '#server/worker/thread.ts'
import { readChanges } from './search-changes.repository.ts'
import type { CountAsked, FindAsked, ProductChange, SearchJobs, SuggestAsked } from './search-worker.ts'

/**
 * The device's search engine in threads of this process. It is filled from the products and follows their changes by
 * transaction number, so it needs no table of its own. A page's rows come from the database, with their prices and stock.
 */
export type SearchEngine = {
  find: (asked: FindAsked, terms: readonly TradeTerm[]) => Promise<IndexFound & Rewording>
  count: (asked: CountAsked, terms: readonly TradeTerm[]) => Promise<FilterCounts>
  suggest: (asked: SuggestAsked, terms: readonly TradeTerm[]) => Promise<Suggestion[]>
  /** Resolves when it has all changes that were committed before the call. */
  catchUp: () => Promise<void>
  close: () => Promise<void>
}

export type SearchEngineParts = {
  database: Database
  threads?: number
  freshness?: Freshness
}

export type Freshness = {
  /** A search looks for changes if the last look is older. */
  lookedMs: number
  /** The search waits this long for them; after that it covers what is already indexed. */
  waitMs: number
}

const FRESHNESS: Freshness = { lookedMs: 500, waitMs: 200 }
/** For tests, which search for what they have just written. */
export const EXACT: Freshness = { lookedMs: 0, waitMs: Number.POSITIVE_INFINITY }
const BATCH = 1_000
/** 40,000 products take 40 MB. */
const MEMORY_MB = 1_000
/** Requests keep the server's own thread busier than their searches keep these. */
const THREADS_MAX = 2
const PRICE_LISTS_KEPT = 4
/** In a column of prices. */
const UNPRICED = -1

type Filled = {
  threads: [Thread<SearchJobs>, ...Thread<SearchJobs>[]]
  /** What they have seen; undefined: not all products yet. */
  head: SnapshotHead | undefined
  terms: readonly TradeTerm[] | undefined
  /** What they have seen of the price lists that searches were sorted by, the oldest first. */
  prices: Map<string, SnapshotHead>
}

export const searchEngine = ({
  database,
  threads: threadCount = Math.min(THREADS_MAX, Math.max(1, availableParallelism() - 1)),
  freshness: { lookedMs, waitMs } = FRESHNESS,
}: SearchEngineParts): SearchEngine => {
  let filled: Filled | undefined
  let catching: Promise<Filled> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const start = (): Filled => {
    const open = () =>
      openThread<SearchJobs>({ file: searchWorker, memoryMb: MEMORY_MB, onLost: () => void stop(started) })
    const others = Array.from({ length: threadCount - 1 }, open)
    const started: Filled = {
      threads: [open(), ...others],
      head: undefined,
      terms: undefined,
      prices: new Map(),
    }
    return started
  }

  const stop = async (stopped: Filled): Promise<void> => {
    if (filled === stopped) filled = undefined
    await Promise.all(stopped.threads.map(({ close }) => close()))
  }

  const apply = async ({ threads, prices }: Filled, changes: readonly ProductChange[]): Promise<void> => {
    const [first, ...others] = threads
    const { isChanged, parts } = await first.run('apply', [changes, others.length > 0])
    if (parts) await Promise.all(others.map((other) => other.run('load', [parts])))
    // They go by the places of products in the index.
    if (isChanged) prices.clear()
  }

  const follow = async (): Promise<Filled> => {
    if (isClosed) throw new Error('The search is closed.')
    const at = performance.now()
    const head = await readHead(database)
    // Deleted rows tell of no change, and another epoch may lack some that were seen.
    const replaced = filled?.head && !isContinuedBy(filled.head, head) ? filled : undefined
    const following = filled === undefined || replaced !== undefined ? start() : filled
    filled = following
    try {
      let after: string | undefined = ''
      while (after !== undefined) {
        const rows = await readChanges(database, {
          since: following.head?.snapshot,
          xmax: head.snapshot.xmax,
          after,
          limit: BATCH,
        })
        if (rows.length > 0) await apply(following, rows)
        after = rows.length < BATCH ? undefined : rows.at(-1)?.[0]
      }
    } catch (error) {
      // Another attempt would not hear of what was withdrawn since this one.
      if (following.head === undefined) await stop(following)
      throw error
    } finally {
      // Its last search was answered long ago.
      if (replaced !== undefined) await stop(replaced)
    }
    following.head = head
    lookedAt = at
    return following
  }

  const catchUp = (): Promise<Filled> => {
    catching ??= follow().finally(() => {
      catching = undefined
    })
    return catching
  }

  const current = async (): Promise<Filled> => {
    if (filled?.head === undefined) return await catchUp()
    const known = filled
    if (performance.now() - lookedAt < lookedMs) return known
    const caughtUp = catchUp()
    if (waitMs === Number.POSITIVE_INFINITY) return await caughtUp
    // Fails with the search that waits for it, or with the next.
    caughtUp.catch(() => {})
    return await Promise.race([caughtUp, delay(waitMs, known, { ref: false })])
  }

  /** @returns a price list's rows, unless the threads have them as they are */
  const readPricesOf = async (now: Filled, priceListId: string) => {
    const head = await readHead(database)
    const known = now.prices.get(priceListId)
    if (known && isContinuedBy(known, head)) {
      const since = { since: known.snapshot, xmax: head.snapshot.xmax, limit: 1 }
      if ((await readChangedPrices(database, priceListId, since)).length === 0)
        return { head, rows: undefined }
    }
    return { head, rows: await readPrices(database, priceListId) }
  }

  const send = <Kind extends 'setTerms' | 'setPrices'>(
    { threads }: Filled,
    kind: Kind,
    parts: Parameters<SearchJobs[Kind]>,
  ): void => {
    // Each does its jobs in order, so the search comes after. One that is lost fails with the search.
    for (const thread of threads) thread.run(kind, parts).catch(() => {})
  }

  const sendPrices = (now: Filled, priceListId: string, rows: readonly PriceRow[]): void => {
    const [oldest] = now.prices.keys()
    const dropped = now.prices.size >= PRICE_LISTS_KEPT && !now.prices.has(priceListId) ? oldest : undefined
    if (dropped !== undefined) now.prices.delete(dropped)
    const columns = {
      product_nos: rows.map(({ product_no }) => product_no),
      pence: Int32Array.from(rows, ({ pence }) => pence ?? UNPRICED),
    }
    send(now, 'setPrices', [priceListId, columns, dropped])
  }

  /** Gives the search to the thread that has least to do. */
  const ask = async <Answer>(
    run: (thread: Thread<SearchJobs>) => Promise<Answer>,
    terms: readonly TradeTerm[],
    byPriceOf?: string | undefined,
  ): Promise<Answer> => {
    const now = await current()
    const prices = byPriceOf === undefined ? undefined : await readPricesOf(now, byPriceOf)
    // Nothing is awaited from here until the search is sent, so no other search can take its prices away.
    if (byPriceOf !== undefined && prices !== undefined) {
      if (prices.rows !== undefined) sendPrices(now, byPriceOf, prices.rows)
      else if (!now.prices.has(byPriceOf)) return await ask(run, terms, byPriceOf)
      now.prices.delete(byPriceOf)
      now.prices.set(byPriceOf, prices.head)
    }
    if (now.terms !== terms) {
      now.terms = terms
      send(now, 'setTerms', [terms])
    }
    return await run(now.threads.reduce((one, other) => (other.waiting() < one.waiting() ? other : one)))
  }

  return {
    find: (asked, terms) => ask((thread) => thread.run('find', [asked]), terms, asked.byPriceOf),
    count: (asked, terms) => ask((thread) => thread.run('count', [asked]), terms),
    suggest: (asked, terms) => ask((thread) => thread.run('suggest', [asked]), terms),
    catchUp: async () => {
      await catching?.catch(() => {})
      await catchUp()
    },
    close: async () => {
      isClosed = true
      if (filled) await stop(filled)
    },
  }
}

const isContinuedBy = (seen: SnapshotHead, head: SnapshotHead): boolean =>
  seen.deletion === head.deletion && seen.epoch === head.epoch
