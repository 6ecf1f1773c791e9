import { useMemo, useState } from 'react'
import { isToCome } from '#domain/known-orders.ts'
import { useLive } from '#src/device/use-live.ts'
import { knownOrdersQuery, type OrderOnDevice } from '#src/store/known-orders.ts'

export type ArrivingOrders = {
  orders: readonly OrderOnDevice[]
  /** The device knew of none when the page opened: what comes later must not push away what a finger is about to press. */
  isLate: boolean
}

/** Placed on any device, and not delivered yet. Mount anew for another customer. */
export const useArrivingOrders = (customerId: string): ArrivingOrders => {
  const known = useLive(knownOrdersQuery(customerId)).value
  const orders = useMemo(() => known?.filter(isToCome), [known])
  const [isLate, setLate] = useState<boolean>()
  if (isLate === undefined && orders) setLate(orders.length === 0)
  return { orders: orders ?? NONE, isLate: isLate ?? false }
}

const NONE: OrderOnDevice[] = []
