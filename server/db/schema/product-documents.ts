import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { products } from './products.ts'

const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' })

/** Text that is compared by code points, as domain/search compares it, whatever the database's own collation. */
const plainText = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' })

/**
 * What searches read of a product that is sold: the words that domain/search makes of it, in which PostgreSQL then finds
 * exact words and beginnings, and the columns that results are sorted by. Written by product-documents.ts alone.
 */
export const productDocuments = pgTable(
  'product_documents',
  {
    product_no: text('product_no')
      .primaryKey()
      .references(() => products.product_no, { onDelete: 'cascade' }),
    /** Words of all fields; those of the name and heads once more, with marks as codes and filters have: lexeme.ts. */
    words: tsvector('words').notNull(),
    nameKey: plainText('name_key').notNull(),
    salesRank: integer('sales_rank').notNull(),
    nameLength: smallint('name_length').notNull().default(0),
    /** `changed_tx` of the product that this was made of: another one there, and this has to be made again. */
    sourceTx: bigint('source_tx', { mode: 'bigint' }).notNull(),
    format: smallint('format').notNull(),
  },
  (table) => [
    index('product_documents_words').using('gin', table.words),
    index('product_documents_length').on(table.nameLength, table.salesRank, sql`product_no COLLATE "C"`),
    index('product_documents_sales').on(table.salesRank, sql`product_no COLLATE "C"`),
    index('product_documents_name').on(table.nameKey, table.salesRank, sql`product_no COLLATE "C"`),
  ],
)

/**
 * Every word that a document has or had: where mistyped words find what they may have been meant to be, and filters
 * their options. Only grows; whether a product still has a word is asked of the documents.
 */
export const searchWords = pgTable('search_words', { word: plainText('word').primaryKey() }, (table) => [
  index('search_words_similar').using('gin', sql`${table.word} gin_trgm_ops`),
])
