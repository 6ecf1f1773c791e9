import type { Discounted } from './discounts.ts'
import { moneyText } from './money.ts'

/** Apart from the rule, which an open trolly needs at once. */

/** `£1.20 off: Spring dairy`, for each share. */
export const discountTexts = ({ discounts }: Discounted): string[] =>
  (discounts ?? []).map(({ name, pence }) => `${moneyText(pence)} off: ${name}`)

/** What the goods of an order come to; where discounts took something off, how. Without VAT. */
export const goodsFacts = (
  {
    netPence,
    discountPence = 0,
    estimated,
  }: { netPence: number; discountPence?: number; estimated: boolean },
  lines: readonly Discounted[],
): { term: string; value: string }[] => {
  const amount = (pence: number): string => `${estimated ? 'about ' : ''}${moneyText(pence)}`
  const goods = { term: 'Goods', value: amount(netPence) }
  if (discountPence === 0) return [goods]
  const offPence = new Map<string, number>()
  for (const { discounts } of lines)
    for (const { name, pence } of discounts ?? []) offPence.set(name, (offPence.get(name) ?? 0) + pence)
  return [
    { term: 'Goods at full price', value: amount(netPence + discountPence) },
    ...[...offPence].map(([term, pence]) => ({ term, value: amount(-pence) })),
    goods,
  ]
}
