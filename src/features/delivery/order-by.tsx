import { memo, type ReactNode } from 'react'
import { slotOf } from '#domain/collection.ts'
import { isCountedDown, orderByText } from '#domain/delivery-days.ts'
import type { TrollyHead } from '#domain/trolly.ts'
import { useDeliveryDays } from '#src/device/delivery/use-delivery-days.ts'
import { useChosenPlaces } from '#src/device/delivery/use-places.ts'
import { CountDown } from '#src/ui/status/count-down.tsx'
import { useMinute } from '#src/ui/status/minute-clock.ts'
import { Money } from '#src/ui/status/money.tsx'

export type OrderByProps = {
  customerId: string
  /** The address of the delivery; the account's if undefined. */
  addressId?: string | null | undefined
  deliveryDay: string
  /** "1 h 12 min to order" instead of "order by 22:00 tonight · 1 h 12 min left". */
  short?: boolean | undefined
  prefix?: string | undefined
}

/** Nothing for a day without delivery or not known yet. Memoised: time zones are slow, and each tap draws the page's foot. */
export const OrderBy = memo(function OrderBy({
  customerId,
  addressId,
  deliveryDay,
  short,
  prefix,
}: OrderByProps) {
  const { days, now, error } = useDeliveryDays(customerId, addressId)
  const day = days.find((one) => one.day === deliveryDay)
  // A failed request must not look like a day without a cut-off.
  if (!day) return error && days.length === 0 ? `${prefix ?? ''}cut-off time not available` : null
  return (
    <>
      {prefix}
      {short ? <TimeLeft {...day} now={now} after=" to order" /> : <CutOff {...day} now={now} />}
    </>
  )
})

/** The same for a trolly, which may be collected. null: it has no day, or no time of its collection. */
export const orderByOf = (trolly: TrollyHead): ReactNode => {
  const { customerId, deliveryDay, method, deliveryAddressId, collectionSlot } = trolly
  if (deliveryDay === null) return null
  if (method === 'collection') return collectionSlot ? <CollectBy trolly={trolly} /> : null
  return <OrderBy customerId={customerId} addressId={deliveryAddressId} deliveryDay={deliveryDay} />
}

function CollectBy({ trolly }: { trolly: TrollyHead }) {
  const now = new Date(useMinute())
  const { site } = useChosenPlaces(trolly)
  const slot = site && slotOf(site, trolly.deliveryDay, trolly.collectionSlot ?? null)
  return slot ? <CutOff cutOffAt={slot.closesAt} now={now} /> : null
}

type CutOffProps = { cutOffAt: string; now: Date }

/** "order by 22:00 tonight · 1 h 12 min left", with the time left on the last day only. */
export function CutOff({ cutOffAt, now }: CutOffProps) {
  return (
    <>
      <Money>{orderByText(cutOffAt, now)}</Money>
      {isCountedDown(cutOffAt, now) ? ' · ' : null}
      {isCountedDown(cutOffAt, now) ? <TimeLeft cutOffAt={cutOffAt} now={now} /> : null}
    </>
  )
}

function TimeLeft({ cutOffAt, now, after = ' left' }: CutOffProps & { after?: string }) {
  return <CountDown until={Date.parse(cutOffAt)} now={now.getTime()} passed="ordering closed" after={after} />
}
