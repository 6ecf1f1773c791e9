import { useStored } from '#src/device/use-stored.ts'
import type { PlacedOrder } from '#src/store/user-database.ts'

/**
 * The customer's orders that this device knows of: placed here, or told of when their trolly was read. Orders that only
 * the server knows are to be added here, from its call for them, once there is one.
 */
export const useArrivingOrders = (customerId: string): PlacedOrder[] =>
  useStored(
    (database) => database.placedOrders.filter((order) => order.customerId === customerId).toArray(),
    [customerId],
  ).value ?? NONE

const NONE: PlacedOrder[] = []
