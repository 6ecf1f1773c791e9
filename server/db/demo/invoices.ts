import type { AccountKind } from '#domain/customer.ts'
import { dayPlus } from '#domain/london-time.ts'
import { CREDIT_NOTE_NUMBERS_FROM, dueDayOf, INVOICE_NUMBERS_FROM } from '#domain/paperwork/documents.ts'
import {
  type CreditNoteRows,
  type InvoicedOrder,
  type InvoiceRow,
  invoiceRowOf,
  shortageRowsOf,
} from '#server/db/invoices/invoice-rows.ts'
import type { accountPayments } from '#server/db/schema/paperwork.ts'
import { randomOf } from './random.ts'
import { demoUuid } from './users.ts'

export type DeliveredDemoOrder = InvoicedOrder & {
  deliveryDay: string
  deliveredAt: Date
  accountKind: AccountKind
  isPub: boolean
}

export type DemoPaperwork = {
  invoices: InvoiceRow[]
  notes: CreditNoteRows[]
  payments: (typeof accountPayments.$inferInsert)[]
}

/** Most pay on the day it is due, some a few weeks later; pubs often. */
const LATE_CHANCE = { pub: 0.6, other: 0.08 }
const LATE_DAYS_MOST = 25

/**
 * An invoice for each delivered order, a credit note for what was short, and what has been paid by now.
 * @param orders in order of delivery
 */
export const makePaperwork = (parts: {
  orders: readonly DeliveredDemoOrder[]
  firstNo: number
  today: string
  seed: number
}): DemoPaperwork => {
  const { orders, firstNo, today, seed } = parts
  const made: DemoPaperwork = { invoices: [], notes: [], payments: [] }
  let no = firstNo
  const next = (from: string): string => {
    no += 1
    return `${from}${no - 1}`
  }
  for (const order of orders) {
    const { id: orderId, customerId, deliveryDay: day, deliveredAt, accountKind, isPub } = order
    const random = randomOf(seed, `invoice ${orderId}`)
    const dueDay = dueDayOf(accountKind, day)
    const id = demoUuid(deliveredAt, random)
    const invoice = invoiceRowOf(order, { id, no: next(INVOICE_NUMBERS_FROM), day, dueDay })
    made.invoices.push(invoice)
    const noteId = demoUuid(deliveredAt, random)
    const rows = shortageRowsOf(order, id, { id: noteId, no: `${CREDIT_NOTE_NUMBERS_FROM}${no}`, day })
    if (rows) {
      no += 1
      made.notes.push(rows)
    }
    const amountPence = invoice.totalPence - (rows?.note.totalPence ?? 0)
    const isLate = accountKind === 'credit' && random.chance(isPub ? LATE_CHANCE.pub : LATE_CHANCE.other)
    const paidDay = dayPlus(dueDay, isLate ? random.whole(1, LATE_DAYS_MOST) : 0)
    if (paidDay > today || amountPence === 0) continue
    const reference = accountKind === 'cash' ? `Cash for ${invoice.invoiceNo}` : `BACS ${invoice.invoiceNo}`
    made.payments.push({
      id: demoUuid(deliveredAt, random),
      customerId,
      day: paidDay,
      reference,
      amountPence,
    })
  }
  return made
}
