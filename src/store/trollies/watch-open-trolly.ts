import type { TrollyView } from '#domain/operations/view.ts'
import { FAILED } from '#src/store/or-failed.ts'
import type { PricedProducts } from '#src/store/products/pricing.ts'
import { watchProducts } from '#src/store/products/watch-products.ts'
import { watchedAhead } from '#src/store/watched-ahead.ts'
import { type OpenTrolly, openTrollyOf, type TrollyRow } from './open-trolly.ts'
import { type ShownTrolly, type Watched, type WatchedTrolly, watchTrolly } from './watch-trolly.ts'

type TellTrolly = (trolly: Watched<OpenTrolly | null>) => void

const startWatch = ({ database, trollyId }: WatchedTrolly, tell: TellTrolly): (() => void) => {
  let current: ShownTrolly | undefined
  let found: ({ of: string } & PricedProducts) | undefined
  let watchedProducts: { of: string; stop: () => void } | undefined
  let rows: readonly TrollyRow[] = []

  const tellIfWhole = (): void => {
    // Products for the current lines are still being read.
    if (!current || found?.of !== watchedProducts?.of || !found) return
    const trolly = openTrollyOf({ ...current, ...found, rowsBefore: rows })
    rows = trolly.rows
    tell({ state: 'ready', value: trolly })
  }
  const fail = (): void => tell({ state: 'failed' })

  const watchProductsOf = ({ priceListId, lines }: TrollyView): void => {
    const productNos = lines.map(({ product_no }) => product_no).sort()
    const of = [priceListId, ...productNos].join(' ')
    if (watchedProducts?.of === of) return
    watchedProducts?.stop()
    const stop = watchProducts({ database, priceListId, productNos }, (read) => {
      if (read === FAILED) return fail()
      found = { of, ...read }
      tellIfWhole()
    })
    watchedProducts = { of, stop }
  }

  const stopTrolly = watchTrolly({ database, trollyId }, (watched) => {
    if (watched.state === 'failed') return fail()
    current = watched.value ?? undefined
    if (!current) return tell({ state: 'ready', value: null })
    watchProductsOf(current.view)
    tellIfWhole()
  })
  return () => {
    stopTrolly()
    watchedProducts?.stop()
  }
}

/**
 * null: unknown trolly. Products and prices are watched apart from lines, as a change of quantity needs none of those
 * 600 look-ups. Unchanged rows keep their identity and are not drawn again.
 */
export const {
  watch: watchOpenTrolly,
  read: readTrollyAhead,
  find: findTrollyAhead,
} = watchedAhead(startWatch, ({ trollyId }) => trollyId)
