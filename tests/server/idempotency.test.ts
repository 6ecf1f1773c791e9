import { createHash } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { baskets } from '#contract/baskets.ts'
import { withConnection } from '#server/db/transaction.ts'
import { runOnce } from '#server/plugins/idempotency.ts'
import { Refusal } from '#server/routing/refusal.ts'
import { aCustomer, aShop, aToken, aUser } from '#tests/support/builders.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

const { database, call, app } = await startTestApp({ connections: 24 })

const DETAILS = { deliveryDay: null, poNumber: '', instructions: '' }

/** A shop with its trolly, and one way to add to it under a key. */
const aTill = async () => {
  const shop = await aShop(database, call)
  const { token, params, product_no } = shop
  return {
    ...shop,
    add: (
      key: string | null,
      quantity = 1,
      more: { headers?: Record<string, string>; token?: string } = {},
    ) =>
      call(baskets.addItem, {
        token,
        params,
        key,
        body: { product_no, quantity, seenPricePence: null },
        ...more,
      }),
    /** The same with bytes of one's own. */
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
    quantity: async () => (await call(baskets.get, { token, params })).body.items[0]?.quantity ?? 0,
  }
}

/** The advisory lock of a user's key, as plugins/idempotency.ts makes it. */
const lockOf = (userId: string, key: string): bigint =>
  createHash('sha256').update(`${userId} ${key}`).digest().readBigInt64BE(0)

const recordsOf = async (userId: string) =>
  (
    await database.$client.query<{ status: number; reply: string }>(
      'SELECT status, reply FROM idempotency_records WHERE user_id = $1 ORDER BY created_at',
      [userId],
    )
  ).rows

describe('the same request again', () => {
  it('gets the stored reply byte for byte, whatever has happened since, and is not applied again', async () => {
    const { add, quantity } = await aTill()
    const key = uuidv7()
    const first = await add(key, 2)
    await add(uuidv7(), 5)
    const again = await add(key, 2)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await quantity()).toBe(7)
  })

  it('gets a stored refusal too, though it would be done by now', async () => {
    const { token, customer } = await aTill()
    const [id, key] = [uuidv7(), uuidv7()]
    const create = (withKey: string) =>
      call(baskets.create, { token, key: withKey, body: { id, customerId: customer.id, ...DETAILS } })
    const update = () =>
      call(baskets.update, { token, key, params: { id }, ifMatch: 1, body: { poNumber: 'x' } })
    const refused = await update()
    expect(refused.error.code).toBe('trolly_not_found')
    await create(uuidv7())
    expect((await update()).text).toBe(refused.text)
  })

  it('is known by its key in either case', async () => {
    const { add, quantity } = await aTill()
    const key = uuidv7()
    await add(key.toUpperCase())
    await add(key)
    expect(await quantity()).toBe(1)
  })

  it('is known on another device and on another instance', async () => {
    const { add, quantity, user, params, product_no } = await aTill()
    const key = uuidv7()
    const first = await add(key)
    const token = await aToken(database, user.id)
    const again = await callerOf(await buildTestApp(database))(baskets.addItem, {
      token,
      key,
      params,
      body: { product_no, quantity: 1, seenPricePence: null },
    })
    expect(again.text).toBe(first.text)
    expect(await quantity()).toBe(1)
  })

  it('is answered although the user may no longer order, since it was done', async () => {
    const { add, user } = await aTill()
    const key = uuidv7()
    const first = await add(key)
    await database.$client.query('UPDATE users SET can_place_orders = false WHERE id = $1', [user.id])
    expect((await add(key)).text).toBe(first.text)
    expect((await add(uuidv7())).error.code).toBe('may_not_order')
  })

  it('goes through once when it comes many times at once, and all that are answered get the same', async () => {
    const { add, quantity } = await aTill()
    const key = uuidv7()
    const replies = await Promise.all(Array.from({ length: 12 }, () => add(key, 3)))
    const done = replies.filter(({ status }) => status === 200)
    const waiting = replies.filter(({ status }) => status !== 200)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ text }) => text)).size).toBe(1)
    for (const { status, error, headers } of waiting) {
      expect([status, error.code, headers['retry-after']]).toEqual([409, 'in_progress', '1'])
    }
    expect(await quantity()).toBe(3)
  })
})

