import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PaymentState } from '#domain/payment.ts'
import { instant, pence } from './columns.ts'
import { orders } from './orders.ts'

/** Payments of orders by card. Lock the order first, then its payment, then stock. */
export const payments = pgTable(
  'payments',
  {
    orderId: uuid('order_id')
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    amountPence: pence('amount_pence').notNull(),
    /** Stripe's PaymentIntent; null until somebody begins to pay. */
    intentId: text('intent_id'),
    state: text('state').$type<PaymentState>().notNull().default('awaiting'),
    expiresAt: instant('expires_at').notNull(),
    /** Why the last card was declined. */
    failure: text('failure'),
    paidAt: instant('paid_at'),
    refundedAt: instant('refunded_at'),
    /** When Stripe said that the released payment's intent can no longer be paid. */
    closedAt: instant('closed_at'),
    /** Attempts of the rounds that failed one after another. */
    failures: integer('failures').notNull().default(0),
    /** null: with the next round. */
    nextAttemptAt: instant('next_attempt_at'),
  },
  (table) => [
    uniqueIndex('payments_intent_unique').on(table.intentId),
    index('payments_open')
      .on(table.expiresAt)
      .where(sql`state IN ('awaiting', 'refunding') OR (state = 'released' AND closed_at IS NULL)`),
  ],
)
