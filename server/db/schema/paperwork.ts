import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { BillKind } from '#domain/paperwork/documents.ts'
import { instant, pence } from './columns.ts'
import { customers } from './customers.ts'
import { orders } from './orders.ts'

/** Invoices and credit notes are numbered from one sequence. */
export const invoiceNumbers = pgSequence('invoice_numbers', { startWith: 500_001 })

/** Invoices, and the credit notes of them. Amounts are positive: the kind says which way they go. */
export const invoices = pgTable(
  'invoices',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    /** The number on paper: `INV500001`. */
    invoiceNo: text('invoice_no').notNull(),
    kind: text('kind').$type<BillKind>().notNull().default('invoice'),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** The invoice that a credit note is of. */
    creditedInvoiceId: uuid('credited_invoice_id').references((): AnyPgColumn => invoices.id),
    /** Why it was credited. */
    reason: text('reason').notNull().default(''),
    day: date('day', { mode: 'string' }).notNull(),
    /** null for a credit note. */
    dueDay: date('due_day', { mode: 'string' }),
    /** The goods alone. With the delivery charge and VAT it makes the total. */
    netPence: pence('net_pence').notNull(),
    deliveryChargePence: pence('delivery_charge_pence').notNull().default(0),
    deliveryVatBasisPoints: integer('delivery_vat_basis_points'),
    vatPence: pence('vat_pence').notNull(),
    totalPence: pence('total_pence').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('invoices_invoice_no_unique').on(table.invoiceNo),
    uniqueIndex('invoices_order_unique').on(table.orderId).where(sql`${table.kind} = 'invoice'`),
    index('invoices_credited').on(table.creditedInvoiceId),
    index('invoices_customer').on(table.customerId, table.day),
    check(
      'invoices_kind',
      sql`(${table.kind} = 'invoice') = (${table.creditedInvoiceId} IS NULL) AND (${table.kind} = 'invoice') = (${table.dueDay} IS NOT NULL)`,
    ),
    check(
      'invoices_total',
      sql`${table.totalPence} = ${table.netPence} + ${table.deliveryChargePence} + ${table.vatPence}`,
    ),
  ],
)

/** What was credited of the order's lines. An invoice has none of its own: it bills its order. */
export const creditNoteLines = pgTable(
  'credit_note_lines',
  {
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** The position of the order's line. */
    position: integer('position').notNull(),
    quantity: integer('quantity').notNull(),
    netPence: pence('net_pence').notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.position] })],
)

/** VAT as it was credited: it depends on the credit notes before. */
export const creditNoteVat = pgTable(
  'credit_note_vat',
  {
    invoiceId: uuid('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    vatBasisPoints: integer('vat_basis_points').notNull(),
    netPence: pence('net_pence').notNull(),
    vatPence: pence('vat_pence').notNull(),
  },
  (table) => [primaryKey({ columns: [table.invoiceId, table.vatBasisPoints] })],
)

/** What a customer paid, for no invoice in particular. */
export const accountPayments = pgTable(
  'account_payments',
  {
    id: uuid('id').primaryKey().default(sql`gen_random_uuid()`),
    customerId: text('customer_id')
      .notNull()
      .references(() => customers.id),
    day: date('day', { mode: 'string' }).notNull(),
    reference: text('reference').notNull(),
    amountPence: pence('amount_pence').notNull(),
  },
  (table) => [
    uniqueIndex('account_payments_reference_unique').on(table.customerId, table.reference),
    check('account_payments_amount', sql`${table.amountPence} > 0`),
  ],
)
