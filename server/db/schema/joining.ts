import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { customers } from './customers.ts'
import { users } from './users.ts'

/** `cash`: an account that was opened online, for the office to look over. `trade`: one that the office decides on. */
export type AccountRequestKind = 'cash' | 'trade'
export type AccountRequestState = 'open' | 'approved' | 'rejected'

/** What the office decides on in /maintenance/user-account-requests. */
export const accountRequests = pgTable(
  'account_requests',
  {
    /** From the device. */
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<AccountRequestKind>().notNull(),
    state: text('state').$type<AccountRequestState>().notNull().default('open'),
    businessName: text('business_name').notNull(),
    contactName: text('contact_name').notNull(),
    email: text('email').notNull(),
    contactPhone: text('contact_phone').notNull(),
    addressLines: text('address_lines').array().notNull(),
    town: text('town').notNull(),
    /** Tidy, to be compared with those of the customers. */
    postcode: text('postcode').notNull(),
    companyNo: text('company_no').notNull().default(''),
    vatNo: text('vat_no').notNull().default(''),
    message: text('message').notNull().default(''),
    /** The account that it became or was linked to. */
    customerId: text('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull(),
    decidedAt: instant('decided_at'),
    decidedBy: uuid('decided_by').references(() => users.id, { onDelete: 'set null' }),
    /** What a person who was rejected was told. */
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    index('account_requests_state').on(table.state, table.createdAt),
    index('account_requests_postcode').on(table.postcode),
  ],
)

/** People who asked to be told when we start to deliver there. */
export const postcodeRequests = pgTable(
  'postcode_requests',
  {
    /** From the device. */
    id: uuid('id').primaryKey(),
    /** Tidy. */
    postcode: text('postcode').notNull(),
    /** The district, `YO1`, by which they are counted. */
    district: text('district').notNull(),
    contactName: text('contact_name').notNull(),
    email: text('email').notNull(),
    contactPhone: text('contact_phone').notNull().default(''),
    createdAt: instant('created_at').notNull(),
    /** When they were told that we deliver there now. */
    toldAt: instant('told_at'),
  },
  (table) => [index('postcode_requests_district').on(table.district, table.createdAt)],
)
