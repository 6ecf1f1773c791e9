import { v7 as uuidv7 } from 'uuid'
import type { DiscountShare } from '#domain/discounts.ts'
import { type BilledCharge, billOf, NO_CHARGE } from '#domain/paperwork/bill.ts'
import type { Database } from '#server/db/database.ts'
import { invoiceRowOf, shortageRowsOf } from '#server/db/invoices/invoice-rows.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { creditNoteLines, creditNoteVat, invoices } from '#server/db/schema/paperwork.ts'

export type LineParts = {
  quantity?: number
  deliveredQuantity?: number
  unitPricePence?: number
  vatBasisPoints?: number
  /** Less the discounts. */
  netPence?: number
  discounts?: DiscountShare[]
  catchWeight?: boolean
  product_no?: string
  deliveredWeightGrams?: number
  name?: string
}

let nextNo = 700_000

/** A delivered order with its invoice, and a credit note for shortages. */
export const anInvoicedOrder = async (
  database: Database,
  parts: {
    customerId: string
    day?: string
    dueDay?: string
    poNumber?: string
    lines?: LineParts[]
    charge?: BilledCharge
    /** Its method, slot, address and trolly. */
    handedOver?: Partial<
      Pick<typeof orders.$inferInsert, 'method' | 'collectionSlot' | 'address' | 'basketId'>
    >
  },
) => {
  const {
    customerId,
    day = '2026-11-02',
    dueDay = '2026-12-02',
    poNumber = '',
    charge = NO_CHARGE,
    handedOver,
  } = parts
  const id = uuidv7()
  const lines = (parts.lines ?? [{}]).map((line, position) => {
    const { quantity = 2, unitPricePence = 1_250 } = line
    return {
      position,
      product_no: `P${position}`,
      name: 'Chopped tomatoes',
      pack: '6 × 2.5 kg',
      vatBasisPoints: 0,
      catchWeight: false,
      netPence: quantity * unitPricePence,
      deliveredQuantity: quantity,
      ...line,
      quantity,
      unitPricePence,
    }
  })
  const { netPence, vatPence, totalPence } = billOf(lines, charge)
  nextNo += 1
  const orderNo = nextNo
  await database.insert(orders).values({
    id,
    orderNo,
    customerId,
    deliveryDay: day,
    poNumber,
    netPence,
    vatPence,
    totalPence,
    ...charge,
    ...handedOver,
    freeDeliveryFromPence: charge.deliveryVatBasisPoints === null ? null : 99_999_999,
    deliveredAt: new Date(`${day}T09:00:00Z`),
  })
  await database.insert(orderLines).values(lines.map((line) => ({ ...line, orderId: id })))
  const order = { ...charge, id, customerId, lines }
  const invoice = invoiceRowOf(order, { id: uuidv7(), no: `INV${orderNo}`, day, dueDay })
  await database.insert(invoices).values(invoice)
  const note = shortageRowsOf(order, invoice.id, { id: uuidv7(), no: `CRN${orderNo}`, day })
  if (note) {
    await database.insert(invoices).values(note.note)
    await database.insert(creditNoteLines).values(note.lines)
    if (note.vat.length > 0) await database.insert(creditNoteVat).values(note.vat)
  }
  return {
    id,
    orderNo: String(orderNo),
    totalPence,
    invoiceId: invoice.id,
    invoiceNo: invoice.invoiceNo,
    creditNoteId: note?.note.id,
    creditNoteNo: note?.note.invoiceNo,
    creditedPence: note?.note.totalPence ?? 0,
    deliveryNoteNo: `DN${orderNo}`,
  }
}
