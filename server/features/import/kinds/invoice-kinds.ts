import { codeCell, dayCell, integerCell, patternCell, textCell } from './cells.ts'
import type { ImportKind } from './fields.ts'
import { money, namedOnce, weights } from './shared-fields.ts'

export const ORDER_NO_AT_MOST = 999_999_999_999

export const invoices: ImportKind = {
  key: ['invoiceNo'],
  references: [],
  fields: [
    {
      column: 'invoice_no',
      property: 'invoiceNo',
      read: codeCell,
      required: true,
      meaning: 'The number as printed: `INV500001`.',
    },
    {
      column: 'order_no',
      property: 'orderNo',
      read: integerCell(1, ORDER_NO_AT_MOST),
      required: true,
      meaning: 'The order that it bills, all of it, at the order’s prices and the delivered weights.',
    },
    { column: 'day', read: dayCell, required: true, meaning: 'Its date: `2026-12-25` or `25/12/2026`.' },
    {
      column: 'dueDay',
      read: dayCell,
      empty: null,
      meaning: 'When it is to be paid; empty is 30 days later, for a cash account the same day.',
    },
    {
      column: 'short',
      read: patternCell(
        /^.{1,40} ?= ?[1-9]\d{0,6}(?:\.0*)?$/,
        'a product and how many were missing, such as 100234=2',
      ),
      list: { most: 1000 },
      empty: [],
      meaning: 'What did not come: `100234=2|100777=1`; the rest was delivered.',
    },
    weights,
    {
      column: 'credit_note_no',
      property: 'creditNoteNo',
      read: codeCell,
      empty: null,
      meaning: 'The number of the credit note for what was short.',
    },
    ...money(
      'total',
      null,
      'What it asks for with VAT: the order’s total, with weighed lines at their delivered weights; empty is not compared',
    ),
  ],
  contradictions: namedOnce('short', 'weights'),
}

export const payments: ImportKind = {
  key: ['customerId', 'reference'],
  references: [
    {
      property: 'customerId',
      to: 'customers',
      code: 'unknown_customer',
      why: 'This customer does not exist.',
    },
  ],
  fields: [
    {
      column: 'customer',
      property: 'customerId',
      read: codeCell,
      required: true,
      meaning: 'The account number.',
    },
    { column: 'reference', read: textCell(60), required: true, meaning: 'As on the statement: `BACS 4711`.' },
    { column: 'day', read: dayCell, required: true, meaning: 'When it arrived.' },
    ...money('amount', null, 'How much was paid').map((field) => {
      const { empty: _, ...required } = field
      return { ...required, required: true }
    }),
  ],
}
