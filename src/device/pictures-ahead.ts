import { FAVOURITES_LANE, type Favourite } from '#domain/favourites.ts'
import { type PictureSources, pictureSources } from '#domain/pictures.ts'
import { productsOfWork } from '#src/store/clearing.ts'
import { readRows } from '#src/store/lane-rows.ts'
import { IMAGE_CACHE } from '#src/store/quota.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/**
 * Fetches what rows show of a person's own products, so that it is there without a connection: those of open trollies, favourites and
 * templates. The service worker keeps what a page loads.
 */
export type PicturesAheadPorts = {
  database: UserDatabase
  caches: Pick<CacheStorage, 'open'>
  /** False where a person saves data, is offline, or nothing would be kept. */
  isWelcome: () => boolean
  load: (picture: PictureSources) => Promise<void>
}

/** Some megabytes; kitchens have a few hundred. */
const AHEAD_MAX = 1_000
/** Leaves the connection to what a person does. */
const AT_ONCE = 2

/** Tried once in a page's life, so that neither a missing picture nor deleted ones are asked for every minute. */
const tried = new Set<string>()

export const fetchPicturesAhead = async (ports: PicturesAheadPorts): Promise<void> => {
  const { database, caches, isWelcome, load } = ports
  if (!isWelcome()) return
  const wanted = (await findOwnPictures(database)).filter(({ webp }) => !tried.has(webp))
  if (wanted.length === 0) return
  const cached = await (await caches.open(IMAGE_CACHE)).keys()
  const kept = new Set(cached.map(({ url }) => new URL(url).pathname))
  const missing = wanted.filter(
    (picture) => !Object.values(picture).some((srcset) => kept.has(firstOf(srcset))),
  )
  for (let at = 0; at < missing.length && isWelcome(); at += AT_ONCE) {
    const next = missing.slice(at, at + AT_ONCE)
    for (const { webp } of next) tried.add(webp)
    await Promise.all(next.map(load))
  }
}

const findOwnPictures = async (database: UserDatabase): Promise<PictureSources[]> => {
  const [lines, records, favourites, items] = await Promise.all([
    database.lines.toArray(),
    database.outbox.toArray(),
    readRows<Favourite>(database, FAVOURITES_LANE),
    database.templateItems.toCollection().primaryKeys(),
  ])
  const productNos = new Set([
    ...productsOfWork(lines, records),
    ...favourites.map(({ product_no }) => product_no),
    ...items.map(([, product_no]) => product_no),
  ])
  const products = await database.products.bulkGet([...productNos].slice(0, AHEAD_MAX))
  return products.flatMap((product) => (product && pictureSources(product)) ?? [])
}

/** The smallest, which rows use. */
const firstOf = (srcset: string): string => srcset.split(' ', 1)[0] ?? ''

type Connection = { saveData?: boolean }

export const picturesAreWelcome = (): boolean => {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return navigator.onLine && connection?.saveData !== true && Boolean(navigator.serviceWorker?.controller)
}

/** A `<picture>` outside the page: the browser takes the format and width that it will take in a row. */
export const loadPicture = ({ avif, webp }: PictureSources): Promise<void> =>
  new Promise((resolve) => {
    const picture = document.createElement('picture')
    const source = document.createElement('source')
    const image = document.createElement('img')
    Object.assign(source, { type: 'image/avif', srcset: avif, sizes: ROW })
    picture.append(source, image)
    image.onload = () => resolve()
    image.onerror = () => resolve()
    Object.assign(image, { sizes: ROW, srcset: webp })
  })

/** As in a row (src/ui/list/product-picture.tsx). */
const ROW = '3.5rem'
