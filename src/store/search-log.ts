import type { SearchedProductAdded, SearchMade } from '#contract/product-search-analysis.ts'
import { searchedTerm } from '#domain/searches.ts'
import type { UserDatabase } from './user-database.ts'

/**
 * Product searches and what was added after them, stored as they happen and until the server has recorded them
 * (src/sync/search-log.ts). A search is stored with its first answer, so a tab that ends loses none. It is complete once nothing has
 * been typed for a while; until then further letters replace it, and it is not sent.
 */

export type LoggedSearch = SearchMade & {
  kind: 'searched'
  seq: number
  /** The product numbers on screen: an addition belongs to the search that showed it. */
  shown: string[]
  /** Epoch ms. */
  completeAt: number
  /** What had been typed before letters were deleted; null if a complete search is being deleted. */
  fuller?: Typed | null | undefined
  /** It is kept for a while, so that additions find it. */
  sent?: boolean
}

export type LoggedAddition = SearchedProductAdded & { kind: 'added'; seq: number; sent?: never }

export type LoggedEvent = LoggedSearch | LoggedAddition

type Unnumbered<Event> = Omit<Event, 'seq'> & { seq?: number }
export type NewEvent = Unnumbered<LoggedSearch> | Unnumbered<LoggedAddition>

type Typed = Pick<LoggedSearch, 'term' | 'found' | 'shown' | 'at'>

export type SeenSearch = Pick<LoggedSearch, 'customerId' | 'found' | 'shown'> & {
  text: string
  /** The same text as before on the same page, answered anew: it continues its search, however long ago that began. */
  again?: boolean
}

export type Addition = Pick<LoggedAddition, 'product_no' | 'quantity'> & { customerId: string }

/** `now` is epoch ms. */
export type Noted = { newId: () => string; now: number }

/** The pause in typing after which a search is complete. */
export const COMPLETE_AFTER_MS = 2_000
/** A search repeated within this time is one. */
export const REPEATS_MS = 10 * 60_000
/** A product added later was not added because of the search. */
export const LEADS_TO_MS = 2 * 3_600_000
/** Limits a device that is offline for weeks. */
export const EVENTS_KEPT_MAX = 5_000

/** @param typing the search being typed in this tab, if any @returns the one being typed now */
export const noteSearch = (
  database: UserDatabase,
  { text, customerId, found, shown, again = false }: SeenSearch,
  { typing, newId, now }: Noted & { typing: string | undefined },
): Promise<string | undefined> =>
  inLog(database, async () => {
    const { searchLog } = database
    const term = searchedTerm(text)
    const last = typing === undefined ? undefined : await findSearch(database, ({ id }) => id === typing)
    const open = last?.customerId === customerId && isOpen(last, now) ? last : undefined
    if (term === '') {
      if (open) await endTyping(database, open)
      return undefined
    }
    const known = await findSearch(
      database,
      (search) => search.customerId === customerId && search.term === term,
      again ? undefined : now - REPEATS_MS,
    )
    if (known) {
      // Typed on the way to it.
      if (open && open.id !== known.id) await searchLog.delete(open.seq)
      await searchLog.put(withAnswer(known, found, shown))
      return known.id
    }
    // It was recorded and sent long ago.
    if (again) return typing
    const typed = { term, found, shown, at: new Date(now).toISOString(), completeAt: now + COMPLETE_AFTER_MS }
    if (open && continues(open, term)) {
      await searchLog.put({ ...open, ...typed, fuller: fullerOf(open, term) })
      return open.id
    }
    if (open) await endTyping(database, open)
    const id = newId()
    const isDeleting = last !== undefined && !open && last.term.startsWith(term)
    await addEvent(database, {
      kind: 'searched',
      id,
      customerId,
      ...typed,
      ...(isDeleting && { fuller: null }),
    })
    return id
  })

/** The search being typed was left, or its field emptied. */
export const noteLeft = (database: UserDatabase, typing: string, now: number): Promise<void> =>
  inLog(database, async () => {
    const search = await findSearch(database, ({ id }) => id === typing)
    if (search && isOpen(search, now)) await endTyping(database, search)
  })

