import { and, between, eq, exists, isNull, lte } from 'drizzle-orm'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import type { Database } from '#server/db/database.ts'
import { basketLines, baskets } from '#server/db/schema/baskets.ts'
import { customers } from '#server/db/schema/customers.ts'
import { pushSubscriptions } from '#server/db/schema/push.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'

/** No cut-off within hours belongs to a later day, even over Christmas. */
const DAYS_AHEAD = 21

export type DeviceOfTrolly = { trollyId: string; subscriptionId: string; seenHours: number[] }

/**
 * The devices of everybody who may order a trolly that has goods and a delivery day.
 * @param idleSince a trolly that changed later is being worked at
 */
export const findTrolliesWithDevices = (
  database: Database,
  { now, idleSince }: { now: Date; idleSince: Date },
): Promise<DeviceOfTrolly[]> => {
  const today = londonDayOf(now)
  const hasGoods = exists(
    database
      .select({ product_no: basketLines.product_no })
      .from(basketLines)
      .where(and(eq(basketLines.basketId, baskets.id), eq(basketLines.removed, false))),
  )
  return database
    .select({
      trollyId: baskets.id,
      subscriptionId: pushSubscriptions.id,
      seenHours: pushSubscriptions.seenHours,
    })
    .from(baskets)
    .innerJoin(customers, eq(customers.id, baskets.customerId))
    .innerJoin(customerUsers, eq(customerUsers.customerId, baskets.customerId))
    .innerJoin(users, eq(users.id, customerUsers.userId))
    .innerJoin(pushSubscriptions, eq(pushSubscriptions.userId, users.id))
    .where(
      and(
        eq(baskets.state, 'open'),
        between(baskets.deliveryDay, today, dayPlus(today, DAYS_AHEAD)),
        lte(baskets.updatedAt, idleSince),
        eq(customers.onStop, false),
        isNull(customers.leftAt),
        eq(users.canPlaceOrders, true),
        isNull(users.deactivatedAt),
        hasGoods,
      ),
    )
    .orderBy(baskets.id, pushSubscriptions.id)
    .execute()
}
