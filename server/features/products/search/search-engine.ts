import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import type { FilterCounts } from '#search/filter-options.ts'
import type { IndexFound } from '#search/index/product-index.ts'
import type { Rewording } from '#search/search.ts'
import type { Suggestion } from '#search/suggest.ts'
import type { TradeTerm } from '#search/trade-terms.ts'
import type { Database } from '#server/db/database.ts'
import { readHead, type SnapshotHead } from '#server/features/products/downloads/downloads.repository.ts'
import { searchWorker } from '#server/paths.ts'
import { openThread, type Thread } from '#server/worker/thread.ts'
import { readChanges } from './search-changes.repository.ts'
import type { CountAsked, FindAsked, ProductChange, SearchJobs, SuggestAsked } from './search-worker.ts'

/**
 * The device's search engine in threads of this process. It is filled from the products and follows their changes by
 * transaction number, so it needs no table of its own. It knows no prices and no stock: a page's rows come from the database.
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
  /** Searches look for changes if the last look is older. */
  lookedMs?: number
}

const LOOKED_MS = 500
/** A large import is searched as far as it is indexed; smaller changes are worth the wait. */
const WAIT_MS = 200
const BATCH = 1_000
/** 40,000 products take 20 MB. */
const MEMORY_MB = 1_000
const THREADS_MAX = 4

type Filled = {
  threads: [Thread<SearchJobs>, ...Thread<SearchJobs>[]]
  /** What they have seen; undefined: not all products yet. */
  head: SnapshotHead | undefined
  terms: readonly TradeTerm[] | undefined
}

export const searchEngine = ({
  database,
  threads: threadCount = Math.min(THREADS_MAX, Math.max(1, availableParallelism() - 1)),
  lookedMs = LOOKED_MS,
}: SearchEngineParts): SearchEngine => {
  let filled: Filled | undefined
  let catching: Promise<Filled> | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let isClosed = false

  const start = (): Filled => {
    const open = () =>
      openThread<SearchJobs>({ file: searchWorker, memoryMb: MEMORY_MB, onLost: () => void stop(started) })
    const others = Array.from({ length: threadCount - 1 }, open)
    const started: Filled = { threads: [open(), ...others], head: undefined, terms: undefined }
    return started
  }

  const stop = async (stopped: Filled): Promise<void> => {
    if (filled === stopped) filled = undefined
    await Promise.all(stopped.threads.map(({ close }) => close()))
  }

  const apply = async ({ threads }: Filled, changes: readonly ProductChange[]): Promise<void> => {
    const [first, ...others] = threads
    const parts = await first.run('apply', [changes, others.length > 0])
    if (parts) await Promise.all(others.map((other) => other.run('load', [parts])))
  }

  const follow = async (): Promise<Filled> => {
    if (isClosed) throw new Error('The search is closed.')
    const at = performance.now()
    const head = await readHead(database)
    // Deleted rows tell of no change, and another epoch may lack some that were seen.
    if (filled?.head && !isContinuedBy(filled.head, head)) await stop(filled)
    filled ??= start()
    const following = filled
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
    // Fails with the search that waits for it, or with the next.
    caughtUp.catch(() => {})
    return await Promise.race([caughtUp, delay(WAIT_MS, known, { ref: false })])
  }

  /** The one that has least to do. */
  const threadFor = async (terms: readonly TradeTerm[]): Promise<Thread<SearchJobs>> => {
    const now = await current()
    if (now.terms !== terms) {
      now.terms = terms
      // Each does its jobs in order, so the search comes after.
      for (const thread of now.threads) thread.run('setTerms', [terms]).catch(() => {})
    }
    return now.threads.reduce((one, other) => (other.waiting() < one.waiting() ? other : one))
  }

  return {
    find: async (asked, terms) => (await threadFor(terms)).run('find', [asked]),
    count: async (asked, terms) => (await threadFor(terms)).run('count', [asked]),
    suggest: async (asked, terms) => (await threadFor(terms)).run('suggest', [asked]),
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
