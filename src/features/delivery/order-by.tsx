import { cutOffText, isCutOffPassed } from '#domain/delivery-days.ts'
import { durationWords } from '#src/ui/status/count-down.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { useDeliveryDays } from './use-delivery-days.ts'

export type OrderByProps = {
  customerId: string
  /** YYYY-MM-DD */
  deliveryDay: string
  /** "1 h 12 min left" instead of "order by 22:00 tonight (1 h 12 min)". */
  short?: boolean | undefined
}

/** Until when one can order for a day, counted down. Nothing where the day's cut-off is not known here. */
export function OrderBy({ customerId, deliveryDay, short }: OrderByProps) {
  const { days, now } = useDeliveryDays(customerId)
  const day = days.find((one) => one.day === deliveryDay)
  if (!day) return null
  if (!short) return <Money>{cutOffText(day.cutOffAt, now)}</Money>
  if (isCutOffPassed(day, now)) return <span>ordering closed</span>
  return <Money>{`${durationWords(Date.parse(day.cutOffAt) - now.getTime())} left`}</Money>
}
