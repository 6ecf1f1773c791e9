import { v7 as uuidv7 } from 'uuid'
import { activeOrders, type TrackedOrder } from '#contract/orders.ts'
import type { Basket } from '#contract/trollies.ts'
import type { ApiClient } from '#src/api/client.ts'
import { keepOrder } from '#src/store/known-orders.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { RunAction } from './device-context.tsx'

/**
 * Opens an order as a trolly. It needs the server: only that knows whether picking has begun. @param basketId the trolly's
 * id, unless the order is open already @throws ApiError
 */
export const openChange = async (
  { api, run, database }: { api: ApiClient; run: RunAction; database: UserDatabase },
  order: TrackedOrder,
  basketId = uuidv7(),
): Promise<Basket> => {
  const trolly = await run(() =>
    api.call(activeOrders.change, { params: { id: order.id }, body: { basketId } }),
  )
  // Its cut-off, of which the trolly warns without a connection too; only a help.
  await Promise.resolve(keepOrder(database, order)).catch(() => {})
  return trolly
}

export const changeUnanswered = (orderNo: string): string =>
  `We couldn’t reach Trolly, so order ${orderNo} is as it was. Try again once you’re back online.`
