import { v7 } from 'uuid'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { dueDayOf } from '#domain/paperwork/documents.ts'
import { invoiceRowOf, shortageRowsOf } from '#server/db/invoices/invoice-rows.ts'
import type { ImportSession } from './import.repository.ts'
import type { BillableOrder, InvoiceIssue, Issued } from './invoice-import.repository.ts'
import type { ImportRow, ReadRow } from './kinds/fields.ts'
import { countsOf } from './kinds/order-kinds.ts'
import { clip, type Problem, type RefusedRow, type RowProblemCode } from './problems.ts'

type Given = {
  invoiceNo: string
  orderNo: number
  day: string
  dueDay?: string | null
  short?: string[]
  creditNoteNo?: string | null
  totalPence?: number | null
}

/** The property of a row that `writeInvoices` takes; undefined for an invoice that is here already. */
export const ISSUE = 'issue'

/** Bills the orders that the rows name. An issued invoice never changes: the same row again is unchanged, another refused. */
export const completeInvoices = async (
  session: ImportSession,
  rows: readonly ReadRow[],
  refused: RefusedRow[],
): Promise<ReadRow[]> => {
  const given = rows.map(({ row }) => row as Given)
  const orders = await session.findBillableOrders([...new Set(given.map(({ orderNo }) => orderNo))])
  const issued = await session.findIssued({
    nos: given.map(({ invoiceNo }) => invoiceNo),
    orderIds: [...orders.values()].map(({ id }) => id),
  })
  return rows.flatMap(({ line, row }): ReadRow[] => {
    const outcome = issueOf(row as Given, orders, issued)
    if (outcome !== undefined && 'code' in outcome) {
      refused.push({ line, problems: [outcome] })
      return []
    }
    return [{ line, row: { ...row, [ISSUE]: outcome } satisfies ImportRow }]
  })
}

const issueOf = (
  given: Given,
  orders: ReadonlyMap<number, BillableOrder>,
  issued: readonly Issued[],
): InvoiceIssue | Problem | undefined => {
  const { invoiceNo, orderNo, day, dueDay, creditNoteNo, totalPence } = given
  const found = orders.get(orderNo)
  if (found === undefined)
    return problem(
      'unknown_order',
      'order_no',
      String(orderNo),
      'There is no such order, or it was cancelled or awaits payment.',
    )
  const before = issued.find((each) => each.invoiceNo === invoiceNo || each.orderId === found.id)
  if (before) {
    const again = withShortages(found, given.short)
    const isSame =
      before.invoiceNo === invoiceNo &&
      before.orderId === found.id &&
      before.day === day &&
      isSaid(dueDay, before.dueDay) &&
      isSaid(totalPence, before.totalPence) &&
      isSaid(creditNoteNo, before.creditNoteNo) &&
      !('code' in again) &&
      again.lines.every((line, at) => line.deliveredQuantity === found.lines[at]?.deliveredQuantity)
    if (isSame) return undefined
    const why = `${before.invoiceNo} of ${before.day} is here already: an issued document does not change.`
    return problem('already_issued', 'invoice_no', invoiceNo, why)
  }
  const placedDay = londonDayOf(found.placedAt)
  if (day < placedDay) return problem('time_goes_back', 'day', day, `The order was placed on ${placedDay}.`)
  if (day > dayPlus(found.deliveryDay, LATEST_DAYS))
    return problem('out_of_range', 'day', day, `The delivery was for ${found.deliveryDay}.`)
  const order = withShortages(found, given.short)
  if ('code' in order) return order
  const invoice = invoiceRowOf(order, {
    id: v7(),
    no: invoiceNo,
    day,
    dueDay: dueDay ?? dueDayOf(order.accountKind, day),
  })
  const asked = totalPence ?? order.totalPence
  if (invoice.totalPence !== order.totalPence || asked !== order.totalPence) {
    const why = `The order comes to ${order.totalPence} pence, the invoice to ${totalPence ?? invoice.totalPence}.`
    return problem('total_differs', 'total', String(asked), why)
  }
  const note = shortageRowsOf(order, invoice.id, { id: v7(), no: creditNoteNo ?? '', day })
  if (note && !creditNoteNo)
    return problem(
      'missing_value',
      'credit_note_no',
      null,
      'The delivery was short: its credit note needs a number.',
    )
  return { order, invoice, note }
}

/** A later date is a typing error, and an issued invoice cannot be corrected. */
const LATEST_DAYS = 366

/** A value missing from the file contradicts nothing. */
const isSaid = <Value>(given: Value | null | undefined, stored: Value | null): boolean =>
  given === undefined || given === null || given === stored

/** What is not said to be short was delivered; without a word on it, what the order has already counts. */
const withShortages = (order: BillableOrder, short: string[] | undefined): BillableOrder | Problem => {
  const missing = countsOf(short ?? [])
  const lines = order.lines.map((line) => {
    if (short === undefined && line.deliveredQuantity !== null) return line
    const left = missing.get(line.product_no) ?? 0
    const taken = Math.min(left, line.quantity)
    if (left > 0) missing.set(line.product_no, left - taken)
    return { ...line, deliveredQuantity: line.quantity - taken }
  })
  const [product] = [...missing].find(([, left]) => left > 0) ?? []
  if (product === undefined) return { ...order, lines }
  return problem(
    'contradiction',
    'short',
    product,
    'The order does not have this product, or has less than this quantity.',
  )
}

const problem = (code: RowProblemCode, column: string, value: string | null, why: string): Problem => ({
  code,
  column,
  value: value === null ? null : clip(value),
  why,
})
