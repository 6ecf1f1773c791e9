import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it, vi } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { startTestApp } from '#tests/support/server.ts'
import { NO_DETAILS, recordsOf, tillOf } from '#tests/support/till.ts'

const testApp = await startTestApp({ connections: 24 })
const { app, call, database } = testApp
const aTill = () => tillOf(testApp)

describe('idempotency records', () => {
  it('are written with the change, or for a refusal on their own', async () => {
    const { add, user, params, token, quantity } = await aTill()
    await add(uuidv7(), 2)
    const refused = await add(uuidv7(), 9_999)
    expect(refused.status).toBe(422)
    const before = await call(trollies.get, { token, params })
    expect(before.body).toMatchObject({ version: 2 })
    expect(await quantity()).toBe(2)
    expect((await recordsOf(database, user.id)).map(({ status }) => status)).toEqual([200, 200, 422])
  })

  it('include requests that break the schema: the same bytes get the same reply', async () => {
    const { addBytes, user } = await aTill()
    const key = uuidv7()
    const send = () => addBytes(key, '{"product_no": ')
    const [first, again] = [await send(), await send()]
    expect(first.json()).toMatchObject({ code: 'invalid_request', errors: [{ path: 'body' }] })
    expect(again.payload).toBe(first.payload)
    expect((await recordsOf(database, user.id)).map(({ status }) => status)).toEqual([200, 400])
  })

  it('leave out 401 and 403, which do not depend on the request', async () => {
    const { add, user, quantity } = await aTill()
    const key = uuidv7()
    await database.$client.query('UPDATE users SET can_place_orders = false WHERE id = $1', [user.id])
    expect((await add(key)).status).toBe(403)
    await database.$client.query('UPDATE users SET can_place_orders = true WHERE id = $1', [user.id])
    expect((await add(key, 1, { token: 'x'.repeat(43) })).status).toBe(401)
    expect((await add(key)).status).toBe(200)
    expect(await quantity()).toBe(1)
    expect((await recordsOf(database, user.id)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('leave out server faults, which change nothing and hide their text', async () => {
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

    expect(await recordsOf(database, user.id)).toHaveLength(1)
    expect((await add(key, 2)).body.line).toMatchObject({ quantity: 2, version: 1 })
    expect(await quantity()).toBe(2)
  })

  it('leave out failed commits', async () => {
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
    expect(await recordsOf(database, user.id)).toHaveLength(1)
    expect(await quantity()).toBe(0)
    expect((await add(key, 2)).status).toBe(200)
  })

  it('are deleted after 90 days, by one instance at a time', async () => {
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
    expect(await recordsOf(database, user.id)).toHaveLength(1)
    expect(await app.cleanUp()).toBe(true)
  })
})

describe('a stored 404 reply', () => {
  it('is kept for an hour, after which its key can make the change once', async () => {
    const { user, customer, token, product_no } = await aTill()
    const id = uuidv7()
    const key = uuidv7()
    const add = () =>
      call(trollies.addItem, {
        token,
        params: { id },
        key,
        body: { product_no, quantity: 2, seenPricePence: null },
      })
    expect((await add()).status).toBe(404)
    await call(trollies.create, { token, body: { id, customerId: customer.id, ...NO_DETAILS } })
    await app.cleanUp()
    expect((await add()).status).toBe(404)

    await database.$client.query(
      `UPDATE idempotency_records SET created_at = now() - interval '61 minutes' WHERE user_id = $1`,
      [user.id],
    )
    await app.cleanUp()
    expect((await recordsOf(database, user.id)).map(({ status }) => status)).not.toContain(404)
    expect((await recordsOf(database, user.id)).length).toBeGreaterThan(0)
    expect((await add()).status).toBe(200)
    expect((await add()).status).toBe(200)
    expect((await call(trollies.get, { token, params: { id } })).body.items).toMatchObject([{ quantity: 2 }])
  })
})
