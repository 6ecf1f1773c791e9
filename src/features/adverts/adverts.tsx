import { lazy, useMemo, useState } from 'react'
import { isShownOn } from '#domain/adverts.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { type LiveQuery, prefetchLive, useLive } from '#src/device/use-live.ts'
import { findPricedProducts } from '#src/store/products/pricing.ts'
import { readAdverts } from '#src/store/products/search-inputs.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { Late } from '#src/ui/surface/late.tsx'
import styles from './adverts.module.css'

/** What shows an advert: its products on sale are counted. */
export type ShownAdvert = { code: string; title: string; text: string; count: number }

export type AdvertsProps = {
  adverts: readonly ShownAdvert[]
  onOpen: (code: string) => void
  /** Side by side on a phone too. */
  inRow?: boolean
}

/** Reserves the height of its banners, which load only where there are any. */
export function Adverts(props: AdvertsProps) {
  const { adverts, inRow } = props
  if (adverts.length === 0) return null
  return (
    <section className={styles.adverts} data-line={inRow} aria-label="Offers" data-screen-only>
      <Late waiting={adverts.map(({ code }) => <div key={code} className={styles.place} />)} failed={null}>
        <AdvertBanners {...props} />
      </Late>
    </section>
  )
}

const importBanners = () => import('./advert-banners.tsx')
const AdvertBanners = lazy(async () => ({ default: (await importBanners()).AdvertBanners }))

/**
 * `adverts` are those that the device knew of when the page opened: what comes later must not push away what a finger is
 * about to press.
 */
export const useAdverts = (priceListId: string): Record<'adverts' | 'late', readonly ShownAdvert[]> => {
  const shown = useLive(advertsToday(priceListId)).value
  const [codes, setCodes] = useState<readonly string[]>()
  if (!codes && shown) setCodes(shown.map(({ code }) => code))
  return useMemo(() => {
    const isEarly = ({ code }: ShownAdvert) => codes?.includes(code) ?? false
    const all = shown ?? []
    return { adverts: all.filter(isEarly), late: all.filter((advert) => !isEarly(advert)) }
  }, [shown, codes])
}

/** So that a page draws its adverts at once. */
export const readAdvertsAhead = async (database: UserDatabase, priceListId: string): Promise<void> => {
  const shown = await prefetchLive(database, advertsToday(priceListId))
  if (shown?.length) await importBanners()
}

/** They leave room for what the page is for. */
const MOST = 3

const advertsToday = (priceListId: string): LiveQuery<readonly ShownAdvert[]> => {
  const today = londonDayOf(new Date())
  return {
    key: ['adverts', priceListId, today],
    read: (database) => {
      const { searchInputs, products, prices, downloads } = database
      return database.transaction('r', [searchInputs, products, prices, downloads], async () => {
        const adverts = (await readAdverts(database)) ?? []
        const current = adverts.filter((advert) => isShownOn(advert, today))
        const product_nos = [...new Set(current.flatMap((advert) => advert.product_nos))]
        const found = await findPricedProducts(database, priceListId, product_nos)
        return current
          .flatMap(({ code, title, text, product_nos }) => {
            const sold = [...new Set(product_nos)].flatMap(
              (product_no) => found.products.get(product_no) ?? [],
            )
            const isForCustomer = sold.some(({ pricePence }) => pricePence !== null || !found.pricesHere)
            return isForCustomer ? [{ code, title, text, count: sold.length }] : []
          })
          .slice(0, MOST)
      })
    },
  }
}
