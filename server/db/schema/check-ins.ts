import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { EmptiesReturned, LineProblem } from '#domain/check-ins.ts'
import type { ClaimState, PhotoType, SaidKind } from '#domain/claims.ts'
import { bytes, instant, pence } from './columns.ts'
import { orders } from './orders.ts'
import { invoices } from './paperwork.ts'
import { users } from './users.ts'

/** Rising and unique, as the office and the customer name a claim. */
export const claimNumbers = pgSequence('claim_numbers', { startWith: 10_001 })

/** A delivery as somebody counted it at the door. With lines that were not as ordered it is a claim, which has a state. */
export const checkIns = pgTable(
  'check_ins',
  {
    /** Made on the device, so that a repeated request adds nothing. */
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** By the clock of the device, which may have been offline. */
    at: instant('at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** It was made within the time for claims and arrived after it. */
    sentLate: boolean('sent_late').notNull(),
    /** Positions of the lines that were there and as ordered. */
    checked: integer('checked').array().notNull().default([]),
    signedBy: text('signed_by').notNull().default(''),
    /** The outline of what was drawn, as the path of an SVG. */
    signature: text('signature').notNull().default(''),
    driverPin: text('driver_pin').notNull().default(''),
    empties: jsonb('empties').$type<EmptiesReturned[]>().notNull().default([]),
    /** null for a delivery without a claim, as are the next two. */
    claimNo: bigint('claim_no', { mode: 'number' }).unique(),
    state: text('state').$type<ClaimState>(),
    decidedAt: instant('decided_at'),
    /** null while the order has no invoice, and where nothing was left to credit. */
    creditNoteId: uuid('credit_note_id').references(() => invoices.id),
    /** With VAT; null until it was credited. */
    creditedPence: pence('credited_pence'),
  },
  (table) => [
    index('check_ins_order').on(table.orderId, table.receivedAt),
    index('check_ins_open').on(table.receivedAt).where(sql`${table.state} IN ('open', 'asked')`),
    check('check_ins_claim', sql`(${table.state} IS NULL) = (${table.claimNo} IS NULL)`),
  ],
)

/** A line of the order that was not as ordered. */
export const checkInLines = pgTable(
  'check_in_lines',
  {
    checkInId: uuid('check_in_id')
      .notNull()
      .references(() => checkIns.id, { onDelete: 'cascade' }),
    /** The position of the order's line. */
    position: integer('position').notNull(),
    problem: text('problem').$type<LineProblem>().notNull(),
    quantity: integer('quantity').notNull(),
    /** What counted as delivered then: a shortage that the office finds later may be the same one. */
    deliveredQuantity: integer('delivered_quantity').notNull(),
    reason: text('reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.checkInId, table.position] }),
    check('check_in_lines_quantity', sql`${table.quantity} > 0`),
  ],
)

export const checkInPhotos = pgTable(
  'check_in_photos',
  {
    /** Made on the device. */
    id: uuid('id').primaryKey(),
    checkInId: uuid('check_in_id')
      .notNull()
      .references(() => checkIns.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    type: text('type').$type<PhotoType>().notNull(),
    content: bytes('content').notNull(),
    addedAt: instant('added_at').notNull(),
  },
  (table) => [
    index('check_in_photos_check_in').on(table.checkInId),
    index('check_in_photos_added').on(table.addedAt),
  ],
)

/** The history of each claim: decisions, questions and answers. Rows are never changed. */
export const claimEvents = pgTable(
  'claim_events',
  {
    /** The page or device that wrote a question or an answer makes its id. */
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    checkInId: uuid('check_in_id')
      .notNull()
      .references(() => checkIns.id, { onDelete: 'cascade' }),
    at: instant('at').notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    kind: text('kind').$type<SaidKind>().notNull(),
    words: text('words').notNull().default(''),
    /** Two may have the same moment. */
    place: bigint('place', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [index('claim_events_check_in').on(table.checkInId, table.place)],
)
