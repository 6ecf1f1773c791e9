import { isToCome } from '#domain/known-orders.ts'
import { useStored } from '#src/device/use-stored.ts'
import { type OrderOnDevice, readKnownOrders } from '#src/store/known-orders.ts'

/** Placed on any device, and not delivered yet. */
export const useArrivingOrders = (customerId: string): OrderOnDevice[] =>
  useStored(async (database) => (await readKnownOrders(database, customerId)).filter(isToCome), [customerId])
    .value ?? NONE

const NONE: OrderOnDevice[] = []
