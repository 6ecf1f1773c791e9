import type { FavouriteRecord } from '#domain/favourites.ts'

/** Whose a star is, who pressed it, and what was wanted last. */
export type Star = { userId: string; product_no: string; devices: Set<string>; wanted: boolean }

/** Stars as people pressed them. Only where one device alone pressed one can its last press be held against the server. */
export const createFavouritesLedger = () => {
  const stars = new Map<string, Star>()
  return {
    stars,
    pressed: (by: { name: string; userId: string }, product_no: string, wanted: boolean): void => {
      const key = `${by.userId} ${product_no}`
      const devices = stars.get(key)?.devices ?? new Set()
      stars.set(key, { userId: by.userId, product_no, devices: devices.add(by.name), wanted })
    },

    /** The device was emptied: what was never sent is lost, what went unanswered may still arrive. */
    lost: ({ userId, records }: { userId: string; records: readonly FavouriteRecord[] }): void => {
      for (const { operation, attempts } of records) {
        const key = `${userId} ${operation.product_no}`
        if (attempts > 0) stars.get(key)?.devices.add('what was lost')
        else if (stars.get(key)?.devices.size === 1) stars.delete(key)
      }
    },

    /** What no device waits to send again is as the backup has it. */
    restored: (stands: (star: Star) => boolean, isWaiting: (star: Star) => boolean): void => {
      for (const star of stars.values()) if (!isWaiting(star)) star.wanted = stands(star)
    },
  }
}

export type FavouritesLedger = ReturnType<typeof createFavouritesLedger>
