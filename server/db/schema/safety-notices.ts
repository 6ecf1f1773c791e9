import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { ReadingKind } from '#domain/allergen-changes.ts'
import type { Allergen } from '#domain/product.ts'
import { instant, maintained } from './columns.ts'
import { customers } from './customers.ts'
import { users } from './users.ts'

export const recalls = pgTable('recalls', {
  ...maintained(),
  reference: text('reference').primaryKey(),
  productNos: text('product_nos').array().notNull(),
  batches: text('batches').array().notNull().default([]),
  useBy: text('use_by').notNull().default(''),
  /** The first delivery day on which customers may have received it. */
  boughtSince: date('bought_since', { mode: 'string' }).notNull(),
  reason: text('reason').notNull(),
  action: text('action').notNull(),
  advice: text('advice').notNull().default(''),
})

/** Changed allergens, and recalls under the recall's id. Triggers write these (docs/decisions/0051). */
export const safetyNotices = pgTable(
  'safety_notices',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** The order of changes made at one instant. */
    sequence: bigint('sequence', { mode: 'number' }).generatedAlwaysAsIdentity(),
    kind: text('kind').$type<'allergen_change' | 'recall'>().notNull(),
    productNos: text('product_nos').array().notNull(),
    /** Of a recall: one more with each change of what it says. */
    edition: integer('edition').notNull().default(1),
    at: instant('at').notNull(),
    /** When a recall was withdrawn. */
    closedAt: instant('closed_at'),
    containsBefore: text('contains_before').$type<Allergen>().array(),
    containsAfter: text('contains_after').$type<Allergen>().array(),
    mayContainBefore: text('may_contain_before').$type<Allergen>().array(),
    mayContainAfter: text('may_contain_after').$type<Allergen>().array(),
  },
  (table) => [
    index('safety_notices_at').on(table.at),
    index('safety_notices_products').using('gin', table.productNos),
  ],
)

/** Who bought the product when the notice was written: later orders do not change whom it names. */
export const safetyNoticeCustomers = pgTable(
  'safety_notice_customers',
  {
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => safetyNotices.id, { onDelete: 'cascade' }),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    product_no: text('product_no').notNull(),
    /** 0: bought none, but may receive it as the agreed substitute of an order that is open. */
    quantity: integer('quantity').notNull(),
    lastBought: date('last_bought', { mode: 'string' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.customerId, table.product_no] }),
    index('safety_notice_customers_customer').on(table.customerId),
  ],
)

/** Rows are only added: the first reading of each kind stays. */
export const safetyNoticeReadings = pgTable(
  'safety_notice_readings',
  {
    noticeId: uuid('notice_id')
      .notNull()
      .references(() => safetyNotices.id, { onDelete: 'cascade' }),
    edition: integer('edition').notNull(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<ReadingKind>().notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    at: instant('at').notNull(),
    /** Of a call by the office. */
    spokenTo: text('spoken_to').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.noticeId, table.edition, table.customerId, table.kind] }),
    index('safety_notice_readings_customer').on(table.customerId),
  ],
)
