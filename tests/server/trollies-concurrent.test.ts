import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { withConnection } from '#server/db/transaction.ts'
import { aProduct, aShop, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ connections: 24 })

/** Two users of one customer, each able to change the same trolly. */
const twoPhones = async () => {
  const shop = await aShop(database, call)
  const { token: second } = await aUser(database, { customerIds: [shop.customer.id] })
  const phones = [shop.token, second] as const
  const { params, product_no } = shop
  const line = { ...params, productNo: product_no }
  return {
    ...shop,
    phones,
    add: (token: string, quantity: number, ifMatch?: '*') =>
      call(trollies.addItem, {
        token,
        params,
        body: { product_no, quantity, seenPricePence: null },
        ...(ifMatch && { ifMatch }),
      }),
    set: (token: string, quantity: number, ifMatch: number) =>
      call(trollies.setItem, { token, params: line, ifMatch, body: { quantity, seenPricePence: null } }),
    remove: (token: string, ifMatch: number) => call(trollies.removeItem, { token, params: line, ifMatch }),
    read: async () => (await call(trollies.get, { token: shop.token, params })).body,
  }
}

describe('at the same time', () => {
  it('additions from two phones are summed, and every version is used once', async () => {
    const { phones, add, read } = await twoPhones()
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, n) => add(phones[n % 2 === 0 ? 0 : 1], 1)),
    )
    const versions = replies.map(({ body }) => body.line?.version ?? 0)
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
    for (const { body } of replies) expect(body.line?.version).toBe((body.line?.versionBefore ?? 0) + 1)
    expect(await read()).toMatchObject({ version: 21, items: [{ quantity: 20, version: 20 }] })
  })

  it('additions of different products all succeed, and each reply’s totals match its version', async () => {
    const { token, params, customer, read } = await twoPhones()
    const product_nos = await Promise.all(
      Array.from({ length: 15 }, () => aProduct(database, { priceListId: customer.priceListId })),
    )
    const replies = await Promise.all(
      product_nos.map((product_no) =>
        call(trollies.addItem, { token, params, body: { product_no, quantity: 1, seenPricePence: null } }),
      ),
    )
    for (const { body } of replies) {
      expect(body.basket.totals.lineCount).toBe(body.basket.version - 1)
      expect(body.basket.totals.netPence).toBe(1250 * (body.basket.version - 1))
    }
    expect((await read()).totals.lineCount).toBe(15)
  })

  it('when two devices set a quantity on the same version, one wins and the other gets a conflict', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { phones, add, set, read } = await twoPhones()
      await add(phones[0], 1)
      const [six, four] = await Promise.all([set(phones[0], 6, 1), set(phones[1], 4, 1)])
      const [winner, loser] = six.status === 200 ? [six, four] : [four, six]
      expect([winner.status, loser.status]).toEqual([200, 412])
      const quantity = winner === six ? 6 : 4
      expect(loser.error).toMatchObject({ line: { quantity, version: 2 } })
      expect((await read()).items).toMatchObject([{ quantity, version: 2 }])
    }
  })

  it('a removal and an addition to an existing line never both succeed', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { phones, add, remove, read } = await twoPhones()
      await add(phones[0], 5)
      const [removed, added] = await Promise.all([remove(phones[0], 1), add(phones[1], 1, '*')])
      const outcome = [removed.status, added.status]
      // The second one was refused.
      expect([
        [200, 412],
        [412, 200],
      ]).toContainEqual(outcome)
      const items = (await read()).items
      expect(items).toMatchObject([removed.status === 200 ? { removed: true } : { quantity: 6 }])
    }
  })

  it('a deletion and an addition never both succeed on the same version', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { phones, params, add, read } = await twoPhones()
      const [deleted, added] = await Promise.all([
        call(trollies.remove, { token: phones[0], params, ifMatch: 1 }),
        add(phones[1], 1),
      ])
      const trolly = await read()
      if (deleted.status === 200) {
        expect(added.error.code).toBe('trolly_deleted')
        expect(trolly).toMatchObject({ state: 'deleted', items: [] })
      } else {
        expect([deleted.status, added.status]).toEqual([412, 200])
        expect(trolly).toMatchObject({ state: 'open', items: [{ quantity: 1 }] })
      }
    }
  })

  it('a change waits for the previous one and sees its result', async () => {
    const { phones, params, add } = await twoPhones()
    const waiting = await withConnection(database, async ({ $client }) => {
      await $client.query('BEGIN')
      await $client.query('SELECT 1 FROM baskets WHERE id = $1 FOR UPDATE', [params.id])
      await $client.query(
        "INSERT INTO basket_lines (basket_id, product_no, quantity, version) VALUES ($1, 'OTHER', 3, 1)",
        [params.id],
      )
      await $client.query('UPDATE baskets SET version = 2 WHERE id = $1', [params.id])
      const added = add(phones[0], 1)
      await untilSomebodyWaits()
      await $client.query('COMMIT')
      return { added }
    })
    const { body } = await waiting.added
    expect(body).toMatchObject({ versionBefore: 2, basket: { version: 3, totals: { lineCount: 2 } } })
  })

  it('changes to other trollies do not wait for a locked one', async () => {
    const held = await twoPhones()
    const free = await twoPhones()
    await withConnection(database, async ({ $client }) => {
      await $client.query('BEGIN')
      await $client.query('SELECT 1 FROM baskets WHERE id = $1 FOR UPDATE', [held.params.id])
      const waits = held.add(held.token, 1)
      await untilSomebodyWaits()
      expect((await free.add(free.token, 1)).status).toBe(200)
      await $client.query('ROLLBACK')
      expect((await waits).status).toBe(200)
    })
  })

  it('creating and adding take effect in the order they are sent', async () => {
    const { token, customer, product_no } = await twoPhones()
    const id = uuidv7()
    const add = () =>
      call(trollies.addItem, {
        token,
        params: { id },
        body: { product_no, quantity: 1, seenPricePence: null },
      })
    expect((await add()).error.code).toBe('trolly_not_found')
    await call(trollies.create, {
      token,
      body: { id, customerId: customer.id, deliveryDay: null, poNumber: '', instructions: '' },
    })
    expect((await add()).status).toBe(200)
  })
})

async function untilSomebodyWaits(): Promise<void> {
  for (;;) {
    const { rows } = await database.$client.query<{ waiting: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`,
    )
    if (rows[0]?.waiting === true) return
  }
}
