import { type MadeSearch, productSearchAnalysis } from '#contract/product-search-analysis.ts'
import { SEARCHES_SENT_AT_ONCE } from '#domain/searches.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { type LoggedEvent, readUnsentEvents, settleEvents } from '#src/store/search-log.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

type ReportPorts = {
  database: UserDatabase
  api: ApiClient
  now?: () => number
}

/**
 * Reports the log of searches, in order. Ids prevent double counting, so whatever gets no answer is sent again, here or in another tab;
 * so is everything to a server that is older than this call (404).
 */
export const reportSearches = async ({ database, api, now = Date.now }: ReportPorts): Promise<void> => {
  await reportEarlierLog(database, api)
  for (;;) {
    const events = await readUnsentEvents(database, SEARCHES_SENT_AT_ONCE, now())
    if (events.length === 0) return
    const refused = await send(api, events, now)
    if (!refused) return
    await settleEvents(database, events, { refused: new Set(refused), now: now() })
  }
}

/** A report refused as a whole is sent in halves, until the event at fault is alone. @returns the ids refused; undefined: no answer */
const send = async (
  api: ApiClient,
  events: readonly LoggedEvent[],
  now: () => number,
): Promise<string[] | undefined> => {
  try {
    return (await api.call(productSearchAnalysis.recordEvents, { body: bodyOf(events, now()) })).refused
  } catch (error) {
    if (!isRefusal(error)) return undefined
    if (events.length === 1) return events.map(({ id }) => id)
  }
  const half = Math.ceil(events.length / 2)
  const first = await send(api, events.slice(0, half), now)
  const second = first && (await send(api, events.slice(half), now))
  return second && [...first, ...second]
}

const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'invalid_request' || error.code === 'body_too_large')

const bodyOf = (events: readonly LoggedEvent[], now: number) => ({
  sentAt: new Date(now).toISOString(),
  searches: events.flatMap((event) => {
    if (event.kind !== 'searched') return []
    const { id, customerId, at, term, found } = event
    return [{ id, customerId, at, term, found }]
  }),
  additions: events.flatMap((event) => {
    if (event.kind !== 'added') return []
    const { id, searchId, at, product_no, quantity } = event
    return [{ id, searchId, at, product_no, quantity }]
  }),
})

/** Until schema 7 the log was one value, in the format of the earlier call. */
const EARLIER_LOG = 'search-log'

const reportEarlierLog = async ({ searchInputs }: UserDatabase, api: ApiClient): Promise<void> => {
  const left = (await searchInputs.get(EARLIER_LOG))?.value as MadeSearch[] | undefined
  if (!left) return
  for (let start = 0; start < left.length; start += SEARCHES_SENT_AT_ONCE) {
    const searches = left.slice(start, start + SEARCHES_SENT_AT_ONCE)
    try {
      await api.call(productSearchAnalysis.record, { body: { searches } })
    } catch (error) {
      if (!isRefusal(error)) return
    }
  }
  await searchInputs.delete(EARLIER_LOG)
}
