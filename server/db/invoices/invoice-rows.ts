import type { BilledCharge, BilledLine } from '#domain/paperwork/bill.ts'
import { type Bill, billOf } from '#domain/paperwork/bill.ts'
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
  lines: readonly (BilledLine & { deliveredQuantity: number | null })[]
}

type Numbered = { id: string; no: string; day: string }

/** The invoice of an order: what was ordered, at the order's prices. */
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
  ...sharedOf(order, billOf([...order.lines], chargeOf(order))),
})

/** What was short of the order's delivery; undefined where all of it came. */
export const shortageRowsOf = (
  order: InvoicedOrder,
  invoiceId: string,
  { id, no, day }: Numbered,
): CreditNoteRows | undefined => {
  const shortage = shortageOf(order.lines)
  if (shortage === undefined) return undefined
  const bill = creditOf(billOf([...order.lines], chargeOf(order)), [], shortage)
  return {
    note: {
      id,
      invoiceNo: no,
      kind: 'credit_note',
      creditedInvoiceId: invoiceId,
      reason: SHORT_DELIVERED,
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
  }
}

const chargeOf = ({ deliveryChargePence, deliveryVatBasisPoints }: BilledCharge): BilledCharge => ({
  deliveryChargePence,
  deliveryVatBasisPoints,
})

const sharedOf = ({ id, customerId }: InvoicedOrder, bill: Bill) => ({
  customerId,
  orderId: id,
  netPence: bill.netPence,
  deliveryChargePence: bill.deliveryChargePence,
  deliveryVatBasisPoints: bill.deliveryVatBasisPoints,
  vatPence: bill.vatPence,
  totalPence: bill.totalPence,
})
