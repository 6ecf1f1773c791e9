import { sql } from 'drizzle-orm'
import { boolean, check, date, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import type { AccountKind } from '#domain/customer.ts'
import { instant, maintained, pence } from './columns.ts'
import { priceLists } from './prices.ts'

export const customers = pgTable(
  'customers',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    accountKind: text('account_kind').$type<AccountKind>().notNull().default('credit'),
    distributorNo: text('distributor_no'),
    addressLines: text('address_lines').array().notNull().default([]),
    town: text('town').notNull().default(''),
    postcode: text('postcode').notNull().default(''),
    contactEmail: text('contact_email').notNull().default(''),
    contactPhone: text('contact_phone').notNull().default(''),
    /** `scheme:id`, where the Peppol network finds them; empty: not on it. */
    peppolId: text('peppol_id').notNull().default(''),
    onStop: boolean('on_stop').notNull().default(false),
    priceListId: text('price_list_id')
      .notNull()
      .references(() => priceLists.id),
    creditLimitPence: pence('credit_limit_pence'),
    minimumOrderPence: pence('minimum_order_pence').notNull().default(0),
    maximumOrderPence: pence('maximum_order_pence'),
    freeDeliveryPence: pence('free_delivery_pence'),
    mandatoryCategory: text('mandatory_category'),
    ageRestrictedAllowed: boolean('age_restricted_allowed').notNull().default(false),
    route: text('route').notNull().default(''),
    /** ISO: 1 Monday to 7 Sunday. */
    deliveryWeekdays: smallint('delivery_weekdays').array().notNull(),
    /** HH:MM in Europe/London. */
    cutOffTime: text('cut_off_time').notNull().default('22:00'),
    /** Working days from cut-off to delivery; 1 is the evening before. */
    cutOffDaysBefore: integer('cut_off_days_before').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When the last user of an account that was opened online erased their data (features/customers/online-accounts.ts). */
    leftAt: instant('left_at'),
  },
  // Enforces what domain/delivery-days.ts accepts: otherwise the customer could not order.
  (table) => [
    check('customers_cut_off_time', sql`${table.cutOffTime} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    check('customers_cut_off_days_before', sql`${table.cutOffDaysBefore} between 0 and 14`),
    check('customers_delivery_weekdays', sql`${table.deliveryWeekdays} <@ '{1,2,3,4,5,6,7}'`),
  ],
)

export const holidays = pgTable('holidays', {
  ...maintained(),
  day: date('day', { mode: 'string' }).primaryKey(),
  name: text('name').notNull(),
})

/** The longest prefix that names a postcode wins. */
export const deliveryPostcodes = pgTable('delivery_postcodes', {
  ...maintained(),
  /** Upper case: "AB", "AB10", "AB10 1". */
  prefix: text('prefix').primaryKey(),
  area: text('area').notNull().default(''),
  town: text('town').notNull().default(''),
  region: text('region').notNull().default(''),
  latitude: text('latitude'),
  longitude: text('longitude'),
  depot: text('depot').notNull().default(''),
  route: text('route').notNull().default(''),
  deliveryWeekdays: smallint('delivery_weekdays').array().notNull().default([]),
  cutOffTime: text('cut_off_time').notNull().default('22:00'),
  minimumOrderPence: pence('minimum_order_pence').notNull().default(0),
  deliveryChargePence: pence('delivery_charge_pence').notNull().default(0),
  served: boolean('served').notNull().default(true),
})
