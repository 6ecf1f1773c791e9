import { memo } from 'react'
import type { DeliveryDay } from '#domain/customer.ts'
import { cutOffText, isCutOffPassed } from '#domain/delivery-days.ts'
import { durationWords } from '#src/ui/status/count-down.tsx'
import { Money } from '#src/ui/status/money.tsx'
import { useDeliveryDays } from './use-delivery-days.ts'

export type OrderByProps = {
  customerId: string
  deliveryDay: string
  /** "1 h 12 min left" instead of "order by 22:00 tonight (1 h 12 min)". */
  short?: boolean | undefined
  prefix?: string | undefined
}

/** Nothing for a day without delivery or not known yet. Memoised: time zones are slow, and each tap draws the page's foot. */
export const OrderBy = memo(function OrderBy({ customerId, deliveryDay, short, prefix }: OrderByProps) {
  const { days, now, error } = useDeliveryDays(customerId)
  const day = days.find((one) => one.day === deliveryDay)
  // A failed request must not look like a day without a cut-off.
  if (!day) return error && days.length === 0 ? `${prefix ?? ''}cut-off time not available` : null
  return (
    <>
      {prefix}
      {short ? <TimeLeft day={day} now={now} /> : <Money>{cutOffText(day.cutOffAt, now)}</Money>}
    </>
  )
})

function TimeLeft({ day, now }: { day: DeliveryDay; now: Date }) {
  if (isCutOffPassed(day, now)) return <span>ordering closed</span>
  return <Money>{`${durationWords(Date.parse(day.cutOffAt) - now.getTime())} left`}</Money>
}
