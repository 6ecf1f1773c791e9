import { chargeFacts } from '#domain/delivery-words.ts'
import { moneyText } from '#domain/money.ts'
import type { Totals } from '#domain/totals.ts'

/** A placed order's totals, as every page of it lists them. */
export const totalFacts = (totals: Omit<Totals, 'vat'>) => [
  { term: 'Goods', value: moneyText(totals.netPence) },
  ...chargeFacts(totals),
  { term: 'VAT', value: moneyText(totals.vatPence) },
  { term: totals.estimated ? 'Estimated total' : 'Total', value: moneyText(totals.totalPence), strong: true },
]
