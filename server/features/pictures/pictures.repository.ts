import { and, eq } from 'drizzle-orm'
import type { PictureFormat } from '#domain/pictures.ts'
import type { Database } from '#server/db/database.ts'
import type { DrawnProduct } from '#server/db/demo/pictures/drawn-product.ts'
import { pictureFiles } from '#server/db/schema/pictures.ts'
import { products } from '#server/db/schema/products.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { PictureFile } from './picture-files.ts'

export type PictureAddress = { product_no: string; version: string; width: number; format: PictureFormat }

export const findPictureFile = async (
  database: Database,
  { product_no, version, width, format }: PictureAddress,
): Promise<Buffer | undefined> => {
  const [found] = await database
    .select({ bytes: pictureFiles.bytes })
    .from(pictureFiles)
    .where(
      and(
        eq(pictureFiles.product_no, product_no),
        eq(pictureFiles.version, version),
        eq(pictureFiles.width, width),
        eq(pictureFiles.format, format),
      ),
    )
  return found?.bytes
}

/** A product with this version of a picture. */
export const findDrawnProduct = async (
  database: Database,
  product_no: string,
  version: string,
): Promise<DrawnProduct | undefined> => {
  const [found] = await database
    .select({
      product_no: products.product_no,
      name: products.name,
      brand: products.brand,
      pack: products.pack,
      department: products.department,
      group: products.group,
      category: products.category,
      storageType: products.storageType,
    })
    .from(products)
    .where(and(eq(products.product_no, product_no), eq(products.picture, version)))
  return found
}

/** Another request may have stored it first. */
export const addPictureFile = async (
  database: Database,
  { product_no, version }: PictureAddress,
  file: PictureFile,
): Promise<void> => {
  await database
    .insert(pictureFiles)
    .values({ product_no, version, ...file })
    .onConflictDoNothing()
}

export type PicturedProduct = { product_no: string; gtins: string[]; picture: string | null }

/** With those that are no longer sold, which past orders show. */
export const readPicturedProducts = (database: Database): Promise<PicturedProduct[]> =>
  database
    .select({ product_no: products.product_no, gtins: products.gtins, picture: products.picture })
    .from(products)

/** Replaces the product's picture, which is a change of the product: devices hear of it. */
export const storePicture = (
  database: Database,
  { product_no, version, files }: { product_no: string; version: string; files: readonly PictureFile[] },
): Promise<void> =>
  inTransaction(database, async (connection) => {
    await connection.delete(pictureFiles).where(eq(pictureFiles.product_no, product_no))
    await connection.insert(pictureFiles).values(files.map((file) => ({ product_no, version, ...file })))
    await connection.update(products).set({ picture: version }).where(eq(products.product_no, product_no))
  })
