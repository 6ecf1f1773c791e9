import { and, asc, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { asInvoiced, type Billed, type ClaimedLine, claimCredits } from '#domain/claims.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { CREDIT_NOTE_NUMBERS_FROM, claimText } from '#domain/paperwork/documents.ts'
import type { Database } from '#server/db/database.ts'
import { creditNoteRowsOf } from '#server/db/invoices/invoice-rows.ts'
import { writeCreditNote } from '#server/db/invoices/write-credit-note.ts'
import { checkInLines, checkIns } from '#server/db/schema/check-ins.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import type { Connection } from '#server/db/transaction.ts'
import { billsOfOrder, readPrintedBills } from '#server/features/paperwork/bills.repository.ts'

type Executor = Database | Connection

/** An order's invoice with its credit notes or, while it has none, what it would be now. */
export const readBilled = async (executor: Executor, orderId: string): Promise<Billed> => {
  const lines = await executor
    .select()
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId))
    .orderBy(asc(orderLines.position))
  const bills = await readPrintedBills(executor, billsOfOrder(orderId))
  const invoice = bills.find(({ kind }) => kind === 'invoice')
  if (invoice) {
    const credited = await readCredited(executor, orderId)
    return { invoice, earlier: bills.filter(({ kind }) => kind === 'credit_note'), credited, lines }
  }
  const [charge] = await executor
    .select({
      deliveryChargePence: orders.deliveryChargePence,
      deliveryVatBasisPoints: orders.deliveryVatBasisPoints,
    })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (charge === undefined) throw new Error(`There is no order ${orderId}.`)
  return asInvoiced({ ...charge, lines })
}

type WithLines = { id: string; lines: ClaimedLine[] }

/** Those of an order that are not refused or credited, the first first. */
export const readUncredited = (executor: Executor, orderId: string): Promise<WithLines[]> =>
  readClaimedLines(
    executor,
    and(eq(checkIns.orderId, orderId), isNull(checkIns.creditedPence), sql`${checkIns.state} <> 'refused'`),
    [asc(checkIns.claimNo)],
  )

/** In the order in which they were credited, also where nothing was left to credit. */
const readCredited = async (executor: Executor, orderId: string): Promise<ClaimedLine[][]> => {
  const found = await readClaimedLines(
    executor,
    and(eq(checkIns.orderId, orderId), isNotNull(checkIns.creditedPence)),
    CREDITED_ORDER,
  )
  return found.map(({ lines }) => lines)
}

const CREDITED_ORDER = [asc(checkIns.decidedAt), asc(checkIns.claimNo)]

const readClaimedLines = async (
  executor: Executor,
  where: SQL | undefined,
  orderBy: SQL[],
): Promise<WithLines[]> => {
  const rows = await executor
    .select({
      id: checkIns.id,
      position: checkInLines.position,
      problem: checkInLines.problem,
      quantity: checkInLines.quantity,
      deliveredQuantity: checkInLines.deliveredQuantity,
    })
    .from(checkIns)
    .innerJoin(checkInLines, eq(checkInLines.checkInId, checkIns.id))
    .where(where)
    .orderBy(...orderBy, asc(checkInLines.position))
  const found = new Map<string, ClaimedLine[]>()
  for (const { id, ...line } of rows) found.set(id, [...(found.get(id) ?? []), line])
  return [...found].map(([id, lines]) => ({ id, lines }))
}

/** What each claim of an order that is not decided or credited would come to, with VAT. */
export const estimateCredits = async (executor: Executor, orderId: string): Promise<Map<string, number>> => {
  const waiting = await readUncredited(executor, orderId)
  if (waiting.length === 0) return new Map()
  const credits = claimCredits(
    await readBilled(executor, orderId),
    waiting.map(({ lines }) => lines),
  )
  return new Map(waiting.map(({ id }, at) => [id, credits[at]?.totalPence ?? 0]))
}

/**
 * Makes the credit notes of an order's accepted claims that have none. Does nothing while it has no invoice, which calls this
 * again. The caller has locked the order.
 */
export const creditAcceptedClaims = async (
  connection: Connection,
  orderId: string,
  now: Date,
): Promise<void> => {
  const [invoice] = await connection
    .select({ id: invoices.id, customerId: invoices.customerId, day: invoices.day })
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), eq(invoices.kind, 'invoice')))
  if (invoice === undefined) return
  const accepted = await connection
    .select({ id: checkIns.id, claimNo: checkIns.claimNo })
    .from(checkIns)
    .where(
      and(
        eq(checkIns.orderId, orderId),
        eq(checkIns.state, 'accepted'),
        isNull(checkIns.creditedPence),
        isNotNull(checkIns.claimNo),
      ),
    )
    .orderBy(...CREDITED_ORDER)
  for (const { id, claimNo } of accepted) {
    const claimed = (await readUncredited(connection, orderId)).find((claim) => claim.id === id)
    const [bill] = claimCredits(await readBilled(connection, orderId), [claimed?.lines ?? []])
    // The office may have credited all of it itself.
    const isCredited = bill !== undefined && bill.lines.length > 0
    const noteId = uuidv7()
    if (isCredited)
      await writeCreditNote(
        connection,
        creditNoteRowsOf({ id: orderId, customerId: invoice.customerId }, bill, {
          id: noteId,
          no: await nextCreditNoteNo(connection),
          day: laterOf(invoice.day, londonDayOf(now)),
          invoiceId: invoice.id,
          reason: claimText(claimNo ?? ''),
        }),
      )
    await connection
      .update(checkIns)
      .set({ creditedPence: isCredited ? bill.totalPence : 0, creditNoteId: isCredited ? noteId : null })
      .where(eq(checkIns.id, id))
  }
}

/** Imported documents may have taken numbers of the sequence. */
const nextCreditNoteNo = async (connection: Connection): Promise<string> => {
  for (;;) {
    const { rows } = await connection.$client.query<{ no: string }>(
      "SELECT nextval('invoice_numbers')::text AS no",
    )
    const no = `${CREDIT_NOTE_NUMBERS_FROM}${rows[0]?.no}`
    if ((await connection.$count(invoices, eq(invoices.invoiceNo, no))) === 0) return no
  }
}

/** Days sort as text. */
const laterOf = (one: string, other: string): string => (one > other ? one : other)
