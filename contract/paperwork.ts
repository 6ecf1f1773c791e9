import { type Static, Type } from 'typebox'
import { DOCUMENT_KINDS } from '#domain/paperwork/documents.ts'
import { endpoint, FileReply, Strict } from './endpoint.ts'
import {
  Code,
  CustomerId,
  Day,
  listOf,
  nullable,
  oneOf,
  Paging,
  Pence,
  SumPence,
  sortedBy,
  Uuid,
} from './values.ts'

/** More would take too long; request shorter periods. */
export const COPIES_MAX = 100

export const COPY_FORMATS = ['pdf', 'ubl'] as const
export type CopyFormat = (typeof COPY_FORMATS)[number]

/** An invoice, credit note or delivery note. */
export const PaperworkDocument = Strict({
  /** With its order's, the argument of `template/create-from-tdd`. Documents kept by earlier builds lack both. */
  id: Type.Optional(Uuid),
  orderId: Type.Optional(Uuid),
  /** The number as printed; the argument of `copy-invoice`. */
  invoiceNo: Code,
  kind: oneOf(DOCUMENT_KINDS),
  day: Day,
  orderNo: Type.String(),
  poNumber: Type.String(),
  /** The invoice of a credit note. */
  creditedInvoiceNo: nullable(Code),
  /** null: a delivery note, which has no amounts. */
  netPence: nullable(Pence),
  vatPence: nullable(Pence),
  totalPence: nullable(Pence),
  /** Invoices only. */
  dueDay: nullable(Day),
  /** Outstanding amount of an invoice. */
  owedPence: Pence,
  overdue: Type.Boolean(),
})
export type PaperworkDocument = Static<typeof PaperworkDocument>

/** `overdue`: overdue invoices first, then the latest. */
export const PAPERWORK_SORTS = ['overdue', 'day', 'invoiceNo', 'orderNo', 'totalPence', 'dueDay'] as const

const Listed = listOf(PaperworkDocument)

const delivery_account_no = CustomerId

export const paperwork = {
  copyStatement: endpoint('POST', 'paperwork/copy-statement', {
    body: Strict({
      delivery_account_no,
      start_date: Day,
      end_date: Day,
      /** The specification's paperwork request has it (section 3); a statement has no use for it. */
      invoice_no: Type.Optional(nullable(Code)),
    }),
    media: ['application/pdf'],
    reply: FileReply,
    access: 'user',
    summary: 'The statement of an account for a period, as a PDF file.',
  }),
  copyInvoice: endpoint('POST', 'paperwork/copy-invoice', {
    body: Strict({
      delivery_account_no,
      invoice_no: Type.Optional(Type.Union([Code, Type.Array(Code, { minItems: 1, maxItems: COPIES_MAX })])),
      /** Without a number: all invoices and credit notes of the period. */
      start_date: Type.Optional(Day),
      end_date: Type.Optional(Day),
      /** `ubl`: invoices and credit notes as e-invoices (Peppol BIS Billing 3). A delivery note has none. */
      format: Type.Optional(oneOf(COPY_FORMATS)),
    }),
    media: ['application/pdf', 'application/xml', 'application/zip'],
    reply: FileReply,
    access: 'user',
    summary: `Invoices, credit notes and delivery notes: one as a PDF or XML file, up to ${COPIES_MAX} as a ZIP file.`,
  }),
  copyInvoiceListOrders: endpoint('GET', 'paperwork/copy-invoice-list-orders', {
    query: Strict({
      v: Type.Optional(Type.Literal('1')),
      delivery_account_no,
      start_date: Day,
      /** Missing: until today. */
      end_date: Type.Optional(Day),
      /** Searches document numbers, order numbers and customer references. */
      queryString: Type.Optional(Type.String({ maxLength: 200 })),
      kind: Type.Optional(oneOf(DOCUMENT_KINDS)),
      state: Type.Optional(oneOf(['unpaid', 'overdue'])),
      sort_by: Type.Optional(sortedBy(PAPERWORK_SORTS)),
      ...Paging,
    }),
    reply: Strict({
      ...Listed.properties,
      /** The account's balance today, ignoring filters; negative: in credit. */
      balancePence: SumPence,
      overduePence: SumPence,
      overdueCount: Type.Optional(Type.Integer({ minimum: 0 })),
      /** The day of the oldest overdue invoice, from which a period has them all; null: none is overdue. */
      overdueFrom: Type.Optional(nullable(Day)),
    }),
    access: 'user',
    summary: 'The documents of an account with their orders, amounts and outstanding balances, latest first.',
  }),
}
