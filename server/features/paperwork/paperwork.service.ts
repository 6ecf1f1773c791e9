import type { BodyOf } from '#contract/endpoint.ts'
import { COPIES_MAX, type paperwork } from '#contract/paperwork.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { isOverdue, owedOf, statementOf } from '#domain/paperwork/account.ts'
import { orderNoOfDeliveryNote } from '#domain/paperwork/documents.ts'
import { inFileName } from '#domain/typed-text.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inSnapshot } from '#server/db/transaction.ts'
import type { ConfigService } from '#server/features/config/config.service.ts'
import type { Answers } from '#server/routing/answers.ts'
import type { Caller } from '#server/routing/caller.ts'
import type { ListSearch } from '#server/routing/list-search.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { sendFile } from '#server/routing/send-file.ts'
import { sendInTurn } from '#server/routing/send-in-turn.ts'
import { turns } from '#server/routing/user-turns.ts'
import { entryOf, findAddressee, readBills, readPayments } from './accounts.repository.ts'
import { billsOfDays, billsOfNumbers, type PrintedBill, readPrintedBills } from './bills.repository.ts'
import { readDeliveryNotes } from './delivery-notes.repository.ts'
import { listDocuments } from './document-list.ts'
import type { Addressee } from './pdf/words.ts'
import {
  eInvoice,
  eInvoiceParties,
  type PrintedDocument,
  printedBill,
  printedNote,
  readCompany,
} from './printed-documents.ts'
import type { Printer } from './printer.ts'
import { zipOf } from './zip.ts'

export type PaperworkParts = {
  database: Database
  searchList: ListSearch
  now: () => Date
  printer: Printer
} & Pick<ConfigService, 'company' | 'letterhead' | 'peppolId'>

const BUSY = 'Your other documents are still being prepared. Please try again in a moment.'
/** All share one thread: a third would only delay the other two. A kitchen's phones may share a sign-in. */
const PRINTING = { atOnce: 2, waitingMax: 100, waitingEachMax: 5, message: BUSY }
/** Counted apart, so that one document need not wait for a hundred. */
const ZIPPING = { ...PRINTING, waitingMax: 20 }
/** Ten times what 3 MB take on a slow phone. A reader keeps its place meanwhile. */
const READ_ZIP_WITHIN_MS = 5 * 60_000

/**
 * @throws Refusal `customer_not_found` and `document_not_found`, also for another user's; `too_many_documents`;
 * `e_invoice_incomplete`; `rate_limited` when too many wait to be printed
 */
