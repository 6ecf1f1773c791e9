import { type Customer, freeDeliveryFrom } from '#domain/customer.ts'
import { moneyText } from '#domain/money.ts'
import { progressTo } from '#domain/totals.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import type { ProgressBarProps } from '#src/ui/status/progress-bar.tsx'

/** Towards the minimum, then free delivery: amber, green once reached. */
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
  const free = progressTo(freeFrom(customer, delivery), netPence)
  if (!free) return undefined
  const words =
    free.missingPence > 0
      ? `${moneyText(free.missingPence)} to free delivery from ${moneyText(free.targetPence)}`
      : 'Free delivery'
  return { share: free.fraction, words, tone: free.missingPence > 0 ? 'amber' : 'green' }
}

const freeFrom = (customer: Customer, delivery: OpenTrolly['delivery']): number | null =>
  delivery ? (delivery.chargePence > 0 ? delivery.freeFromPence : null) : freeDeliveryFrom(customer)
