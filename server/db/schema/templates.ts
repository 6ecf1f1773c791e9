import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TemplateVisibility, WeekdayPars } from '#domain/templates/template.ts'
import { instant } from './columns.ts'
import { customers } from './customers.ts'
import { users } from './users.ts'

export const templates = pgTable(
  'templates',
  {
    /** From the device. */
    id: uuid('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    visibility: text('visibility').$type<TemplateVisibility>().notNull(),
    version: integer('version').notNull().default(1),
    detailsVersion: integer('details_version').notNull().default(1),
    /** Present items, counted under the row's lock, so that lists need not count. */
    itemCount: integer('item_count').notNull(),
    deleted: boolean('deleted').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('templates_owner').on(table.ownerId),
    index('templates_customer').on(table.customerId, table.visibility),
  ],
)

/** Deleted items stay, to be restored. The product may have gone, so there is no foreign key. */
export const templateItems = pgTable(
  'template_items',
  {
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    product_no: text('product_no').notNull(),
    parLevel: integer('par_level'),
    lastQuantity: integer('last_quantity'),
    position: doublePrecision('position').notNull(),
    shelf: text('shelf'),
    /** From Monday to Sunday. */
    parLevels: jsonb('par_levels').$type<WeekdayPars>(),
    deleted: boolean('deleted').notNull().default(false),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.templateId, table.product_no] })],
)
