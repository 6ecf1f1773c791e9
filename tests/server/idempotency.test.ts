import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { aToken } from '#tests/support/builders.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'
import { NO_DETAILS, tillOf } from '#tests/support/till.ts'

const testApp = await startTestApp({ connections: 24 })
const { call, database } = testApp
const aTill = () => tillOf(testApp)

describe('a repeated request', () => {
  it('gets the stored reply byte for byte after later changes, and is not applied again', async () => {
    const { add, quantity } = await aTill()
    const key = uuidv7()
    const first = await add(key, 2)
    await add(uuidv7(), 5)
    const again = await add(key, 2)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await quantity()).toBe(7)
  })

  it('gets a stored refusal even if it would succeed now', async () => {
    const { token, customer } = await aTill()
    const [id, key] = [uuidv7(), uuidv7()]
    const create = (withKey: string) =>
      call(trollies.create, { token, key: withKey, body: { id, customerId: customer.id, ...NO_DETAILS } })
    const update = () =>
      call(trollies.update, { token, key, params: { id }, ifMatch: 1, body: { poNumber: 'x' } })
    const refused = await update()
    expect(refused.error.code).toBe('trolly_not_found')
    await create(uuidv7())
    expect((await update()).text).toBe(refused.text)
  })

  it('is recognised by its key in either case', async () => {
    const { add, quantity } = await aTill()
    const key = uuidv7()
    await add(key.toUpperCase())
    await add(key)
    expect(await quantity()).toBe(1)
  })

  it('is recognised from another device and on another instance', async () => {
    const { add, quantity, user, params, product_no } = await aTill()
    const key = uuidv7()
    const first = await add(key)
    const token = await aToken(database, user.id)
    const again = await callerOf(await buildTestApp(database))(trollies.addItem, {
      token,
      key,
      params,
      body: { product_no, quantity: 1, seenPricePence: null },
    })
    expect(again.text).toBe(first.text)
    expect(await quantity()).toBe(1)
  })

  it('gets its reply even if the user may no longer order', async () => {
    const { add, user } = await aTill()
    const key = uuidv7()
    const first = await add(key)
    await database.$client.query('UPDATE users SET can_place_orders = false WHERE id = $1', [user.id])
    expect((await add(key)).text).toBe(first.text)
    expect((await add(uuidv7())).error.code).toBe('may_not_order')
  })

  it('is applied once when it arrives many times at once, with identical replies', async () => {
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

describe('a reused key', () => {
  it('is refused if the method, address or body differs', async () => {
    const { add, token, params, product_no, quantity } = await aTill()
    const key = uuidv7()
    await add(key, 2)
    const others = [
      await add(key, 3),
      await call(trollies.removeItem, {
        token,
        key,
        params: { ...params, productNo: product_no },
        ifMatch: 1,
      }),
      await call(trollies.addItem, {
        token,
        key,
        params: { id: uuidv7() },
        body: { product_no, quantity: 2, seenPricePence: null },
      }),
    ]
    for (const { status, error } of others) expect([status, error.code]).toEqual([422, 'key_reused'])
    expect(await quantity()).toBe(2)
  })

  it('is independent of the key of a user with another trolly', async () => {
    const [till, other] = [await aTill(), await aTill()]
    const key = uuidv7()
    await till.add(key, 2)
    expect((await other.add(key, 4)).status).toBe(200)
    expect([await till.quantity(), await other.quantity()]).toEqual([2, 4])
  })

  it('compares bodies by their bytes, not by their meaning', async () => {
    const { addBytes, product_no } = await aTill()
    const key = uuidv7()
    const body = { product_no, quantity: 1, seenPricePence: null }
    expect((await addBytes(key, JSON.stringify(body))).statusCode).toBe(200)
    expect((await addBytes(key, JSON.stringify(body, null, 1))).json()).toMatchObject({ code: 'key_reused' })
  })
})

describe('a key that is no UUID', () => {
  it.each(['', 'not-a-uuid', '0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d11, 0198c7a2-6a1e-7c3b-9f1d-2b4e8a6c0d12'])(
    'gets 400 for %j, and changes nothing',
    async (key) => {
      const { add, quantity } = await aTill()
      const { status, error } = await add(key)
      expect([status, error.code]).toEqual([400, 'key_missing'])
      expect(await quantity()).toBe(0)
    },
  )

  it('is reported after a missing token, and before the request is read', async () => {
    const { add, params } = await aTill()
    const anonymous = await call(trollies.remove, { params, key: 'x' })
    expect(anonymous.error.code).toBe('unauthenticated')
    expect((await add('x', -1)).error.code).toBe('key_missing')
  })
})

describe('a missing key', () => {
  it('makes each call a new one', async () => {
    const { add, quantity } = await aTill()
    for (const expected of [1, 2]) {
      expect((await add(null)).status).toBe(200)
      expect(await quantity()).toBe(expected)
    }
  })
})
