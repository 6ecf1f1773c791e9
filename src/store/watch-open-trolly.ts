import { liveQuery, type Subscription } from 'dexie'
import { type TrollyView, viewTrolly } from '#domain/operations/view.ts'
import type { Product } from '#domain/product.ts'
import { type OpenTrolly, openTrollyOf, type TrollyRow } from './open-trolly.ts'
import { findProducts } from './pricing.ts'
import { readTrollyParts } from './trollies.ts'
import type { UserDatabase } from './user-database.ts'

/** What is watched, as it stands after each change; `failed`: the storage could not be read. */
export type Watched<Value> = { state: 'ready'; value: Value } | { state: 'failed' }

/**
 * Tells of an open trolly now and after each change of it; null: this device knows of no such trolly. Its products and
 * their prices are read apart from its lines: each is a look-up of its own, six hundred for three hundred lines, and a
 * change of a quantity needs none of them. A row that has not changed stays the same object, so that it is not drawn again.
 *
 * @returns ends it
 */
export const watchOpenTrolly = (
  { database, trollyId }: { database: UserDatabase; trollyId: string },
  tell: (trolly: Watched<OpenTrolly | null>) => void,
): (() => void) => {
  let current: { view: TrollyView; queue: OpenTrolly['queue'] } | undefined
  let found: { of: string; products: ReadonlyMap<string, Product> } | undefined
  let watchedProducts: { of: string; subscription: Subscription } | undefined
  let rows: readonly TrollyRow[] = []

  const tellIfWhole = (): void => {
    // Products of the lines as they are by now are on their way.
    if (!current || found?.of !== watchedProducts?.of || !found) return
    const trolly = openTrollyOf({ ...current, products: found.products, rowsBefore: rows })
    rows = trolly.rows
    tell({ state: 'ready', value: trolly })
  }
  const fail = (): void => tell({ state: 'failed' })

  const watchProducts = ({ priceListId, lines }: TrollyView): void => {
    const productNos = lines.map(({ product_no }) => product_no).sort()
    const of = [priceListId, ...productNos].join(' ')
    if (watchedProducts?.of === of) return
    watchedProducts?.subscription.unsubscribe()
    const subscription = liveQuery(() => orFailed(findProducts(database, priceListId, productNos))).subscribe(
      (read) => {
        if (read === FAILED) return fail()
        found = { of, products: read }
        tellIfWhole()
      },
    )
    watchedProducts = { of, subscription }
  }

  const lines = liveQuery(() => orFailed(readTrollyParts(database, trollyId))).subscribe((parts) => {
    if (parts === FAILED) return fail()
    const view = viewTrolly(parts)
    current = view && { view, queue: parts.queue }
    if (!view) return tell({ state: 'ready', value: null })
    watchProducts(view)
    tellIfWhole()
  })
  return () => {
    lines.unsubscribe()
    watchedProducts?.subscription.unsubscribe()
  }
}

const FAILED = Symbol('failed')

/** A live query that throws is over; one that gives this goes on, and may be better the next time. */
const orFailed = <Value>(reading: Promise<Value>): Promise<Value | typeof FAILED> =>
  reading.catch((): typeof FAILED => FAILED)
