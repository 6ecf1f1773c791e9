import { and, asc, eq, gt, gte, inArray, lte, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { type Bill, type BilledLine, billedLineOf, billOf, scaledShares } from '#domain/paperwork/bill.ts'
import type { BillKind } from '#domain/paperwork/documents.ts'
import type { Database } from '#server/db/database.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { creditNoteLines, creditNoteVat, invoices } from '#server/db/schema/paperwork.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { HandedOver } from './pdf/words.ts'

type Executor = Database | Connection

export type PrintedBill = Bill &
  HandedOver & {
    kind: BillKind
    no: string
    day: string
    dueDay: string | null
    orderNo: number
    poNumber: string
    deliveryDay: string
    /** What the order came to when it was placed. */
    orderedPence: number
    creditedInvoiceNo: string | null
    reason: string
  }

export const billsOfNumbers = (customerId: string, nos: readonly string[]): SQL | undefined =>
  and(eq(invoices.customerId, customerId), inArray(invoices.invoiceNo, [...nos]))

export const billsOfDays = (customerId: string, from: string, to: string): SQL | undefined =>
  and(eq(invoices.customerId, customerId), gte(invoices.day, from), lte(invoices.day, to))

export const billsOfOrder = (orderId: string): SQL => eq(invoices.orderId, orderId)

const creditedInvoices = alias(invoices, 'credited_invoices')

/** Invoices and credit notes in order of day and number. */
export const readPrintedBills = async (
  executor: Executor,
  which: SQL | undefined,
): Promise<PrintedBill[]> => {
  const heads = await executor
    .select({
      id: invoices.id,
      kind: invoices.kind,
      no: invoices.invoiceNo,
      day: invoices.day,
      dueDay: invoices.dueDay,
      orderId: invoices.orderId,
      orderNo: orders.orderNo,
      poNumber: orders.poNumber,
      deliveryDay: orders.deliveryDay,
      orderedPence: orders.totalPence,
      method: orders.method,
      collectionSlot: orders.collectionSlot,
      address: orders.address,
      creditedInvoiceNo: creditedInvoices.invoiceNo,
      reason: invoices.reason,
      netPence: invoices.netPence,
      deliveryChargePence: invoices.deliveryChargePence,
      deliveryVatBasisPoints: invoices.deliveryVatBasisPoints,
      vatPence: invoices.vatPence,
      totalPence: invoices.totalPence,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .leftJoin(creditedInvoices, eq(creditedInvoices.id, invoices.creditedInvoiceId))
    .where(which)
    .orderBy(asc(invoices.day), asc(invoices.invoiceNo))
  const lines = await readOrderLines(executor, [...new Set(heads.map(({ orderId }) => orderId))])
  const credited = await readCredited(
    executor,
    heads.filter(({ kind }) => kind === 'credit_note').map(({ id }) => id),
  )
  return heads.map(({ id, orderId, ...head }) => {
    const billed = lines.get(orderId) ?? []
    if (head.kind === 'invoice') return { ...head, ...billOf(billed, head) }
    const { quantities = new Map<number, Credited>(), vat = [] } = credited.get(id) ?? {}
    return {
      ...head,
      lines: billed.flatMap((line) => {
        const part = quantities.get(line.position)
        return part ? [{ ...line, ...part, discounts: creditedDiscounts(line, part) }] : []
      }),
      vat,
    }
  })
}

/** As they were billed. */
const readOrderLines = async (executor: Executor, orderIds: string[]): Promise<Map<string, BilledLine[]>> => {
  const rows = await executor
    .select({
      orderId: orderLines.orderId,
      position: orderLines.position,
      product_no: orderLines.product_no,
      name: orderLines.name,
      pack: orderLines.pack,
      quantity: orderLines.quantity,
      unitPricePence: orderLines.unitPricePence,
      vatBasisPoints: orderLines.vatBasisPoints,
      netPence: orderLines.netPence,
      discounts: orderLines.discounts,
      catchWeight: orderLines.catchWeight,
      deliveredQuantity: orderLines.deliveredQuantity,
      deliveredWeightGrams: orderLines.deliveredWeightGrams,
    })
    .from(orderLines)
    // Substitutes may replace all of a line, which is not billed then.
    .where(and(inArray(orderLines.orderId, orderIds), gt(orderLines.quantity, 0)))
    .orderBy(asc(orderLines.position))
  const found = new Map<string, BilledLine[]>(orderIds.map((id) => [id, []]))
  for (const { orderId, ...line } of rows) found.get(orderId)?.push(billedLineOf(line))
  return found
}

type Credited = { quantity: number; netPence: number }

/** What each discount took off the credited part of a line. A weighed line does not tell its discounts from its weight, so it has none. */
const creditedDiscounts = ({ discounts, catchWeight, unitPricePence }: BilledLine, part: Credited) =>
  discounts && !catchWeight ? scaledShares(discounts, part.quantity * unitPricePence - part.netPence) : null

const readCredited = async (executor: Executor, ids: string[]) => {
  const lines = await executor.select().from(creditNoteLines).where(inArray(creditNoteLines.invoiceId, ids))
  const rates = await executor
    .select()
    .from(creditNoteVat)
    .where(inArray(creditNoteVat.invoiceId, ids))
    .orderBy(asc(creditNoteVat.vatBasisPoints))
  const found = new Map(
    ids.map((id) => [id, { quantities: new Map<number, Credited>(), vat: [] as Bill['vat'] }]),
  )
  for (const { invoiceId, position, ...part } of lines) found.get(invoiceId)?.quantities.set(position, part)
  for (const { invoiceId, ...rate } of rates) found.get(invoiceId)?.vat.push(rate)
  return found
}