/** Belongs to the customer's latest search that showed the product; without one it is not recorded. */
export const noteAddition = (
  database: UserDatabase,
  { customerId, product_no, quantity }: Addition,
  { newId, now }: Noted,
): Promise<void> =>
  inLog(database, async () => {
    const search = await findSearch(
      database,
      (each) => each.customerId === customerId && each.shown.includes(product_no),
      now - LEADS_TO_MS,
    )
    if (!search) return
    const { fuller: _, ...complete } = search
    if (isOpen(search, now)) await database.searchLog.put({ ...complete, completeAt: now })
    const at = new Date(now).toISOString()
    await addEvent(database, { kind: 'added', id: newId(), searchId: search.id, at, product_no, quantity })
  })

/** In the order in which they happened. */
export const readUnsentEvents = (
  database: UserDatabase,
  limit: number,
  now: number,
): Promise<LoggedEvent[]> =>
  database.searchLog
    .filter((event) => event.kind === 'added' || !(event.sent || isOpen(event, now)))
    .limit(limit)
    .toArray()

/** Drops what the server has recorded or refused. A search that has found more since is sent once more. */
export const settleEvents = (
  database: UserDatabase,
  events: readonly LoggedEvent[],
  { refused, now }: { refused: ReadonlySet<string>; now: number },
): Promise<void> =>
  inLog(database, async () => {
    const { searchLog } = database
    for (const { seq, ...event } of events) {
      const current = await searchLog.get(seq)
      if (event.kind === 'added' || refused.has(event.id)) await searchLog.delete(seq)
      else if (current?.kind === 'searched' && current.found === event.found)
        await searchLog.put({ ...current, sent: true })
    }
    await searchLog.filter((event) => event.kind === 'searched' && isSpent(event, now)).delete()
  })

const inLog = <Result>(database: UserDatabase, act: () => Promise<Result>): Promise<Result> =>
  database.transaction('rw', database.searchLog, act)

/** The latest that fits. @param since epoch ms; undefined: however old */
const findSearch = async (
  database: UserDatabase,
  fits: (search: LoggedSearch) => boolean,
  since = Number.NEGATIVE_INFINITY,
): Promise<LoggedSearch | undefined> =>
  (await database.searchLog
    .reverse()
    .until(({ at }) => Date.parse(at) < since)
    .filter((event) => event.kind === 'searched' && fits(event))
    .first()) as LoggedSearch | undefined

/** A clock that was set back must not hold a search open for hours. */
const isOpen = ({ completeAt }: LoggedSearch, now: number): boolean =>
  now < completeAt && completeAt - now <= COMPLETE_AFTER_MS

const isSpent = ({ sent, at }: LoggedSearch, now: number): boolean =>
  sent === true && Math.abs(now - Date.parse(at)) > LEADS_TO_MS

/** Filters find less than the words, and a list that is still downloading less than the whole: the most counts. */
const withAnswer = (search: LoggedSearch, found: number | null, shown: readonly string[]): LoggedSearch => {
  const most = found === null ? search.found : Math.max(found, search.found ?? 0)
  return {
    ...search,
    found: most,
    shown: [...new Set([...search.shown, ...shown])],
    sent: search.sent === true && most === search.found,
  }
}

/** Typing on, deleting letters, and correcting the end of a word; anything else is another search. */
const continues = ({ term, fuller }: LoggedSearch, next: string): boolean => {
  const before = fuller?.term ?? term
  if (before.startsWith(next) || next.startsWith(before)) return true
  const firstOther = [...before].findIndex((letter, at) => letter !== next[at])
  return firstOther * 2 >= before.length
}

const fullerOf = (open: LoggedSearch, next: string): LoggedSearch['fuller'] => {
  if (!open.term.startsWith(next)) return undefined
  const { term, found, shown, at } = open
  return open.fuller === undefined ? { term, found, shown, at } : open.fuller
}

/** Letters deleted to leave an empty field do not make another search. */
const endTyping = async ({ searchLog }: UserDatabase, { fuller, ...search }: LoggedSearch): Promise<void> => {
  if (fuller === null) await searchLog.delete(search.seq)
  else await searchLog.put({ ...search, ...fuller, completeAt: 0 })
}

const addEvent = async ({ searchLog }: UserDatabase, event: NewEvent): Promise<void> => {
  await searchLog.add(event)
  const spare = (await searchLog.count()) - EVENTS_KEPT_MAX
  if (spare <= 0) return
  await searchLog.limit(spare).delete()
  console.warn(`The log of searches is full: its ${spare} oldest were dropped.`)
}