describe('a key that is used for something else', () => {
  it('is refused, whatever of method, address or body is another', async () => {
    const { add, token, params, product_no, quantity } = await aTill()
    const key = uuidv7()
    await add(key, 2)
    const others = [
      await add(key, 3),
      await call(baskets.removeItem, {
        token,
        key,
        params: { ...params, productNo: product_no },
        ifMatch: 1,
      }),
      await call(baskets.addItem, {
        token,
        key,
        params: { id: uuidv7() },
        body: { product_no, quantity: 2, seenPricePence: null },
      }),
    ]
    for (const { status, error } of others) expect([status, error.code]).toEqual([422, 'key_reused'])
    expect(await quantity()).toBe(2)
  })

  it('is another user’s own', async () => {
    const { add, params, customer, product_no, quantity } = await aTill()
    const { token } = await aUser(database, { customerIds: [customer.id] })
    const key = uuidv7()
    await add(key, 2)
    const theirs = await call(baskets.addItem, {
      token,
      key,
      params,
      body: { product_no, quantity: 4, seenPricePence: null },
    })
    expect(theirs.status).toBe(200)
    expect(await quantity()).toBe(6)
  })

  it('tells bodies apart by their bytes, not by what they mean', async () => {
    const { addBytes, product_no } = await aTill()
    const key = uuidv7()
    const body = { product_no, quantity: 1, seenPricePence: null }
    expect((await addBytes(key, JSON.stringify(body))).statusCode).toBe(200)
    expect((await addBytes(key, JSON.stringify(body, null, 1))).json()).toMatchObject({ code: 'key_reused' })
  })
})

describe('a key that is missing', () => {
  it.each([
    null,
    '',
    'not-a-uuid',
    '0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11, 0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d12',
  ])('is 400 where it is %j, and nothing is done', async (key) => {
    const { add, quantity } = await aTill()
    const { status, error } = await add(key)
    expect([status, error.code]).toEqual([400, 'key_missing'])
    expect(await quantity()).toBe(0)
  })

  it('is asked for after the token, and before anything of the request is read', async () => {
    const { add, params } = await aTill()
    const anonymous = await call(baskets.remove, { params, key: null })
    expect(anonymous.error.code).toBe('unauthenticated')
    expect((await add(null, -1)).error.code).toBe('key_missing')
  })
})

