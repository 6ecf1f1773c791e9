import { liveQuery, type Subscription } from 'dexie'
import type { TrollyView } from '#domain/operations/view.ts'
import { findPricedProducts, type PricedProducts } from '#src/store/products/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type OpenTrolly, openTrollyOf, type TrollyRow } from './open-trolly.ts'
import {
  FAILED,
  orFailed,
  type ShownTrolly,
  type Watched,
  type WatchedTrolly,
  watchTrolly,
} from './watch-trolly.ts'

/**
 * null: unknown trolly. Products and prices are watched apart from lines, as a change of quantity needs none of those
 * 600 look-ups. Unchanged rows keep their identity and are not drawn again. @returns stops it
 */
export const watchOpenTrolly = (parts: WatchedTrolly, tell: TellTrolly): (() => void) => {
  const ahead = aheadOf(parts)
  if (!ahead) return startWatch(parts, tell)
  clearTimeout(ahead.timer)
  readAhead.delete(parts.database)
  ahead.tell = tell
  if (ahead.latest) tell(ahead.latest)
  return ahead.end
}

/** Watches before the page opens, so that it draws at once; the first caller takes over. Resolves after the read. */
export const readTrollyAhead = (parts: WatchedTrolly): Promise<void> =>
  new Promise((resolve) => {
    const end = startWatch(parts, (trolly) => {
      ahead.latest = trolly
      ahead.tell(trolly)
      resolve()
    })
    const ahead: Ahead = {
      trollyId: parts.trollyId,
      latest: undefined,
      tell: () => {},
      end,
      timer: setTimeout(() => {
        readAhead.delete(parts.database)
        end()
      }, UNWANTED_AFTER_MS),
    }
    readAhead.set(parts.database, ahead)
  })

export const findTrollyAhead = (parts: WatchedTrolly): Watched<OpenTrolly | null> | undefined =>
  aheadOf(parts)?.latest

type TellTrolly = (trolly: Watched<OpenTrolly | null>) => void

type Ahead = {
  trollyId: string
  latest: Watched<OpenTrolly | null> | undefined
  tell: TellTrolly
  end: () => void
  timer: ReturnType<typeof setTimeout>
}

const readAhead = new WeakMap<UserDatabase, Ahead>()
const UNWANTED_AFTER_MS = 10_000

const aheadOf = ({ database, trollyId }: WatchedTrolly): Ahead | undefined => {
  const ahead = readAhead.get(database)
  return ahead?.trollyId === trollyId ? ahead : undefined
}

const startWatch = ({ database, trollyId }: WatchedTrolly, tell: TellTrolly): (() => void) => {
  let current: ShownTrolly | undefined
  let found: ({ of: string } & PricedProducts) | undefined
  let watchedProducts: { of: string; subscription: Subscription } | undefined
  let rows: readonly TrollyRow[] = []

  const tellIfWhole = (): void => {
    // Products for the current lines are still being read.
    if (!current || found?.of !== watchedProducts?.of || !found) return
    const trolly = openTrollyOf({ ...current, ...found, rowsBefore: rows })
    rows = trolly.rows
    tell({ state: 'ready', value: trolly })
  }
  const fail = (): void => tell({ state: 'failed' })

  const watchProducts = ({ priceListId, lines }: TrollyView): void => {
    const productNos = lines.map(({ product_no }) => product_no).sort()
    const of = [priceListId, ...productNos].join(' ')
    if (watchedProducts?.of === of) return
    watchedProducts?.subscription.unsubscribe()
    const subscription = liveQuery(() =>
      orFailed(findPricedProducts(database, priceListId, productNos)),
    ).subscribe((read) => {
      if (read === FAILED) return fail()
      found = { of, ...read }
      tellIfWhole()
    })
    watchedProducts = { of, subscription }
  }

  const stopTrolly = watchTrolly({ database, trollyId }, (watched) => {
    if (watched.state === 'failed') return fail()
    current = watched.value ?? undefined
    if (!current) return tell({ state: 'ready', value: null })
    watchProducts(current.view)
    tellIfWhole()
  })
  return () => {
    stopTrolly()
    watchedProducts?.subscription.unsubscribe()
  }
}
