import { changeUntilText } from '#domain/delivery-days.ts'
import { useDeliveryDays } from './use-delivery-days.ts'

export type ChangeUntilProps = {
  customerId: string
  /** None: the account’s own address. */
  addressId?: string | null | undefined
  deliveryDay: string
}

/** "Change until 22:00 Tue". Nothing if the cut-off has passed or is unknown. */
export function ChangeUntil({ customerId, addressId, deliveryDay }: ChangeUntilProps) {
  const { days, now } = useDeliveryDays(customerId, addressId)
  const day = days.find((one) => one.day === deliveryDay)
  const words = day && changeUntilText(day.cutOffAt, now)
  return words || null
}
