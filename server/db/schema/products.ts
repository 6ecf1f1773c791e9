import { boolean, date, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Allergen, SalesUnit, StorageType, Suitability } from '#domain/product.ts'
import { changedTx } from './columns.ts'

export const products = pgTable(
  'products',
  {
    product_no: text('product_no').primaryKey(),
    name: text('name').notNull(),
    brand: text('brand').notNull().default(''),
    pack: text('pack').notNull().default(''),
    unit: text('unit').$type<SalesUnit>().notNull().default('each'),
    otherUnitProductNo: text('other_unit_product_no'),
    unitCount: integer('unit_count').notNull().default(1),
    contentAmount: integer('content_amount'),
    contentMeasure: text('content_measure').$type<'g' | 'ml'>(),
    gtins: text('gtins').array().notNull().default([]),
    department: text('department').notNull().default(''),
    group: text('product_group').notNull().default(''),
    category: text('category').notNull().default(''),
    storageType: text('storage_type').$type<StorageType>().notNull().default('ambient'),
    vatBasisPoints: integer('vat_basis_points').notNull().default(0),
    contains: text('contains').$type<Allergen>().array(),
    mayContain: text('may_contain').$type<Allergen>().array(),
    suitableFor: text('suitable_for').$type<Suitability>().array().notNull().default([]),
    catchWeight: boolean('catch_weight').notNull().default(false),
    estimatedWeightGrams: integer('estimated_weight_grams'),
    minimumAge: integer('minimum_age'),
    isSpotPriced: boolean('is_spot_priced').notNull().default(false),
    promotion: boolean('promotion').notNull().default(false),
    reducedToClear: boolean('reduced_to_clear').notNull().default(false),
    isNew: boolean('is_new').notNull().default(false),
    /** The imported rank; null uses the derived rank: sales-ranks.ts. */
    salesRank: integer('sales_rank'),
    derivedSalesRank: integer('derived_sales_rank'),
    description: text('description').notNull().default(''),
    ingredients: text('ingredients').notNull().default(''),
    origin: text('origin').notNull().default(''),
    /** The version of its picture (schema/pictures.ts); null: none. */
    picture: text('picture'),
    /** False: no longer sold, kept for past orders. */
    active: boolean('active').notNull().default(true),
    changedTx: changedTx(),
  },
  (table) => [index('products_changed').on(table.changedTx)],
)

/** Separate, since it changes with every order. `changedTx` moves only when devices' view (`STOCK_TOLD_UP_TO`) does. */
export const stock = pgTable(
  'stock',
  {
    product_no: text('product_no')
      .primaryKey()
      .references(() => products.product_no, { onDelete: 'cascade' }),
    quantity: integer('quantity').notNull().default(0),
    /** The next delivery to the warehouse, a London day, and how many come; null: not known. */
    expectedOn: date('expected_on', { mode: 'string' }),
    expectedQuantity: integer('expected_quantity'),
    changedTx: changedTx(),
  },
  (table) => [index('stock_changed').on(table.changedTx)],
)
