import { createHash } from 'node:crypto'
import { trollies } from '#contract/trollies.ts'
import { aShop } from './builders.ts'
import type { TestApp } from './server.ts'

/** The starting point of tests of idempotency keys. */

export const NO_DETAILS = { deliveryDay: null, poNumber: '', instructions: '' }

/** A shop with its trolly, and a way to add to it under a key. */
export const tillOf = async ({ app, call, database }: TestApp) => {
  const shop = await aShop(database, call)
  const { token, params, product_no } = shop
  return {
    ...shop,
    add: (
      key: string | null,
      quantity = 1,
      more: { headers?: Record<string, string>; token?: string } = {},
    ) =>
      call(trollies.addItem, {
        token,
        params,
        key,
        body: { product_no, quantity, seenPricePence: null },
        ...more,
      }),
    /** The same with arbitrary bytes. */
    addBytes: (key: string, payload: string) =>
      app.inject({
        method: 'POST',
        url: `/api/basket/new/${params.id}/item?v=1`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        payload,
      }),
    quantity: async () => (await call(trollies.get, { token, params })).body.items[0]?.quantity ?? 0,
  }
}

/** The advisory lock of a key, as in routing/idempotency.ts. */
export const lockOf = (key: string): bigint => createHash('sha256').update(key).digest().readBigInt64BE(0)

export const recordsOf = async (database: TestApp['database'], userId: string) =>
  (
    await database.$client.query<{ status: number; reply: string }>(
      'SELECT status, reply FROM idempotency_records WHERE user_id = $1 ORDER BY created_at',
      [userId],
    )
  ).rows
