import { IMAGE_CACHE, isQuotaExceeded } from './quota.ts'

/**
 * Products' pictures on this device, which the service worker keeps and answers with. Pages see how much they take and delete them.
 * An entry's size is not stored, and reading all would take seconds, so an entry of the same cache counts them: whoever deletes
 * the cache deletes the count.
 */

export const PICTURES_BYTES_MAX = 50_000_000
/** Room is made for a while, as it means reading every size. */
const BYTES_LEFT = 0.8

const COUNT = '/pictures-kept'

export type PicturesKept = { pictures: number; bytes: number }

const NONE: PicturesKept = { pictures: 0, bytes: 0 }

export const readPicturesKept = async (caches: Pick<CacheStorage, 'match'>): Promise<PicturesKept> =>
  readCount(await caches.match(COUNT, { cacheName: IMAGE_CACHE }))

export const deletePictures = (caches: Pick<CacheStorage, 'delete'>): Promise<boolean> =>
  caches.delete(IMAGE_CACHE)

export type PictureKeeperPorts = {
  caches: Pick<CacheStorage, 'open' | 'match' | 'delete'>
  bytesMax?: number
  onTrouble: (error: unknown) => unknown
}

export const createPictureKeeper = ({
  caches,
  bytesMax = PICTURES_BYTES_MAX,
  onTrouble,
}: PictureKeeperPorts) => {
  let last: Promise<unknown> = Promise.resolve()

  const store = async (address: string, response: Response): Promise<void> => {
    const cache = await caches.open(IMAGE_CACHE)
    if (await cache.match(address)) return
    const blob = await response.blob()
    const kept = await readCount(await cache.match(COUNT))
    const before = kept.bytes + blob.size > bytesMax ? await evictOldest(cache, bytesMax * BYTES_LEFT) : kept
    // First, so that a crash in between counts too much rather than too little.
    await cache.put(COUNT, Response.json({ pictures: before.pictures + 1, bytes: before.bytes + blob.size }))
    await cache.put(address, new Response(blob, { headers: response.headers }))
  }

  return {
    find: (address: string): Promise<Response | undefined> =>
      caches.match(address, { cacheName: IMAGE_CACHE }),

    /** One after another, since each counts. */
    keep: (address: string, response: Response): Promise<unknown> => {
      last = last
        .then(() => store(address, response))
        .catch((error: unknown) =>
          // Pictures make room for everything else.
          isQuotaExceeded(error) ? deletePictures(caches) : onTrouble(error),
        )
      return last
    },
  }
}

/** A cache lists its entries in the order in which they came. */
const evictOldest = async (cache: Cache, bytesLeft: number): Promise<PicturesKept> => {
  const entries: { request: Request; bytes: number }[] = []
  for (const request of await cache.keys()) {
    if (new URL(request.url).pathname === COUNT) continue
    const bytes = (await (await cache.match(request))?.blob())?.size ?? 0
    entries.push({ request, bytes })
  }
  let bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0)
  let pictures = entries.length
  for (const { request, bytes: freed } of entries) {
    if (bytes <= bytesLeft) break
    await cache.delete(request)
    bytes -= freed
    pictures -= 1
  }
  return { pictures, bytes }
}

const readCount = async (reply: Response | undefined): Promise<PicturesKept> =>
  reply ? ((await reply.json()) as PicturesKept) : NONE
