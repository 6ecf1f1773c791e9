import { and, desc, eq, gte, isNotNull, isNull, lte } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { londonDayOf } from '#domain/london-time.ts'
import type { AccountEntry } from '#domain/paperwork/account.ts'
import type { Database } from '#server/db/database.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orders } from '#server/db/schema/orders.ts'
import { accountPayments, invoices } from '#server/db/schema/paperwork.ts'
import { payments } from '#server/db/schema/payments.ts'
import type { Connection } from '#server/db/transaction.ts'
import {
  type CustomerViewer,
  customerVisibleTo,
} from '#server/features/customers/visible-customers.repository.ts'
import type { Addressee } from './pdf/words.ts'

type Executor = Database | Connection

/** Undefined for a missing customer and another user's alike. */
export const findAddressee = async (
  executor: Executor,
  viewer: CustomerViewer,
  customerId: string,
): Promise<(Addressee & { peppolId: string }) | undefined> => {
  const [found] = await executor
    .select({
      id: customers.id,
      name: customers.name,
      addressLines: customers.addressLines,
      town: customers.town,
      postcode: customers.postcode,
      peppolId: customers.peppolId,
    })
    .from(customers)
    .where(and(eq(customers.id, customerId), customerVisibleTo(executor, viewer, customers.id)))
  return found
}

const creditedInvoices = alias(invoices, 'credited_invoices')

/** All invoices and credit notes of a customer, the latest first. */
export const readBills = (executor: Executor, customerId: string) =>
  executor
    .select({
      id: invoices.id,
      orderId: invoices.orderId,
      invoiceNo: invoices.invoiceNo,
      kind: invoices.kind,
      day: invoices.day,
      dueDay: invoices.dueDay,
      orderNo: orders.orderNo,
      poNumber: orders.poNumber,
      orderedPence: orders.totalPence,
      creditedInvoiceNo: creditedInvoices.invoiceNo,
      totalPence: invoices.totalPence,
      vatPence: invoices.vatPence,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .leftJoin(creditedInvoices, eq(creditedInvoices.id, invoices.creditedInvoiceId))
    .where(eq(invoices.customerId, customerId))
    .orderBy(desc(invoices.day), desc(invoices.invoiceNo))
export type BillRow = Awaited<ReturnType<typeof readBills>>[number]

/** Orders that were delivered in these days: each has a delivery note. */
export const readDeliveries = (executor: Executor, customerId: string, from: string, to: string) =>
  executor
    .select({
      orderId: orders.id,
      orderNo: orders.orderNo,
      poNumber: orders.poNumber,
      day: orders.deliveryDay,
    })
    .from(orders)
    .where(
      and(
        eq(orders.customerId, customerId),
        isNotNull(orders.deliveredAt),
        isNull(orders.cancelledAt),
        isNull(orders.replacedAt),
        gte(orders.deliveryDay, from),
        lte(orders.deliveryDay, to),
      ),
    )
    .orderBy(desc(orders.deliveryDay), desc(orders.orderNo))

/** What was paid: on account, and by card for orders that have their invoice. */
export const readPayments = async (executor: Executor, customerId: string): Promise<AccountEntry[]> => {
  const onAccount = await executor
    .select({
      no: accountPayments.reference,
      day: accountPayments.day,
      amountPence: accountPayments.amountPence,
    })
    .from(accountPayments)
    .where(eq(accountPayments.customerId, customerId))
  const byCard = await executor
    .select({ orderNo: orders.orderNo, paidAt: payments.paidAt, amountPence: payments.amountPence })
    .from(payments)
    .innerJoin(invoices, and(eq(invoices.orderId, payments.orderId), eq(invoices.kind, 'invoice')))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(invoices.customerId, customerId), eq(payments.state, 'paid')))
  return [
    ...onAccount.map((payment) => ({ ...PAYMENT, ...payment })),
    ...byCard.map(({ orderNo, paidAt, amountPence }) => ({
      ...PAYMENT,
      no: `Card, order ${orderNo}`,
      day: londonDayOf(paidAt ?? new Date(0)),
      amountPence,
    })),
  ]
}

const PAYMENT = { kind: 'payment', dueDay: null, invoiceNo: null } as const

export const entryOf = ({
  kind,
  invoiceNo,
  day,
  totalPence,
  dueDay,
  orderedPence,
  creditedInvoiceNo,
}: BillRow): AccountEntry => ({
  kind,
  no: invoiceNo,
  day,
  amountPence: totalPence,
  dueDay,
  invoiceNo: creditedInvoiceNo,
  ...(kind === 'invoice' && totalPence !== orderedPence && { estimatedPence: orderedPence }),
})
