import { memo } from 'react'
import type { Customer } from '#domain/customer.ts'
import { useSafetyRead } from '#src/device/use-safety-notices.ts'
import { SafetyBanner } from './safety-banner.tsx'

/** Asks the server for news as well. */
export const HomeSafety = memo(function HomeSafety({
  customer: { id, priceListId },
}: {
  customer: Customer
}) {
  useSafetyRead({ customerId: id, priceListId })
  return <SafetyBanner customerId={id} />
})
