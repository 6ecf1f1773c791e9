import { and, eq, inArray } from 'drizzle-orm'
import { type DeliveryRoute, prefixesOf } from '#domain/delivery-route.ts'
import type { Database } from '#server/db/database.ts'
import { deliveryPostcodes } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import type { Connection } from '#server/db/transaction.ts'

/** All that could apply to these postcodes; `routeOfPostcode` chooses. */
export const findDeliveryRoutes = async (
  executor: Database | Connection,
  postcodes: readonly string[],
): Promise<DeliveryRoute[]> => {
  const prefixes = [...new Set(postcodes.flatMap(prefixesOf))]
  if (prefixes.length === 0) return []
  return await executor
    .select({
      prefix: deliveryPostcodes.prefix,
      route: deliveryPostcodes.route,
      deliveryWeekdays: deliveryPostcodes.deliveryWeekdays,
      cutOffTime: deliveryPostcodes.cutOffTime,
      minimumOrderPence: deliveryPostcodes.minimumOrderPence,
      deliveryChargePence: deliveryPostcodes.deliveryChargePence,
      served: deliveryPostcodes.served,
    })
    .from(deliveryPostcodes)
    .where(and(inArray(deliveryPostcodes.prefix, prefixes), eq(deliveryPostcodes.deleted, false)))
}

/** Undefined for a deleted address and another account's alike. */
export const findAddressPostcode = async (
  executor: Database | Connection,
  customerId: string,
  id: string,
): Promise<string | undefined> => {
  const [row] = await executor
    .select({ postcode: deliveryAddresses.postcode })
    .from(deliveryAddresses)
    .where(
      and(
        eq(deliveryAddresses.id, id),
        eq(deliveryAddresses.customerId, customerId),
        eq(deliveryAddresses.deleted, false),
      ),
    )
  return row?.postcode
}
