import { useMemo } from 'react'
import { lastQuantitiesOf } from '#domain/last-quantities.ts'
import { useLive } from '#src/device/use-live.ts'
import { knownOrdersQuery } from '#src/store/known-orders.ts'

/** How many the customer last ordered, by product number, from the orders that this device knows. */
export const useLastQuantities = (customerId: string): ReadonlyMap<string, number> => {
  const orders = useLive(knownOrdersQuery(customerId)).value
  return useMemo(() => lastQuantitiesOf(orders ?? []), [orders])
}
