import { chargeFacts } from '#domain/delivery-words.ts'
import { goodsFacts } from '#domain/discount-words.ts'
import type { Discounted } from '#domain/discounts.ts'
import { moneyText } from '#domain/money.ts'
import type { Totals } from '#domain/totals.ts'

/** A placed order's totals, as every page of it lists them. What was ordered steps back behind what was billed. */
export const totalFacts = (
  { totals, lines }: { totals: Omit<Totals, 'vat'>; lines: readonly Discounted[] },
  isBilled = false,
) => [
  ...goodsFacts({ ...totals, estimated: false }, lines),
  ...chargeFacts(totals),
  { term: 'VAT', value: moneyText(totals.vatPence) },
  {
    term: isBilled ? 'Ordered' : totals.estimated ? 'Estimated total' : 'Total',
    value: moneyText(totals.totalPence),
    strong: !isBilled,
  },
]
