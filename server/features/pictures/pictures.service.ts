import { PICTURE_WIDTHS } from '#domain/pictures.ts'
import type { Database } from '#server/db/database.ts'
import { DRAWN } from '#server/db/demo/pictures/drawn-product.ts'
import { Refusal } from '#server/routing/refusal.ts'
import type { Painter } from './painter.ts'
import {
  addPictureFile,
  findDrawnProduct,
  findPictureFile,
  type PictureAddress,
} from './pictures.repository.ts'

export type PicturesService = {
  /** @throws Refusal `not_found`; `busy` when too many are being drawn */
  find: (address: PictureAddress) => Promise<Buffer>
}

/** A screen of tiles, for each of some devices. */
const DRAWN_AT_ONCE_MAX = 300

export type PicturesParts = { database: Database; painter: Painter; onFault: (error: unknown) => void }

export const picturesService = ({ database, painter, onFault }: PicturesParts): PicturesService => {
  const underWay = new Map<string, Promise<Buffer>>()

  /** A picture of the demo is made when first asked for: all of them would take a fill minutes. */
  const draw = async (address: PictureAddress): Promise<Buffer> => {
    const { product_no, version, width, format } = address
    const product = await findDrawnProduct(database, product_no, version)
    if (product === undefined) throw new Refusal('not_found')
    if (painter.waiting() >= DRAWN_AT_ONCE_MAX) throw new Refusal('busy', { retryAfterSeconds: 5 })
    const bytes = await painter.paint(product, width, format)
    // It is drawn again next time.
    await addPictureFile(database, address, { width, format, bytes }).catch(onFault)
    return bytes
  }

  return {
    find: async (address) => {
      if (!PICTURE_WIDTHS.some((width) => width === address.width)) throw new Refusal('not_found')
      const stored = await findPictureFile(database, address)
      if (stored !== undefined) return stored
      if (address.version !== DRAWN) throw new Refusal('not_found')
      const key = JSON.stringify(address)
      const drawing = underWay.get(key) ?? draw(address).finally(() => underWay.delete(key))
      underWay.set(key, drawing)
      return await drawing
    },
  }
}
