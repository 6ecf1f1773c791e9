import { v7 } from 'uuid'
import { replacedQuantity } from '#domain/as-placed.ts'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { billOf } from '#domain/paperwork/bill.ts'
import { dueDayOf } from '#domain/paperwork/documents.ts'
import { invoiceRowOf, shortageRowsOf } from '#server/db/invoices/invoice-rows.ts'
import { isAsKnown, withWeights } from './delivered-weights.ts'
import type { ImportSession } from './import.repository.ts'
import type { BillableOrder, InvoiceIssue, Issued } from './invoice-import.repository.ts'
import type { ProductWeight } from './kinds/cells.ts'
import type { ImportRow, ReadRow } from './kinds/fields.ts'
import { countsOf } from './kinds/order-kinds.ts'
import { type Problem, problemOf, type RefusedRow } from './problems.ts'

type Given = {
  invoiceNo: string
  orderNo: number
  day: string
  dueDay?: string | null
  short?: string[]
  weights?: ProductWeight[]
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
    return problemOf(
      'unknown_order',
      'order_no',
      String(orderNo),
      'There is no such order, or it was cancelled or awaits payment.',
    )
  const before = issued.find((each) => each.invoiceNo === invoiceNo || each.orderId === found.id)
  if (before) {
    const again = withDelivery(found, given)
    const isSame =
      before.invoiceNo === invoiceNo &&
      before.orderId === found.id &&
      before.day === day &&
      isSaid(dueDay, before.dueDay) &&
      isSaid(totalPence, before.totalPence) &&
      // A number that was not needed was not kept.
      (before.creditNoteNo === null || isSaid(creditNoteNo, before.creditNoteNo)) &&
      !('code' in again) &&
      again.lines.every((line, at) => isAsKnown(line, found.lines[at]))
    if (isSame) return undefined
    const why = `${before.invoiceNo} of ${before.day} is here already: an issued document does not change.`
    return problemOf('already_issued', 'invoice_no', invoiceNo, why)
  }
  const placedDay = londonDayOf(found.placedAt)
  if (day < placedDay) return problemOf('time_goes_back', 'day', day, `The order was placed on ${placedDay}.`)
  if (day > dayPlus(found.deliveryDay, LATEST_DAYS))
    return problemOf('out_of_range', 'day', day, `The delivery was for ${found.deliveryDay}.`)
  const order = withDelivery(found, given)
  if ('code' in order) return order
  const invoice = invoiceRowOf(order, {
    id: v7(),
    no: invoiceNo,
    day,
    dueDay: dueDay ?? dueDayOf(order.accountKind, day),
  })
  const orderedPence = billOf([...order.lines], order).totalPence
  const isWeighed = order.lines.some(({ deliveredWeightGrams }) => typeof deliveredWeightGrams === 'number')
  const differing =
    orderedPence !== order.totalPence
      ? `The order’s total is ${order.totalPence} pence, but its lines come to ${orderedPence}.`
      : isSaid(totalPence, invoice.totalPence)
        ? undefined
        : `The order comes to ${invoice.totalPence} pence${isWeighed ? ' at its delivered weights' : ''}, the invoice to ${totalPence}.`
  if (differing !== undefined)
    return problemOf('total_differs', 'total', String(totalPence ?? orderedPence), differing)
  const note = shortageRowsOf(order, invoice.id, { id: v7(), no: creditNoteNo ?? '', day })
  if (note && !creditNoteNo)
    return problemOf(
      'missing_value',
      'credit_note_no',
      null,
      'The delivery was short: its credit note needs a number.',
    )
  if (!note && creditNoteNo && isWeighed && order.lines.some(isShort))
    return problemOf(
      'contradiction',
      'credit_note_no',
      creditNoteNo,
      'What was short was weighed, so it is not billed and there is nothing to credit.',
    )
  return { found, order, invoice, note }
}

const isShort = ({ quantity, deliveredQuantity }: BillableOrder['lines'][number]): boolean =>
  (deliveredQuantity ?? quantity) < quantity

/** A later date is a typing error, and an issued invoice cannot be corrected. */
const LATEST_DAYS = 366

/** A value missing from the file contradicts nothing. */
const isSaid = <Value>(given: Value | null | undefined, stored: Value | null): boolean =>
  given === undefined || given === null || given === stored

const withDelivery = (found: BillableOrder, given: Given): BillableOrder | Problem => {
  const order = withShortages(found, given)
  if ('code' in order) return order
  const lines = withWeights(order.lines, found.lines, given.weights)
  return 'code' in lines ? lines : { ...order, lines }
}

/**
 * What is not said to be short was delivered; without a word on it, what the order has already counts, and so does what was
 * weighed.
 */
const withShortages = (order: BillableOrder, { short, weights = [] }: Given): BillableOrder | Problem => {
  const missing = countsOf(short ?? [])
  const named = new Set([...missing.keys(), ...weights.map(({ product_no }) => product_no)])
  const lines = order.lines.map((line) => {
    const isKnown = typeof line.deliveredWeightGrams === 'number' && !named.has(line.product_no)
    if ((short === undefined || isKnown) && line.deliveredQuantity !== null) return line
    const left = missing.get(line.product_no) ?? 0
    // The file counts shortages against the original order, but substitutes have already replaced some of them.
    const replaced = replacedQuantity(line)
    const taken = Math.min(left, line.quantity + replaced)
    if (left > 0) missing.set(line.product_no, left - taken)
    return { ...line, deliveredQuantity: line.quantity - Math.max(0, taken - replaced) }
  })
  const [product] = [...missing].find(([, left]) => left > 0) ?? []
  if (product === undefined) return { ...order, lines }
  return problemOf(
    'contradiction',
    'short',
    product,
    'The order does not have this product, or has less than this quantity.',
  )
}
