import type { QueryOf, ReplyOf } from '#contract/endpoint.ts'
import type { PaperworkDocument, paperwork } from '#contract/paperwork.ts'
import { sortOf } from '#contract/values.ts'
import { changeOf, isOverdue, owedOf } from '#domain/paperwork/account.ts'
import { DOCUMENT_KINDS, deliveryNoteNo } from '#domain/paperwork/documents.ts'
import { searchedWords } from '#domain/searched-words.ts'
import type { Connection } from '#server/db/transaction.ts'
import { type BillRow, entryOf, readBills, readDeliveries, readPayments } from './accounts.repository.ts'

type Query = QueryOf<typeof paperwork.copyInvoiceListOrders>
type Listed = ReplyOf<typeof paperwork.copyInvoiceListOrders>

/**
 * Finds, sorts and pages in memory: what is owed of an invoice depends on all of the account's bills and payments, a few
 * thousand rows after ten years.
 */
export const listDocuments = async (connection: Connection, query: Query, today: string): Promise<Listed> => {
  const { delivery_account_no: customerId, start_date: from, end_date: to = '2999-12-31' } = query
  const bills = await readBills(connection, customerId)
  const entries = [...bills.map(entryOf), ...(await readPayments(connection, customerId))]
  const owed = owedOf(entries)
  const documents = [
    ...bills.map((bill) => documentOf(bill, owed.get(bill.invoiceNo) ?? 0, today)),
    ...(await readDeliveries(connection, customerId, from, to)).map(noteOf),
  ]
  const { page = 1, pageLength = 24 } = query
  const found = sorted(
    documents.filter((document) => document.day >= from && document.day <= to && isWanted(document, query)),
    query.sort_by,
  )
  const overdue = documents.filter((document) => document.overdue)
  return {
    data: found.slice((page - 1) * pageLength, page * pageLength),
    total: found.length,
    page,
    pageLength,
    balancePence: entries.map(changeOf).reduce((sum, pence) => sum + pence, 0),
    overduePence: overdue.reduce((sum, { owedPence }) => sum + owedPence, 0),
    overdueCount: overdue.length,
    overdueFrom: overdue.map(({ day }) => day).toSorted(compare)[0] ?? null,
  }
}

const documentOf = (
  { orderNo, vatPence, totalPence, orderedPence: _, ...bill }: BillRow,
  owedPence: number,
  today: string,
): PaperworkDocument => ({
  ...bill,
  orderNo: String(orderNo),
  netPence: totalPence - vatPence,
  vatPence,
  totalPence,
  owedPence,
  overdue: isOverdue(owedPence, bill.dueDay, today),
})

const noteOf = ({
  orderId,
  orderNo,
  poNumber,
  day,
}: Awaited<ReturnType<typeof readDeliveries>>[number]): PaperworkDocument => ({
  id: orderId,
  orderId,
  invoiceNo: deliveryNoteNo(orderNo),
  kind: 'delivery_note',
  day,
  orderNo: String(orderNo),
  poNumber,
  creditedInvoiceNo: null,
  netPence: null,
  vatPence: null,
  totalPence: null,
  dueDay: null,
  owedPence: 0,
  overdue: false,
})

const isWanted = (document: PaperworkDocument, { kind, state, queryString = '' }: Query): boolean => {
  if (kind !== undefined && document.kind !== kind) return false
  if (state === 'overdue' && !document.overdue) return false
  if (state === 'unpaid' && document.owedPence === 0) return false
  const { invoiceNo, orderNo, poNumber, creditedInvoiceNo } = document
  const words = [invoiceNo, orderNo, poNumber, creditedInvoiceNo ?? ''].join(' ').toLowerCase()
  return searchedWords(queryString).every((word) => words.includes(word))
}

/** @param by the latest first where it is not given */
const sorted = (
  documents: PaperworkDocument[],
  by: Query['sort_by'] = 'day_descending',
): PaperworkDocument[] => {
  const { sort: field, descending } = sortOf(by)
  const sign = descending ? -1 : 1
  return documents.toSorted(
    (a, b) =>
      sign * (field === 'overdue' ? Number(b.overdue) - Number(a.overdue) : compare(a[field], b[field])) ||
      compare(b.day, a.day) ||
      DOCUMENT_KINDS.indexOf(a.kind) - DOCUMENT_KINDS.indexOf(b.kind) ||
      compare(b.invoiceNo, a.invoiceNo),
  )
}

/** Compares numbers within texts too: order 99 comes before order 100. Nothing comes first. */
const compare = (a: string | number | null, b: string | number | null): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return typeof a === 'number' && typeof b === 'number' ? a - b : BY_NUMBERS.compare(String(a), String(b))
}

const BY_NUMBERS = new Intl.Collator('en-GB', { numeric: true })
