import type { AccountKind } from '#domain/customer.ts'
import { dayPlus } from '#domain/london-time.ts'

export const DOCUMENT_KINDS = ['invoice', 'credit_note', 'delivery_note'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

export const BILL_KINDS = ['invoice', 'credit_note'] as const
export type BillKind = (typeof BILL_KINDS)[number]

export const DOCUMENT_NAMES: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  credit_note: 'Credit note',
  delivery_note: 'Delivery note',
}

/** Documents keep amounts without a sign. Shown and printed, a credit note's are below 0, since it gives money back. */
export const signedPence = <Pence extends number | null>(kind: DocumentKind, pence: Pence): Pence | number =>
  kind === 'credit_note' && pence ? -pence : pence

export const INVOICE_NUMBERS_FROM = 'INV'
export const CREDIT_NOTE_NUMBERS_FROM = 'CRN'

/** Delivery notes are numbered by their orders. */
export const deliveryNoteNo = (orderNo: number): string => `DN${orderNo}`

export const orderNoOfDeliveryNote = (text: string): number | undefined => {
  const digits = /^DN(\d{1,15})$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

const CREDIT_TERM_DAYS = 30

/** Cash accounts pay at once. */
export const dueDayOf = (accountKind: AccountKind, day: string): string =>
  dayPlus(day, accountKind === 'credit' ? CREDIT_TERM_DAYS : 0)

export const SHORT_DELIVERED = 'Short delivery'

/** Why a credit note was made of a claim. */
export const claimText = (claimNo: number | string): string => `Claim ${claimNo}`