describe('what is kept', () => {
  it('is a record with the change, and with a refusal nothing but its record', async () => {
    const { add, user, params, token, quantity } = await aTill()
    await add(uuidv7(), 2)
    const refused = await add(uuidv7(), 9_999)
    expect(refused.status).toBe(422)
    const before = await call(baskets.get, { token, params })
    expect(before.body).toMatchObject({ version: 2 })
    expect(await quantity()).toBe(2)
    expect((await recordsOf(user.id)).map(({ status }) => status)).toEqual([200, 200, 422])
  })

  it('is a request that broke the schema as well: the same bytes get the same answer', async () => {
    const { addBytes, user } = await aTill()
    const key = uuidv7()
    const send = () => addBytes(key, '{"product_no": ')
    const [first, again] = [await send(), await send()]
    expect(first.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body' }] })
    expect(again.payload).toBe(first.payload)
    expect((await recordsOf(user.id)).map(({ status }) => status)).toEqual([200, 400])
  })

  it('is not what says nothing of the request: 401 and 403', async () => {
    const { add, user, quantity } = await aTill()
    const key = uuidv7()
    await database.$client.query('UPDATE users SET can_place_orders = false WHERE id = $1', [user.id])
    expect((await add(key)).status).toBe(403)
    await database.$client.query('UPDATE users SET can_place_orders = true WHERE id = $1', [user.id])
    expect((await add(key, 1, { token: 'x'.repeat(43) })).status).toBe(401)
    expect((await add(key)).status).toBe(200)
    expect(await quantity()).toBe(1)
    expect((await recordsOf(user.id)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('is not a fault of the server, which leaves nothing behind and hides its text', async () => {
    const { add, quantity, user } = await aTill()
    const key = uuidv7()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await database.$client.query(`
      CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the disk is on fire'; END $$;
      CREATE TRIGGER fail BEFORE INSERT ON basket_lines FOR EACH ROW EXECUTE FUNCTION fail()`)
    const failed = await add(key, 2)
    await database.$client.query('DROP TRIGGER fail ON basket_lines; DROP FUNCTION fail')
    expect([failed.status, failed.error.code]).toEqual([500, 'internal'])
    expect(failed.text).not.toContain('fire')
    expect(logged.mock.calls.join()).toContain('the disk is on fire')
    expect(logged.mock.calls.join()).toContain(failed.error.requestId)
    logged.mockRestore()

    expect(await recordsOf(user.id)).toHaveLength(1)
    expect((await add(key, 2)).body.line).toMatchObject({ quantity: 2, version: 1 })
    expect(await quantity()).toBe(2)
  })

  it('is not a commit that did not happen', async () => {
    const { add, quantity, user } = await aTill()
    const key = uuidv7()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await database.$client.query(`
      CREATE FUNCTION fail_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'at the commit'; END $$;
      CREATE CONSTRAINT TRIGGER fail_late AFTER INSERT ON idempotency_records DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION fail_late()`)
    const failed = await add(key, 2)
    await database.$client.query('DROP TRIGGER fail_late ON idempotency_records; DROP FUNCTION fail_late')
    expect(failed.status).toBe(500)
    expect(logged.mock.calls.join()).toContain('at the commit')
    logged.mockRestore()
    expect(await recordsOf(user.id)).toHaveLength(1)
    expect(await quantity()).toBe(0)
    expect((await add(key, 2)).status).toBe(200)
  })

  it('goes after 90 days, by one instance at a time', async () => {
    const { add, user } = await aTill()
    await add(uuidv7())
    await add(uuidv7())
    await database.$client.query(
      `UPDATE idempotency_records SET created_at = now() - interval '91 days' WHERE key IN
         (SELECT key FROM idempotency_records WHERE user_id = $1 ORDER BY created_at LIMIT 2)`,
      [user.id],
    )
    const [one, two] = await Promise.all([app.cleanUp(), app.cleanUp()])
    expect([one, two]).toContain(true)
    expect(await recordsOf(user.id)).toHaveLength(1)
    expect(await app.cleanUp()).toBe(true)
  })
})

describe('a reply of 404', () => {
  it('is kept for an hour only, and the change is then made once for its key', async () => {
    const { user, customer, token, product_no } = await aTill()
    const id = uuidv7()
    const key = uuidv7()
    const add = () =>
      call(baskets.addItem, {
        token,
        params: { id },
        key,
        body: { product_no, quantity: 2, seenPricePence: null },
      })
    expect((await add()).status).toBe(404)
    await call(baskets.create, { token, body: { id, customerId: customer.id, ...DETAILS } })
    await app.cleanUp()
    expect((await add()).status).toBe(404)

    await database.$client.query(
      `UPDATE idempotency_records SET created_at = now() - interval '61 minutes' WHERE user_id = $1`,
      [user.id],
    )
    await app.cleanUp()
    expect((await recordsOf(user.id)).map(({ status }) => status)).not.toContain(404)
    expect((await recordsOf(user.id)).length).toBeGreaterThan(0)
    expect((await add()).status).toBe(200)
    expect((await add()).status).toBe(200)
    expect((await call(baskets.get, { token, params: { id } })).body.items).toMatchObject([{ quantity: 2 }])
  })
})

describe('a change', () => {
  it('asks the database in the order of the protocol: key, record, trolly, and all writes with the commit', async () => {
    const { add } = await aTill()
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await add(uuidv7())
    const asked = query.mock.calls.map(([config]) =>
      typeof config === 'string' ? config : (config as { name?: string } | undefined)?.name,
    )
    query.mockRestore()
    expect(asked).toEqual([
      'caller_by_token',
      'BEGIN ISOLATION LEVEL READ COMMITTED',
      'idempotency_lock',
      'idempotency_find',
      'trolly_lock',
      'line_context',
      'line_write',
      'idempotency_insert',
      'COMMIT',
    ])
  })

  it('that wrote before it was refused leaves nothing but the refusal', async () => {
    const { user } = await aTill()
    const attempt = { userId: user.id, key: uuidv7(), method: 'POST', url: '/api/x', bodyText: '' }
    const answer = await runOnce(database, attempt, async ({ $client }) => {
      await $client.query(`INSERT INTO settings (name, value) VALUES ('written', '1')`)
      throw new Refusal('too_many_lines')
    })
    expect(answer).toMatchObject({ status: 422, kept: true })
    expect((await database.$client.query("SELECT FROM settings WHERE name = 'written'")).rowCount).toBe(0)
    expect((await recordsOf(user.id)).map(({ status }) => status)).toEqual([200, 422])
    const again = await runOnce(database, attempt, () => {
      throw new Error('not to be done again')
    })
    expect(again.body).toBe(answer.body)
  })

  it('that was refused gives way to whoever took the key in between', async () => {
    const { user } = await aTill()
    const attempt = { userId: user.id, key: uuidv7(), method: 'POST', url: '/api/x', bodyText: '' }
    const lock = lockOf(user.id, attempt.key)
    await withConnection(database, async ({ $client }) => {
      const answer = await runOnce(database, attempt, async (connection) => {
        // The lock is given back with the roll-back; another has been waiting for it.
        const taken = $client.query('SELECT pg_advisory_lock($1)', [lock])
        await connection.$client.query('ROLLBACK')
        await taken
        throw new Refusal('too_many_lines')
      })
      expect(answer).toMatchObject({ status: 409, kept: false })
      await $client.query('SELECT pg_advisory_unlock($1)', [lock])
    })
    expect(await recordsOf(user.id)).toHaveLength(1)
  })
})

describe('while the same key is worked on', () => {
  it('is answered at once, not queued: the lock is tried', async () => {
    const { add, user, quantity } = await aTill()
    const key = uuidv7()
    const lock = lockOf(user.id, key)
    await withConnection(database, async ({ $client }) => {
      await $client.query('BEGIN')
      await $client.query('SELECT pg_advisory_xact_lock($1)', [lock])
      const { status, error } = await add(key)
      expect([status, error.code]).toEqual([409, 'in_progress'])
      await $client.query('ROLLBACK')
    })
    expect((await add(key)).status).toBe(200)
    expect(await quantity()).toBe(1)
  })

  it('sees the change that ended just before it got the lock, however old its transaction is', async () => {
    const { add, quantity } = await aTill()
    for (let round = 0; round < 15; round += 1) {
      const key = uuidv7()
      const replies = await Promise.all([add(key), add(key), add(key)])
      for (const { status } of replies) expect([200, 409]).toContain(status)
      expect(await quantity()).toBe(round + 1)
    }
  })
})

describe('creating a trolly twice at once', () => {
  it('makes one, whether under the same key or under two', async () => {
    const { token } = await aTill()
    const customer = await aCustomer(database)
    const { token: theirs } = await aUser(database, { customerIds: [customer.id] })
    const create = (id: string, key: string) =>
      call(baskets.create, { token: theirs, key, body: { id, customerId: customer.id, ...DETAILS } })

    const [id, key] = [uuidv7(), uuidv7()]
    const sameKey = await Promise.all([create(id, key), create(id, key)])
    expect(sameKey.map(({ status }) => status).toSorted()[0]).toBe(200)
    const otherId = uuidv7()
    const twoKeys = await Promise.all([create(otherId, uuidv7()), create(otherId, uuidv7())])
    expect(twoKeys.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await call(baskets.list, { token: theirs })).body.total).toBe(2)
    expect((await call(baskets.get, { token, params: { id } })).status).toBe(404)
  })
})
