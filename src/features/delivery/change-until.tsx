import { changeUntilText } from '#domain/delivery-days.ts'
import { useDeliveryDays } from './use-delivery-days.ts'

export type ChangeUntilProps = {
  customerId: string
  /** Of the delivery; none: the account's. */
  addressId?: string | null | undefined
  deliveryDay: string
  /** '' if unknown. */
  office: { phone: string; email: string }
}

/** "Change until 22:00 Tue: call 01422 555 010". Nothing if the cut-off has passed or is unknown. */
export function ChangeUntil({
  customerId,
  addressId,
  deliveryDay,
  office: { phone, email },
}: ChangeUntilProps) {
  const { days, now } = useDeliveryDays(customerId, addressId)
  const day = days.find((one) => one.day === deliveryDay)
  const words = day && changeUntilText(day.cutOffAt, now)
  if (!words) return null
  if (phone !== '')
    return (
      <>
        {words}: <a href={`tel:${phone.replaceAll(' ', '')}`}>call {phone}</a>
      </>
    )
  if (email !== '')
    return (
      <>
        {words}: <a href={`mailto:${email}`}>email {email}</a>
      </>
    )
  return `${words}: contact the office`
}
