import { useMemo } from 'react'
import { isToCome } from '#domain/known-orders.ts'
import { useLive } from '#src/device/use-live.ts'
import { knownOrdersQuery, type OrderOnDevice } from '#src/store/known-orders.ts'

/** Placed on any device, and not delivered yet. */
export const useArrivingOrders = (customerId: string): readonly OrderOnDevice[] => {
  const known = useLive(knownOrdersQuery(customerId)).value
  return useMemo(() => known?.filter(isToCome) ?? NONE, [known])
}

const NONE: OrderOnDevice[] = []
