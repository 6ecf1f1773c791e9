import { isDeepStrictEqual } from 'node:util'
import { and, asc, DrizzleQueryError, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { alias } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import type { AccountKind } from '#domain/customer.ts'
import { londonInstant } from '#domain/london-time.ts'
import { SHORT_DELIVERED } from '#domain/paperwork/documents.ts'
import type { CreditNoteRows, InvoicedOrder, InvoiceRow } from '#server/db/invoices/invoice-rows.ts'
import { writeCreditNote } from '#server/db/invoices/write-credit-note.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import type { Connection } from '#server/db/transaction.ts'
import { creditAcceptedClaims } from '#server/features/check-ins/claim-credits.repository.ts'
import { isAsKnown } from './delivered-weights.ts'
import { lockOrders, OrderHasMoved, pushAboutShortage } from './delivery-import.repository.ts'

export type BillableOrder = InvoicedOrder & {
  orderNo: number
  accountKind: AccountKind
  totalPence: number
  placedAt: Date
  deliveryDay: string
}

/** An invoice with its credit note; or, by its number alone, a credit note. */
export type Issued = {
  invoiceNo: string
  orderId: string
  day: string
  dueDay: string | null
  totalPence: number
  creditNoteNo: string | null
}

/** What an invoice's row in the file comes to. */
export type InvoiceIssue = {
  /** The order as it was when the import read it. */
  found: BillableOrder
  /** With what the file says of its delivery. */
  order: BillableOrder
  invoice: InvoiceRow
  note: CreditNoteRows | undefined
}

/** Orders that were cancelled or changed, or await payment, are not billed. */
export const findBillableOrders = async (
  client: pg.PoolClient,
  orderNos: readonly number[],
): Promise<Map<number, BillableOrder>> => {
  const database = drizzle(client)
  const found = await database
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      customerId: orders.customerId,
      accountKind: customers.accountKind,
      deliveryChargePence: orders.deliveryChargePence,
      deliveryVatBasisPoints: orders.deliveryVatBasisPoints,
      totalPence: orders.totalPence,
      placedAt: orders.placedAt,
      deliveryDay: orders.deliveryDay,
    })
    .from(orders)
    .innerJoin(customers, eq(customers.id, orders.customerId))
    .where(
      and(
        inArray(orders.orderNo, [...orderNos]),
        isNull(orders.cancelledAt),
        isNull(orders.replacedAt),
        isNotNull(orders.confirmedAt),
      ),
    )
  const byId = new Map(found.map((order) => [order.id, { ...order, lines: [] as Line[] }]))
  const lines = await database
    .select()
    .from(orderLines)
    .where(inArray(orderLines.orderId, [...byId.keys()]))
    .orderBy(asc(orderLines.position))
  for (const { orderId, ...line } of lines) byId.get(orderId)?.lines.push(line)
  return new Map([...byId.values()].map((order) => [order.orderNo, order]))
}

type Line = InvoicedOrder['lines'][number]

/** Documents of these numbers, and invoices of these orders. */
export const findIssued = async (
  client: pg.PoolClient,
  { nos, orderIds }: { nos: readonly string[]; orderIds: readonly string[] },
): Promise<Issued[]> => {
  const notes = alias(invoices, 'notes')
  const columns = {
    invoiceNo: invoices.invoiceNo,
    orderId: invoices.orderId,
    day: invoices.day,
    dueDay: invoices.dueDay,
    totalPence: invoices.totalPence,
    creditNoteNo: notes.invoiceNo,
  }
  // Claims are credited apart from what the file says.
  const ofOrder = and(
    eq(notes.orderId, invoices.orderId),
    eq(notes.kind, 'credit_note'),
    eq(notes.reason, SHORT_DELIVERED),
  )
  const database = drizzle(client)
  const byNo = await database
    .select(columns)
    .from(invoices)
    .leftJoin(notes, ofOrder)
    .where(inArray(invoices.invoiceNo, [...nos]))
  const byOrder = await database
    .select(columns)
    .from(invoices)
    .leftJoin(notes, ofOrder)
    .where(and(inArray(invoices.orderId, [...orderIds]), eq(invoices.kind, 'invoice')))
  return [...byNo, ...byOrder]
}

/** With what they say of the delivery. @throws pg.DatabaseError, OrderHasMoved */
export const writeInvoices = async (
  client: pg.PoolClient,
  issues: readonly InvoiceIssue[],
): Promise<void> => {
  try {
    await writeAll(client, issues)
  } catch (error) {
    throw error instanceof DrizzleQueryError ? error.cause : error
  }
}

const writeAll = async (client: pg.PoolClient, issues: readonly InvoiceIssue[]): Promise<void> => {
  const database = drizzle(client)
  // Then nobody cancels them or notes weights, which must stay once billed.
  await lockOrders(
    database,
    issues.map(({ order }) => order.id),
  )
  const current = await findBillableOrders(
    client,
    issues.map(({ order }) => order.orderNo),
  )
  for (const { found, order, invoice, note } of issues) {
    if (!isDeepStrictEqual(current.get(order.orderNo), found)) throw new OrderHasMoved(order.orderNo)
    await database.insert(invoices).values(invoice)
    if (note) await writeCreditNote(database, note)
    for (const { position, deliveredQuantity, deliveredWeightGrams } of order.lines)
      await database
        .update(orderLines)
        .set({ deliveredQuantity, deliveredWeightGrams })
        .where(and(eq(orderLines.orderId, order.id), eq(orderLines.position, position)))
    await database
      .update(orders)
      // An estimate, never earlier than a known time; `import -- deliveries` replaces it with the real one.
      .set({
        deliveredAt: sql`greatest(${londonInstant(laterOf(invoice.day, order.deliveryDay), '12:00').toISOString()}::timestamptz, ${orders.placedAt}, ${orders.pickingAt}, ${orders.dispatchedAt})`,
      })
      .where(and(eq(orders.id, order.id), isNull(orders.deliveredAt)))
    const now = new Date()
    await creditAcceptedClaims(database, order.id, now)
    await pushAboutShortage(database, {
      orderId: order.id,
      deliveredAt: await findDeliveredAt(database, order.id),
      lines: order.lines.filter((line, at) => !isAsKnown(line, found.lines[at])),
      now,
    })
  }
}

const findDeliveredAt = async (connection: Connection, id: string): Promise<Date | null> =>
  (await connection.select({ at: orders.deliveredAt }).from(orders).where(eq(orders.id, id)))[0]?.at ?? null

/** Days sort as text. Invoices may be printed before the goods leave. */
const laterOf = (one: string, other: string): string => (one > other ? one : other)
