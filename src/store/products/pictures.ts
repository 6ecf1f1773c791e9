import { Dexie } from 'dexie'
import { type PictureSources, pictureSources } from '#domain/pictures.ts'
import type { ProductFacts, StorageType } from '#domain/product.ts'
import { type ProductMark, productMark } from '#domain/product-mark.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** A product's photograph, and what is drawn where it has none. */
export type Picture = { mark: ProductMark; storage: StorageType; image: PictureSources | undefined }

export const pictureOf = (product: ProductFacts): Picture => ({
  mark: productMark(product),
  storage: product.storageType,
  image: pictureSources(product),
})

/** How many products of an order, a template or a trolly are asked for its four pictures, since some look alike. */
export const PICTURED = 8

/** By product number. */
export const productPicturesQuery = (productNos: readonly string[]) => ({
  key: ['product pictures', ...productNos],
  read: async ({ products }: UserDatabase): Promise<Record<string, Picture>> => {
    const found = await products.bulkGet([...productNos])
    return Object.fromEntries(
      found.flatMap((product) => (product ? [[product.product_no, pictureOf(product)]] : [])),
    )
  },
})

/** By template, as it was last received. */
export const templatePicturesQuery = (ids: readonly string[]) => ({
  key: ['template pictures', ...ids],
  read: (database: UserDatabase): Promise<Record<string, Picture[]>> => {
    const { templateItems, products } = database
    return database.transaction('r', [templateItems, products], async () => {
      const pictures = ids.map(async (id) => {
        const keys = await templateItems
          .where('[templateId+product_no]')
          .between([id, Dexie.minKey], [id, Dexie.maxKey])
          .limit(PICTURED)
          .primaryKeys()
        const found = await products.bulkGet(keys.map(([, product_no]) => product_no))
        return [id, found.flatMap((product) => (product ? [pictureOf(product)] : []))] as const
      })
      return Object.fromEntries(await Promise.all(pictures))
    })
  },
})
