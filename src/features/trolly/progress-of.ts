import { type Customer, freeDeliveryFrom } from '#domain/customer.ts'
import { moneyText } from '#domain/money.ts'
import { progressTo } from '#domain/totals.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import type { ProgressBarProps } from '#src/ui/status/progress-bar.tsx'

/** Amber towards the minimum; green once that is met, and towards free delivery. */
export const progressOf = (
  { totals: { netPence }, pricesHere, delivery }: Pick<OpenTrolly, 'totals' | 'pricesHere' | 'delivery'>,
  customer: Customer | undefined,
): ProgressBarProps | undefined => {
  if (!customer || !pricesHere) return undefined
  const minimum = progressTo((delivery ?? customer).minimumOrderPence, netPence)
  if (minimum && minimum.missingPence > 0) {
    const target = moneyText(minimum.targetPence)
    const words =
      netPence === 0
        ? `Minimum order ${target}`
        : `${moneyText(minimum.missingPence)} to go to the ${target} minimum`
    return { share: minimum.fraction, words, tone: 'amber' }
  }
  const met = minimum ? 'Minimum met' : undefined
  const free = progressTo(freeFrom(customer, delivery), netPence)
  if (!free) return met === undefined ? undefined : { share: 1, words: met, met, tone: 'green' }
  const shortWords =
    free.missingPence > 0 ? `${moneyText(free.missingPence)} to free delivery` : 'Free delivery'
  const words = free.missingPence > 0 ? `${shortWords} from ${moneyText(free.targetPence)}` : shortWords
  return { share: free.fraction, words, shortWords, met, tone: 'green' }
}

const freeFrom = (customer: Customer, delivery: OpenTrolly['delivery']): number | null =>
  delivery ? (delivery.chargePence > 0 ? delivery.freeFromPence : null) : freeDeliveryFrom(customer)
