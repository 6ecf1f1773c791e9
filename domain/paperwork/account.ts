import { compareCodes } from '#domain/plain-text.ts'
import type { BillKind } from './documents.ts'

/** What changes a customer's balance. Amounts are positive; the kind says which way. */
export type AccountEntry = {
  kind: BillKind | 'payment'
  no: string
  day: string
  amountPence: number
  dueDay: string | null
  /** The credit note's invoice. */
  invoiceNo: string | null
  /** What the order of an invoice was estimated at, where its delivered weights came to another amount. */
  estimatedPence?: number
}

export type StatementRow = AccountEntry & { balancePence: number }

export type Statement = {
  from: string
  to: string
  openingPence: number
  rows: StatementRow[]
  invoicedPence: number
  creditedPence: number
  paidPence: number
  closingPence: number
}

export const changeOf = ({ kind, amountPence }: AccountEntry): number =>
  kind === 'invoice' ? amountPence : -amountPence

/** Both days included. */
export const statementOf = (entries: readonly AccountEntry[], from: string, to: string): Statement => {
  const inOrder = byDay(entries)
  const openingPence = sumOf(inOrder.filter(({ day }) => day < from).map(changeOf))
  const within = inOrder.filter(({ day }) => day >= from && day <= to)
  let balancePence = openingPence
  const rows = within.map((entry) => {
    balancePence += changeOf(entry)
    return { ...entry, balancePence }
  })
  const totalOf = (kind: AccountEntry['kind']): number =>
    sumOf(within.filter((entry) => entry.kind === kind).map(({ amountPence }) => amountPence))
  return {
    from,
    to,
    openingPence,
    rows,
    invoicedPence: totalOf('invoice'),
    creditedPence: totalOf('credit_note'),
    paidPence: totalOf('payment'),
    closingPence: balancePence,
  }
}

/** Outstanding per invoice: less its credit notes, then payments, oldest first. Excess credit counts as paid. */
export const owedOf = (entries: readonly AccountEntry[]): Map<string, number> => {
  const owed = new Map<string, number>()
  for (const { kind, no, amountPence } of byDay(entries)) if (kind === 'invoice') owed.set(no, amountPence)
  let onAccount = 0
  for (const { kind, amountPence, invoiceNo } of entries) {
    if (kind === 'invoice') continue
    const left = (kind === 'credit_note' && invoiceNo !== null && owed.get(invoiceNo)) || 0
    if (left > 0 && invoiceNo !== null) owed.set(invoiceNo, left - Math.min(left, amountPence))
    onAccount += amountPence - Math.min(left, amountPence)
  }
  for (const [no, left] of owed) {
    owed.set(no, left - Math.min(left, onAccount))
    onAccount -= Math.min(left, onAccount)
  }
  return owed
}

export const isOverdue = (owedPence: number, dueDay: string | null, today: string): boolean =>
  owedPence > 0 && dueDay !== null && dueDay < today

const KIND_ORDER = ['invoice', 'credit_note', 'payment']

const byDay = (entries: readonly AccountEntry[]): AccountEntry[] =>
  entries.toSorted(
    (a, b) =>
      compareCodes(a.day, b.day) ||
      KIND_ORDER.indexOf(a.kind) - KIND_ORDER.indexOf(b.kind) ||
      compareCodes(a.no, b.no),
  )

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)
