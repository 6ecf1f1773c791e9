import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, jsonb, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core'
import type { SiteSlot } from '#domain/collection.ts'
import type { StorageType } from '#domain/product.ts'
import { maintained } from './columns.ts'

/** Where customers fetch their orders. One that is no longer offered stays, for its orders. */
export const collectionAddresses = pgTable(
  'collection_sites',
  {
    ...maintained(),
    id: uuid('id').primaryKey().defaultRandom(),
    /** In the wholesaler's own system, by which an import finds it again. */
    siteNo: text('site_no').unique(),
    name: text('name').notNull(),
    addressLines: text('address_lines').array().notNull().default([]),
    town: text('town').notNull().default(''),
    postcode: text('postcode').notNull().default(''),
    phone: text('phone').notNull().default(''),
    /** ISO: 1 Monday to 7 Sunday. */
    weekdays: smallint('weekdays').array().notNull(),
    slots: jsonb('slots').$type<SiteSlot[]>().notNull(),
    /** From order to the slot's beginning. */
    leadTimeMinutes: integer('lead_time_minutes').notNull().default(0),
    /** Besides bank holidays. */
    closures: date('closures', { mode: 'string' }).array().notNull().default([]),
    storageTypes: text('storage_types').array().$type<StorageType[]>().notNull(),
    active: boolean('active').notNull().default(true),
  },
  (table) => [
    check('collection_sites_weekdays', sql`${table.weekdays} <@ '{1,2,3,4,5,6,7}'`),
    check('collection_sites_lead_time', sql`${table.leadTimeMinutes} between 0 and 20160`),
  ],
)
