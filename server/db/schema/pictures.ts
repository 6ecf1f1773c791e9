import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { PictureFormat } from '#domain/pictures.ts'
import { bytes } from './columns.ts'
import { products } from './products.ts'

/** A product's picture in each size and format; its version is `products.picture` too, which devices are told (docs/decisions/0044). */
export const pictureFiles = pgTable(
  'picture_files',
  {
    product_no: text('product_no')
      .notNull()
      .references(() => products.product_no, { onDelete: 'cascade' }),
    version: text('version').notNull(),
    width: integer('width').notNull(),
    format: text('format').$type<PictureFormat>().notNull(),
    bytes: bytes('bytes').notNull(),
  },
  (table) => [primaryKey({ columns: [table.product_no, table.version, table.width, table.format] })],
)
