import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { aCustomer, aShop, aUser } from '#tests/support/builders.ts'
import { DAY, NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { startTestApp } from '#tests/support/server.ts'
import { NO_DETAILS } from '#tests/support/till.ts'

const { database, call } = await startTestApp({ connections: 24, now: () => NOW })
const { aReadyTrolly, orderCountOf } = readyTrollies(database)

/** A trolly of two users of a customer, and a stranger's. */
const threePeople = async () => {
  const shop = await aShop(database, call)
  const colleague = await aUser(database, { customerIds: [shop.customer.id] })
  const stranger = await aUser(database, { customerIds: [(await aCustomer(database)).id] })
  const { product_no, params } = shop
  const add = (token: string, key: string, quantity = 2) =>
    call(trollies.addItem, { token, params, key, body: { product_no, quantity, seenPricePence: null } })
  const quantity = async () =>
    (await call(trollies.get, { token: shop.token, params })).body.items[0]?.quantity ?? 0
  return { ...shop, colleague: colleague.token, stranger: stranger.token, add, quantity }
}

describe('a change that two users of a customer send under one key', () => {
  it('is made once, whoever comes first, and both get the same reply', async () => {
    const { token, colleague, add, quantity } = await threePeople()
    for (const [first, second] of [
      [token, colleague],
      [colleague, token],
    ] as const) {
      const key = uuidv7()
      const before = await quantity()
      const replies = [await add(first, key), await add(second, key)]
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      expect(replies[1]?.text).toBe(replies[0]?.text)
      expect(await quantity()).toBe(before + 2)
    }
  })

  it('is made once when both send it at once', async () => {
    const { token, colleague, add, quantity } = await threePeople()
    const keys = Array.from({ length: 8 }, () => uuidv7())
    const replies = await Promise.all(keys.flatMap((key) => [add(token, key), add(colleague, key)]))
    const refused = replies.filter(({ status }) => status !== 200)
    for (const { error } of refused) expect(error.code).toBe('in_progress')
    for (const key of keys)
      for (const user of [token, colleague]) expect((await add(user, key)).status).toBe(200)
    expect(await quantity()).toBe(16)
  })

  it('is refused to the second if it says something else', async () => {
    const { token, colleague, add, quantity } = await threePeople()
    const key = uuidv7()
    await add(colleague, key, 2)
    expect((await add(token, key, 3)).error.code).toBe('key_reused')
    expect((await add(token, key, 2)).status).toBe(200)
    expect(await quantity()).toBe(2)
  })

  it('is refused to both once it was refused, as whoever was refused has decided otherwise', async () => {
    const { token, colleague, add, quantity } = await threePeople()
    const key = uuidv7()
    await add(token, uuidv7(), 9_000)
    expect((await add(token, key, 1_000)).error.code).toBe('quantity_out_of_range')
    await database.$client.query('UPDATE basket_lines SET quantity = 1')
    expect((await add(colleague, key, 1_000)).error.code).toBe('quantity_out_of_range')
    expect(await quantity()).toBe(1)
  })

  it('is decided anew for the second if the first came too early for its trolly', async () => {
    const { token, colleague, customer, product_no } = await threePeople()
    const [id, key] = [uuidv7(), uuidv7()]
    const add = (user: string) =>
      call(trollies.addItem, {
        token: user,
        params: { id },
        key,
        body: { product_no, quantity: 1, seenPricePence: null },
      })
    expect((await add(colleague)).status).toBe(404)
    await call(trollies.create, { token, body: { id, customerId: customer.id, ...NO_DETAILS } })
    expect((await add(token)).status).toBe(200)
  })

  it('tells a stranger nothing, even with its bytes and key', async () => {
    const { token, stranger, add, quantity, params } = await threePeople()
    const key = uuidv7()
    await add(token, key)
    const theirs = await add(stranger, key)
    const unknown = await call(trollies.addItem, {
      token: stranger,
      params: { id: uuidv7() },
      key: uuidv7(),
      body: { product_no: 'X', quantity: 2, seenPricePence: null },
    })
    const { requestId: _, ...said } = theirs.error
    const { requestId: __, ...saidOfNone } = unknown.error
    expect([theirs.status, said]).toEqual([404, saidOfNone])
    expect((await call(trollies.get, { token: stranger, params })).status).toBe(404)
    expect(await quantity()).toBe(2)
  })
})

describe('a trolly that two users of a customer create and order', () => {
  it('is one trolly, and a stranger’s is another', async () => {
    const { customer, token, colleague, stranger } = await threePeople()
    const [id, key] = [uuidv7(), uuidv7()]
    const create = (user: string) =>
      call(trollies.create, { token: user, key, body: { id, customerId: customer.id, ...NO_DETAILS } })
    expect((await create(colleague)).status).toBe(200)
    expect((await create(token)).error.code).toBe('trolly_exists')
    expect((await create(stranger)).error.code).toBe('customer_not_found')
  })

  it('becomes one order, and each gets it as the reply', async () => {
    for (const isColleagueFirst of [true, false]) {
      const { id, params, token, customerId, body } = await aReadyTrolly()
      const colleague = await aUser(database, { customerIds: [customerId] })
      const key = uuidv7()
      const order = (user: string) => call(trollies.checkout, { token: user, params, key, body })
      const users = isColleagueFirst ? [colleague.token, token] : [token, colleague.token]
      const [first, second] = [await order(users[0] ?? ''), await order(users[1] ?? '')]
      expect(first.body).toMatchObject({ basketId: id, deliveryDay: DAY })
      expect(second.text).toBe(first.text)
      expect(await orderCountOf(id)).toBe(1)
    }
  })
})
