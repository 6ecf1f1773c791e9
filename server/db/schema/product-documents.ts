import { sql } from 'drizzle-orm'
import { bigint, customType, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { products } from './products.ts'

const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => 'tsvector' })

/** Compared by code point, like search/, whatever the database's collation. */
const plainText = customType<{ data: string; driverData: string }>({ dataType: () => 'text COLLATE "C"' })

/** What searches read of a product: its words, and columns to sort by. Only product-documents.ts writes it. */
export const productDocuments = pgTable(
  'product_documents',
  {
    product_no: text('product_no')
      .primaryKey()
      .references(() => products.product_no, { onDelete: 'cascade' }),
    /** All fields' words; those of name and heads again with marks: lexeme.ts. */
    words: tsvector('words').notNull(),
    nameKey: plainText('name_key').notNull(),
    salesRank: integer('sales_rank').notNull(),
    nameLength: smallint('name_length').notNull().default(0),
    /** The product's `changed_tx` when this was made; a different one makes this stale. */
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

/** Words that documents have or had, for corrections and filter options. Only grows: check words in the documents. */
export const searchWords = pgTable('search_words', { word: plainText('word').primaryKey() }, (table) => [
  index('search_words_similar').using('gin', sql`${table.word} gin_trgm_ops`),
])
