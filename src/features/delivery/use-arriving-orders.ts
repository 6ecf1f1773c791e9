import { useStored } from '#src/device/use-stored.ts'
import type { PlacedOrder } from '#src/store/user-database.ts'

/** Orders placed here or learnt from their trollies. Add the server's own list once it has a call for it. */
export const useArrivingOrders = (customerId: string): PlacedOrder[] =>
  useStored(
    (database) => database.placedOrders.filter((order) => order.customerId === customerId).toArray(),
    [customerId],
  ).value ?? NONE

const NONE: PlacedOrder[] = []
