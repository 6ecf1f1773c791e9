import { Dexie, type ObservabilitySet, RangeSet, rangesOverlap } from 'dexie'
import { FAILED, orFailed } from '#src/store/or-failed.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { pricesDownloadName } from './price-lists.ts'
import { findPricedProducts, type PricedProducts } from './pricing.ts'

export type WatchedProducts = { database: UserDatabase; priceListId: string; productNos: readonly string[] }

/** A pause lasts that many times as long as the reading before it, so that reading takes a fifth of the time at most. */
const PAUSE_PER_READING = 4
/** A phone that slept while it was reading has not been busy all the time. */
const PAUSE_AT_MOST_MS = 2000

/**
 * Tells what it read even when more was written meanwhile, and then reads again after a pause. A live query would tell
 * nothing while tens of thousands of products are stored, since each of its readings is overtaken by the next piece.
 * @returns stops it
 */
export const watchProducts = (
  watched: WatchedProducts,
  tell: (read: PricedProducts | typeof FAILED) => void,
): (() => void) => {
  const { database, priceListId, productNos } = watched
  const filter = createWriteFilter(watched)
  let phase: 'reading' | 'pausing' | 'idle' = 'idle'
  let isOvertaken = false
  let isStopped = false
  let pausedUntil = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = async (): Promise<void> => {
    phase = 'reading'
    isOvertaken = false
    const begunAt = performance.now()
    const found = await orFailed(findPricedProducts(database, priceListId, productNos))
    if (isStopped) return
    const endedAt = performance.now()
    pausedUntil = endedAt + Math.min(PAUSE_PER_READING * (endedAt - begunAt), PAUSE_AT_MOST_MS)
    phase = 'idle'
    filter.noteRead(found)
    if (isOvertaken) readAfterPause()
    tell(found)
  }
  const readAfterPause = (): void => {
    phase = 'pausing'
    timer = setTimeout(read, Math.max(0, pausedUntil - performance.now()))
  }
  const onWritten = (parts: ObservabilitySet): void => {
    if (!filter.matches(parts)) return
    isOvertaken = true
    if (phase === 'idle') readAfterPause()
  }

  Dexie.on.storagemutated.subscribe(onWritten)
  readAfterPause()
  return () => {
    isStopped = true
    clearTimeout(timer)
    Dexie.on.storagemutated.unsubscribe(onWritten)
  }
}

/** Which writes matter: to the products, to their prices and, while some lack a price, to the list's progress. */
const createWriteFilter = ({ database, priceListId, productNos }: WatchedProducts) => {
  const part = (table: string): string => `idb://${database.name}/${table}/`
  const rows: ObservabilitySet = {
    [part('products')]: new RangeSet().addKeys([...productNos]),
    [part('prices')]: new RangeSet().addKeys(productNos.map((product_no) => [priceListId, product_no])),
  }
  const progress: ObservabilitySet = {
    [part('downloads')]: new RangeSet(pricesDownloadName(priceListId)),
  }
  let pricesHere = false
  return {
    noteRead: (found: PricedProducts | typeof FAILED): void => {
      pricesHere = found !== FAILED && found.pricesHere
    },
    matches: (parts: ObservabilitySet): boolean =>
      parts.all !== undefined || overlap(parts, rows) || (!pricesHere && overlap(parts, progress)),
  }
}

const overlap = (parts: ObservabilitySet, own: ObservabilitySet): boolean =>
  Object.entries(own).some(([name, keys]) => parts[name] !== undefined && rangesOverlap(parts[name], keys))
