import { moneyText } from '#domain/money.ts'
import type { PayWay } from '#domain/payment.ts'

type BilledOrder = {
  payBy: PayWay
  totals: { totalPence: number }
  /** What its invoice asked for, with VAT. Orders kept by earlier builds lack it: they were billed at their totals. */
  invoicedPence?: number | null | undefined
  /** The invoice's total less its credit notes; null: not invoiced yet. */
  billedPence?: number | null | undefined
}

/** undefined: not invoiced yet. */
export const invoicedPenceOf = ({
  totals,
  billedPence = null,
  invoicedPence,
}: Omit<BilledOrder, 'payBy'>): number | undefined =>
  billedPence === null ? undefined : (invoicedPence ?? totals.totalPence)

/** How an order's total led to what was billed, with VAT; empty before its invoice. The card paid the order's total. */
export const billedFacts = (order: BilledOrder): { term: string; value: string; strong: boolean }[] => {
  const { payBy, totals, billedPence = null } = order
  const invoicedPence = invoicedPenceOf(order)
  if (invoicedPence === undefined || billedPence === null) return []
  const isCredited = billedPence !== invoicedPence
  const leftPence = payBy === 'card' ? billedPence - totals.totalPence : 0
  const rows: [string, number, boolean][] = [
    ...(isCredited
      ? ([
          ['Invoiced total', invoicedPence, false],
          ['Credited', billedPence - invoicedPence, false],
        ] satisfies typeof rows)
      : []),
    ['Billed', billedPence, true],
    ...(leftPence > 0 ? ([['Charged to your account', leftPence, false]] satisfies typeof rows) : []),
    ...(leftPence < 0 ? ([['Credit on your account', -leftPence, false]] satisfies typeof rows) : []),
  ]
  return rows.map(([term, pence, strong]) => ({ term, value: moneyText(pence), strong }))
}
