import { Dexie } from 'dexie'
import { type PictureSources, pictureSources } from '#domain/pictures.ts'
import type { ProductFacts, StorageType } from '#domain/product.ts'
import type { ProductMark } from '#domain/product-mark.ts'
import type { UserDatabase } from '#src/store/user-database.ts'

/** A product's photograph, and what is drawn where it has none. */
export type Picture = { mark: ProductMark; storage: StorageType; image: PictureSources | undefined }

/** The words that decide a drawing are not part of what opens a trolly. Never within a transaction, which loading would end. */
export const picturesOf = async (products: readonly ProductFacts[]): Promise<Picture[]> => {
  const { productMark } = await import('#domain/product-mark.ts')
  return products.map((product) => ({
    mark: productMark(product),
    storage: product.storageType,
    image: pictureSources(product),
  }))
}

/** How many products of an order, a template or a trolly are asked for its four pictures, since some look alike. */
export const PICTURED = 8

/** By product number. */
export const productPicturesQuery = (productNos: readonly string[]) => ({
  key: ['product pictures', ...productNos],
  read: async ({ products }: UserDatabase): Promise<Record<string, Picture>> => {
    const found = (await products.bulkGet([...productNos])).filter((product) => product !== undefined)
    const pictures = await picturesOf(found)
    return Object.fromEntries(
      found.flatMap(({ product_no }, place) => {
        const picture = pictures[place]
        return picture ? [[product_no, picture]] : []
      }),
    )
  },
})

/** By template, as it was last received. */
export const templatePicturesQuery = (ids: readonly string[]) => ({
  key: ['template pictures', ...ids],
  read: async (database: UserDatabase): Promise<Record<string, Picture[]>> => {
    const { templateItems, products } = database
    const pictured = await database.transaction('r', [templateItems, products], () => {
      const ofTemplates = ids.map(async (id) => {
        const keys = await templateItems
          .where('[templateId+product_no]')
          .between([id, Dexie.minKey], [id, Dexie.maxKey])
          .limit(PICTURED)
          .primaryKeys()
        const found = await products.bulkGet(keys.map(([, product_no]) => product_no))
        return { id, found: found.filter((product) => product !== undefined) }
      })
      return Promise.all(ofTemplates)
    })
    return Object.fromEntries(
      await Promise.all(pictured.map(async ({ id, found }) => [id, await picturesOf(found)] as const)),
    )
  },
})
