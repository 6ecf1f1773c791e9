import type { PlacedAmounts } from '#domain/as-placed.ts'
import {
  type Bill,
  type BilledCharge,
  billedLineOf,
  billOf,
  type DeliveredLine,
} from '#domain/paperwork/bill.ts'
import { creditOf, shortageOf } from '#domain/paperwork/credit.ts'
import { SHORT_DELIVERED } from '#domain/paperwork/documents.ts'
import type { creditNoteLines, creditNoteVat, invoices } from '#server/db/schema/paperwork.ts'

export type InvoiceRow = typeof invoices.$inferInsert & { id: string }

export type CreditNoteRows = {
  note: InvoiceRow
  lines: (typeof creditNoteLines.$inferInsert)[]
  vat: (typeof creditNoteVat.$inferInsert)[]
}

export type InvoicedOrder = BilledCharge & {
  id: string
  customerId: string
  lines: readonly (DeliveredLine & { placed?: PlacedAmounts | null | undefined })[]
}

type Numbered = { id: string; no: string; day: string }

/** The invoice of an order: what was ordered, or weighed when it was delivered, at the order's prices. */
export const invoiceRowOf = (
  order: InvoicedOrder,
  { id, no, day, dueDay }: Numbered & { dueDay: string },
): InvoiceRow => ({
  id,
  invoiceNo: no,
  kind: 'invoice',
  creditedInvoiceId: null,
  reason: '',
  day,
  dueDay,
  ...sharedOf(order, invoiceOf(order)),
})

/** What was billed and did not come; undefined where there is nothing to credit. */
export const shortageRowsOf = (
  order: InvoicedOrder,
  invoiceId: string,
  { id, no, day }: Numbered,
): CreditNoteRows | undefined => {
  const shortage = shortageOf(order.lines.map(billedLineOf))
  if (shortage === undefined) return undefined
  const bill = creditOf(invoiceOf(order), [], shortage)
  return creditNoteRowsOf(order, bill, { id, no, day, invoiceId, reason: SHORT_DELIVERED })
}

export const creditNoteRowsOf = (
  order: Pick<InvoicedOrder, 'id' | 'customerId'>,
  bill: Bill,
  { id, no, day, invoiceId, reason }: Numbered & { invoiceId: string; reason: string },
): CreditNoteRows => ({
  note: {
    id,
    invoiceNo: no,
    kind: 'credit_note',
    creditedInvoiceId: invoiceId,
    reason,
    day,
    dueDay: null,
    ...sharedOf(order, bill),
  },
  lines: bill.lines.map(({ position, quantity, netPence }) => ({
    invoiceId: id,
    position,
    quantity,
    netPence,
  })),
  vat: bill.vat.map((row) => ({ invoiceId: id, ...row })),
})

const invoiceOf = ({ lines, deliveryChargePence, deliveryVatBasisPoints }: InvoicedOrder): Bill =>
  billOf(lines.map(billedLineOf), { deliveryChargePence, deliveryVatBasisPoints })

const sharedOf = ({ id, customerId }: Pick<InvoicedOrder, 'id' | 'customerId'>, bill: Bill) => ({
  customerId,
  orderId: id,
  netPence: bill.netPence,
  deliveryChargePence: bill.deliveryChargePence,
  deliveryVatBasisPoints: bill.deliveryVatBasisPoints,
  vatPence: bill.vatPence,
  totalPence: bill.totalPence,
})
