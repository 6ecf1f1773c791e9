import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { customers } from './customers.ts'

/** Where cash accounts have home deliveries. Deleted addresses stay, to be restored and for the orders that went there. */
export const deliveryAddresses = pgTable(
  'delivery_addresses',
  {
    /** From the device. */
    id: uuid('id').primaryKey(),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    contactName: text('contact_name').notNull(),
    contactPhone: text('contact_phone').notNull(),
    addressLines: text('address_lines').array().notNull(),
    town: text('town').notNull(),
    postcode: text('postcode').notNull(),
    accessNotes: text('access_notes').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    version: integer('version').notNull().default(1),
    deleted: boolean('deleted').notNull().default(false),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('delivery_addresses_customer').on(table.customerId),
    uniqueIndex('delivery_addresses_default')
      .on(table.customerId)
      .where(sql`${table.isDefault} AND NOT ${table.deleted}`),
  ],
)