export const paperworkService = (parts: PaperworkParts): Answers<typeof paperwork> => {
  const { database, searchList, now, printer, ...configs } = parts
  const printInTurn = turns(PRINTING)
  const zipInTurn = turns(ZIPPING)

  /** What is printed is read within its turn, so that those who wait hold no memory. */
  const readDocuments = async (
    user: Caller,
    {
      delivery_account_no: customerId,
      invoice_no,
      start_date,
      end_date,
      format,
    }: BodyOf<typeof paperwork.copyInvoice>,
  ): Promise<PrintedDocument[]> => {
    const company = await readCompany(configs)
    return await inSnapshot(database, async (connection) => {
      const addressee = await requireAddressee(connection, user, customerId)
      const print = { printer, company, addressee }
      const printBills = async (bills: readonly PrintedBill[]): Promise<PrintedDocument[]> => {
        if (format !== 'ubl') return bills.map((bill) => printedBill(print, bill))
        const parties = await eInvoiceParties(configs, addressee)
        return bills.map((bill) => eInvoice(parties, bill))
      }
      if (invoice_no !== undefined) {
        const nos = [...new Set([invoice_no].flat())]
        const orderNos = nos.flatMap((no) => orderNoOfDeliveryNote(no) ?? [])
        const bills = await readPrintedBills(connection, billsOfNumbers(customerId, nos))
        const notes = await readDeliveryNotes(connection, customerId, orderNos)
        // One that is missing would go unnoticed among many.
        if (bills.length + notes.length < nos.length) throw new Refusal('document_not_found')
        if (format === 'ubl' && notes.length > 0)
          throw new Refusal('invalid_request', { message: 'A delivery note is not an e-invoice.' })
        return [...(await printBills(bills)), ...notes.map((note) => printedNote(print, note))]
      }
      if (start_date === undefined || end_date === undefined) {
        throw new Refusal('invalid_request', { message: 'Give invoice_no, or start_date and end_date.' })
      }
      requirePeriod(start_date, end_date)
      const bills = await readPrintedBills(connection, billsOfDays(customerId, start_date, end_date))
      if (bills.length === 0) throw new Refusal('document_not_found')
      if (bills.length > COPIES_MAX) throw new Refusal('too_many_documents')
      return await printBills(bills)
    })
  }

  return {
    copyInvoiceListOrders: (asked) =>
      searchList(asked, async (connection) => {
        const { user, query } = asked
        await requireAddressee(connection, user, query.delivery_account_no)
        requirePeriod(query.start_date, query.end_date)
        return await listDocuments(connection, query, londonDayOf(now()))
      }),

    copyStatement: async ({ user, body, request, reply }) => {
      const { delivery_account_no: customerId, start_date: from, end_date: to } = body
      requirePeriod(from, to)
      const bytes = await printInTurn({ userId: user.userId, signal: request.signal }, async () => {
        const { addressee, entries } = await inSnapshot(database, async (connection) => ({
          addressee: await requireAddressee(connection, user, customerId),
          entries: [
            ...(await readBills(connection, customerId)).map(entryOf),
            ...(await readPayments(connection, customerId)),
          ],
        }))
        const owed = owedOf(entries)
        const today = londonDayOf(now())
        const overdue = entries.flatMap(({ kind, no, dueDay }) => {
          const owedPence = kind === 'invoice' ? (owed.get(no) ?? 0) : 0
          return isOverdue(owedPence, dueDay, today) ? [{ no, owedPence }] : []
        })
        const statement = statementOf(entries, from, to)
        const company = await readCompany(configs)
        return await printer.print('statement', [company, addressee, { statement, overdue }])
      })
      return sendFile(reply, 'application/pdf', `statement-${customerId}-${from}-${to}.pdf`, bytes)
    },

    copyInvoice: async ({ user, body, request, reply }) => {
      if (typeof body.invoice_no === 'string') {
        const { name, ending, bytes } = await printInTurn(
          { userId: user.userId, signal: request.signal },
          async () => {
            const [only] = await readDocuments(user, body)
            if (only === undefined) throw new Refusal('document_not_found')
            return { name: fileNameOf(only), ending: only.ending, bytes: await only.print() }
          },
        )
        return sendFile(reply, `application/${ending}`, name, bytes)
      }
      const turn = { takeTurn: zipInTurn, readWithinMs: READ_ZIP_WITHIN_MS }
      return await sendInTurn(turn, request, reply, async () => {
        const documents = await readDocuments(user, body)
        const name = `paperwork-${body.delivery_account_no}.zip`
        sendFile(reply, 'application/zip', name, zipOf(printedOneByOne(documents), now()))
      })
    },
  }
}

/** The next is printed once the reader has taken the one before. */
async function* printedOneByOne(documents: readonly PrintedDocument[]) {
  const used = new Set<string>()
  for (const document of documents) {
    // A/1 and A-1 are two numbers, but one name.
    let name = fileNameOf(document)
    for (let copy = 2; used.has(name); copy += 1)
      name = fileNameOf({ ...document, no: `${document.no} (${copy})` })
    used.add(name)
    yield { name, bytes: await document.print() }
  }
}

const fileNameOf = ({ no, ending }: Pick<PrintedDocument, 'no' | 'ending'>): string =>
  `${inFileName(no)}.${ending}`

const requireAddressee = async (
  connection: Connection,
  user: Caller,
  customerId: string,
): Promise<Addressee & { peppolId: string }> => {
  const found = await findAddressee(connection, user, customerId)
  if (found === undefined) throw new Refusal('customer_not_found')
  return found
}

const requirePeriod = (from: string, to: string | undefined): void => {
  if (to !== undefined && to < from) {
    throw new Refusal('invalid_request', { message: 'end_date must not be before start_date.' })
  }
}
