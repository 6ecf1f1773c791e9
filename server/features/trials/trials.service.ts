import type { discounts } from '#contract/discounts.ts'
import { type Discount, withDiscounts } from '#domain/discounts.ts'
import { progressTo, totalsOf } from '#domain/totals.ts'
import type { Database } from '#server/db/database.ts'
import type { Answers } from '#server/routing/answers.ts'
import { countOrders, readDiscounts, readTriedOrders, type TriedOrder } from './trials.repository.ts'

const DAYS = 28
const DAY_MS = 86_400_000

/** What rules would have done to the orders of the last four weeks, worked out by the rules that orders follow. */
export const discountTrialService = ({
  database,
  now,
}: {
  database: Database
  now: () => Date
}): Answers<Pick<typeof discounts, 'trial'>> => ({
  trial: async ({ body: { id, code, ...fields } }) => {
    const since = new Date(now().getTime() - DAYS * DAY_MS)
    const saved = await readDiscounts(database)
    // Last month's orders were for earlier days than those it is planned for.
    const tried: Discount = { ...fields, id: code, validFrom: null, validTo: null }
    const before = saved.filter(({ recordId }) => recordId !== id)
    const after = [...before, tried]
    const result = {
      days: DAYS,
      orders: await countOrders(database, since),
      changed: 0,
      differencePence: 0,
      refused: 0,
    }
    for await (const part of readTriedOrders(database, { since, limits: tried })) {
      for (const order of part) {
        const [was, is] = [netPenceOf(order, before), netPenceOf(order, after)]
        if (was === is) continue
        result.changed += 1
        result.differencePence += is - was
        if (isTooSmall(order, is) && !isTooSmall(order, was)) result.refused += 1
      }
    }
    return result
  },
})

const netPenceOf = (
  { customerId, priceListId, deliveryDay, lines }: TriedOrder,
  discounts: readonly Discount[],
): number => totalsOf(withDiscounts(lines, discounts, { customerId, priceListId, day: deliveryDay })).netPence

const isTooSmall = ({ method, minimumOrderPence }: TriedOrder, netPence: number): boolean =>
  method === 'delivery' && (progressTo(minimumOrderPence, netPence)?.missingPence ?? 0) > 0
