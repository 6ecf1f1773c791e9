import { eq, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { auth } from '#contract/auth.ts'
import { activeOrders } from '#contract/orders.ts'
import { picking } from '#contract/picking.ts'
import { push } from '#contract/push.ts'
import { stockAlerts } from '#contract/stock-alerts.ts'
import { trollies } from '#contract/trollies.ts'
import { londonDayOf } from '#domain/london-time.ts'
import { PUSH_WORDS, type PushKind } from '#domain/push.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { orders } from '#server/db/schema/orders.ts'
import { stock } from '#server/db/schema/products.ts'
import { pushQueue, pushSubscriptions } from '#server/db/schema/push.ts'
import { tokens } from '#server/db/schema/users.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { aShared, SIGNED_IN, testAccess } from '#tests/support/access.ts'
import { aToken, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { startPushService } from '#tests/support/push-service.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { buildTestApp, startTestApp } from '#tests/support/server.ts'

const service = await startPushService()
afterAll(() => service.close())
let now = NOW
const config = {
  pushServices: ['fcm.googleapis.com', '.push.apple.com', service.host],
  publicUrl: 'https://orders.example.com',
}
const server = await startTestApp({ now: () => now, config })
const { app, database, call } = server
const other = await buildTestApp(database, { now: () => now, config })
const { aReadyTrolly, seenNow } = readyTrollies(database)
const importCsv = importerInto(database)

const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000)
const keyAt = (at: Date): string => uuidv7({ msecs: at.getTime() })
const shared = await aShared(database)

beforeEach(async () => {
  now = NOW
  service.received.length = 0
  await database.delete(pushSubscriptions)
})

testAccess(server, shared, { push }, () => ({
  'push.settings': { expected: SIGNED_IN },
  'push.subscribe': {
    expected: SIGNED_IN,
    request: { body: subscriptionAt(`https://fcm.googleapis.com/fcm/send/${uuidv7()}`) },
  },
  'push.unsubscribe': {
    expected: { ...SIGNED_IN, everybody: 'record_not_found' },
    request: { params: { id: uuidv7() } },
  },
  'push.choose': { expected: SIGNED_IN, request: { body: { kind: 'short', wanted: false } } },
}))

function subscriptionAt(endpoint: string) {
  return { endpoint, keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) } }
}

const subscribed = async (name: string, token: string) => {
  const { publicKey } = (await call(push.settings, { token })).body
  const reply = await call(push.subscribe, { token, body: service.subscribe(name, publicKey) })
  expect(reply.status).toBe(200)
  return reply
}

/** A trolly that can be ordered, of a user with one subscribed browser of that name. */
const aSubscriber = async (name: string) => {
  const trolly = await aReadyTrolly()
  await subscribed(name, trolly.token)
  return {
    ...trolly,
    checkout: (key = keyAt(now), token = trolly.token) =>
      call(trollies.checkout, { token, params: trolly.params, body: trolly.body, key }),
  }
}

/** What browsers have been sent, from both instances. */
const sent = async (): Promise<[browser: string, title: string][]> => {
  await Promise.all([app.sendPushes(), other.sendPushes()])
  return service.received.map(({ browser, message }) => [browser, message.notification.title])
}
const titleOf = (kind: PushKind) => PUSH_WORDS[kind].title

describe('a device', () => {
  it('is listed, replaced where it subscribes again, and removed', async () => {
    const { id, token } = await aUser(database)
    await subscribed('one', token)
    const { body } = await subscribed('two', token)
    expect(body.devices).toEqual([
      {
        id: expect.any(String),
        device: 'Unknown device',
        createdAt: NOW.toISOString(),
        lastSentAt: null,
        current: true,
      },
    ])
    const elsewhere = await aToken(database, id)
    const seen = (await call(push.settings, { token: elsewhere })).body.devices
    expect(seen).toMatchObject([{ current: false }])
    const params = { id: seen[0]?.id ?? '' }
    expect((await call(push.unsubscribe, { token: shared.someone.token, params })).status).toBe(404)
    expect((await call(push.unsubscribe, { token: elsewhere, params })).body.devices).toEqual([])
  })

  it('belongs to whoever subscribed on it last', async () => {
    const [one, two] = [await aUser(database), await aUser(database)]
    const { publicKey } = (await call(push.settings, { token: one.token })).body
    const body = service.subscribe('shared', publicKey)
    await call(push.subscribe, { token: one.token, body })
    await call(push.subscribe, { token: two.token, body })
    expect((await call(push.settings, { token: one.token })).body.devices).toEqual([])
    expect((await call(push.settings, { token: two.token })).body.devices).toHaveLength(1)
  })

  it.each([
    'http://fcm.googleapis.com/x',
    'https://127.0.0.1/x',
    'http://127.0.0.1:1/x',
    'https://169.254.169.254/latest',
    'https://[::1]/x',
    'https://localhost/x',
    'https://database.internal/x',
    'https://fcm.googleapis.com.evil.example/x',
    'https://fcm.googleapis.com:8443/x',
    'https://user:word@fcm.googleapis.com/x',
    'https://evilpush.apple.com.example/x',
    'https://notpush.apple.com@127.0.0.1/x',
  ])('cannot make the server call %s', async (endpoint) => {
    const { token } = shared.someone
    expect(await call(push.subscribe, { token, body: subscriptionAt(endpoint) })).toMatchObject({
      status: 400,
      error: { code: 'invalid_request' },
    })
  })

  it.each<[string, (token: string, userId: string) => Promise<unknown>]>([
    ['a sign-out', (token) => call(auth.signOut, { token })],
    ['the removal of the person', (token) => call(account.remove, { token })],
    [
      'the office’s stop',
      (_, id) => database.update(tokens).set({ revokedAt: sql`now()` }).where(eq(tokens.userId, id)),
    ],
  ])('is forgotten with %s', async (_, end) => {
    const { id, token } = await aUser(database)
    await subscribed('gone', token)
    await end(token, id)
    expect(await database.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, id))).toEqual(
      [],
    )
  })

  it('is forgotten once its push service says that it has gone', async () => {
    const { checkout, userId } = await aSubscriber('gone')
    service.forget('gone')
    await checkout()
    expect(await sent()).toEqual([])
    expect(
      await database.select().from(pushSubscriptions).where(eq(pushSubscriptions.userId, userId)),
    ).toEqual([])
  })

  it('keeps the server’s key, whichever instance made it', async () => {
    const keys = await Promise.all(
      [app, other].map(async (instance) => {
        const reply = await instance.inject({
          url: '/api/push?v=1',
          headers: { authorization: `Bearer ${shared.someone.token}` },
        })
        return reply.json().publicKey
      }),
    )
    expect(keys[0]).toMatch(/^B[\w-]{86}$/)
    expect(keys[1]).toBe(keys[0])
  })
})

describe('an order', () => {
  it('is reported once, encrypted, with nothing about the person or the goods', async () => {
    const { checkout, token } = await aSubscriber('kitchen')
    const { body: order } = await checkout()
    expect(await sent()).toEqual([['kitchen', 'Order accepted']])
    await sent()
    const [{ message, headers, claims } = expect.fail(), ...more] = service.received
    expect(more).toEqual([])
    expect(message).toEqual({
      web_push: 8030,
      notification: {
        title: 'Order accepted',
        body: PUSH_WORDS.order_accepted.body,
        navigate: `https://orders.example.com/orders/history-${order.id}`,
        tag: `/orders/history-${order.id}`,
        lang: 'en-GB',
      },
    })
    expect(headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-encoding': 'aes128gcm' })
    expect(headers.topic).toMatch(/^[\w-]{32}$/)
    expect(claims).toMatchObject({ aud: `http://${service.host}`, sub: 'https://orders.example.com' })
    const { devices } = (await call(push.settings, { token })).body
    expect(devices[0]?.lastSentAt).toBe(NOW.toISOString())
  })

  it('is reported once where the device repeats the call and the service fails at first', async () => {
    const { checkout } = await aSubscriber('kitchen')
    const key = keyAt(now)
    await checkout(key)
    await checkout(key)
    service.next(500, 429)
    expect(await sent()).toEqual([])
    now = minutes(1)
    expect(await sent()).toEqual([])
    now = minutes(3)
    expect(await sent()).toEqual([['kitchen', 'Order accepted']])
    now = minutes(60)
    expect(await sent()).toHaveLength(1)
  })

  it('is given up where the service refuses it, and where it comes too late', async () => {
    const one = await aSubscriber('one')
    const two = await aSubscriber('two')
    await one.checkout()
    service.next(413)
    await sent()
    await two.checkout()
    now = minutes(24 * 60 + 1)
    expect(await sent()).toEqual([])
    const rows = await database.select().from(pushQueue)
    expect(rows.map(({ lastError }) => lastError).toSorted()).toEqual([
      'It came too late.',
      'The push service answered 413.',
    ])
  })

  it('is placed without a wait while one of its devices is being removed', async () => {
    const { checkout, userId } = await aSubscriber('kitchen')
    await inTransaction(database, async (connection) => {
      await connection.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId))
      expect((await checkout()).status).toBe(200)
    })
    expect(await sent()).toEqual([])
  })

  it('that waited on a device says so', async () => {
    const { checkout } = await aSubscriber('kitchen')
    await checkout(keyAt(minutes(-20)))
    expect(await sent()).toEqual([['kitchen', titleOf('waiting_order_placed')]])
  })

  it('is not reported to a person who has turned that off, nor to colleagues', async () => {
    const { checkout, token, customerId } = await aSubscriber('kitchen')
    const colleague = await aUser(database, { customerIds: [customerId] })
    await subscribed('colleague', colleague.token)
    await call(push.choose, { token, body: { kind: 'short', wanted: false } })
    const { body } = await call(push.choose, { token, body: { kind: 'order_accepted', wanted: false } })
    expect(body.muted.toSorted()).toEqual(['order_accepted', 'short'])
    await checkout()
    expect(await sent()).toEqual([])
    const again = await call(push.choose, { token, body: { kind: 'order_accepted', wanted: true } })
    expect(again.body.muted).toEqual(['short'])
  })

  it('that the office placed or cancelled is reported to everybody of the account', async () => {
    const { checkout, customerId } = await aSubscriber('kitchen')
    const colleague = await aUser(database, { customerIds: [customerId] })
    await subscribed('colleague', colleague.token)
    const office = await aUser(database, { accountType: 'ST' })
    const { body: order } = await checkout(keyAt(now), office.token)
    expect((await sent()).toSorted()).toEqual([
      ['colleague', 'Order accepted'],
      ['kitchen', 'Order accepted'],
    ])
    service.received.length = 0
    await call(activeOrders.cancel, { token: office.token, params: { id: order.id } })
    const title = titleOf('changed_by_office')
    expect((await sent()).toSorted()).toEqual([
      ['colleague', title],
      ['kitchen', title],
    ])
  })

  it('that the office changes is reported, and one that the customer changes is not', async () => {
    const { checkout, token } = await aSubscriber('kitchen')
    const { token: office } = await aUser(database, { accountType: 'ST' })
    const { body: placed } = await checkout()
    let orderId = placed.id
    for (const by of [token, office]) {
      const basketId = uuidv7()
      await call(activeOrders.change, { token: by, params: { id: orderId }, body: { basketId } })
      const body = await seenNow(basketId)
      const changed = await call(trollies.checkout, {
        ...{ token: by, params: { id: basketId }, body, key: keyAt(now) },
      })
      orderId = changed.body.id
    }
    expect((await sent()).toSorted()).toEqual([
      ['kitchen', 'Order accepted'],
      ['kitchen', titleOf('changed_by_office')],
    ])
  })

  it.each(['deliveries', 'invoices'] as const)(
    'is reported on its way and short, once, by fresh %s alone',
    async (kind) => {
      const { checkout, peas } = await aSubscriber('kitchen')
      const { body: order } = await checkout()
      await sent()
      service.received.length = 0
      // An import has the machine's clock.
      now = new Date(Date.now() + 60_000)
      await database
        .update(orders)
        .set({ placedAt: new Date(now.getTime() - 48 * 3_600_000), deliveryDay: londonDayOf(now) })
        .where(eq(orders.id, order.id))
      const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
      const imported = (dispatched: string, delivered: string, lines: string) =>
        importCsv(
          'deliveries',
          csv(
            'order_no,dispatched_at,delivered_at,delivered',
            `${order.orderNo},${dispatched},${delivered},${lines}`,
          ),
        )
      await imported(ago(3), '', '')
      await imported(ago(2), '', '')
      expect(await sent()).toEqual([['kitchen', titleOf('arriving')]])
      if (kind === 'invoices') {
        const { orderNo } = order
        const row = `I${orderNo},${orderNo},${londonDayOf(now)},${peas}=1,C${orderNo}`
        const columns = 'invoice_no,order_no,day,short,credit_note_no'
        for (const _ of [1, 2]) await importCsv('invoices', csv(columns, row))
      } else {
        await imported(ago(2), ago(1), `${peas}=1`)
        await imported(ago(2), ago(1), `${peas}=0`)
      }
      expect(await sent()).toEqual([
        ['kitchen', titleOf('arriving')],
        ['kitchen', titleOf('short')],
      ])
    },
  )
})

it('tells a person once that the office could not find something, though a file of deliveries repeats it', async () => {
  const { checkout, peas } = await aSubscriber('kitchen')
  const { body: order } = await checkout()
  await sent()
  service.received.length = 0
  const staff = await aUser(database, { accountType: 'ST' })
  const pick = (shortQuantity: number) =>
    call(picking.pick, {
      token: staff.token,
      params: { id: order.id },
      body: { lines: [{ position: 1, shortQuantity }] },
    })
  for (const missing of [1, 1, 2]) expect((await pick(missing)).status).toBe(200)
  const told = [['kitchen', titleOf('short')]]
  expect(await sent()).toEqual(told)
  // An import has the machine's clock.
  now = new Date(Date.now() + 60_000)
  await database
    .update(orders)
    .set({ placedAt: new Date(now.getTime() - 48 * 3_600_000) })
    .where(eq(orders.id, order.id))
  const deliveredAt = new Date(now.getTime() - 3_600_000).toISOString()
  const file = csv('order_no,delivered_at,delivered', `${order.orderNo},${deliveredAt},${peas}=0`)
  expect(await importCsv('deliveries', file)).toMatchObject({ changed: 1 })
  expect(await sent()).toEqual(told)
})

it('tells a person once of all products that are back in stock', async () => {
  const { token, params, peas, wine } = await aSubscriber('kitchen')
  const setStock = (quantity: number) =>
    database.update(stock).set({ quantity }).where(sql`${stock.product_no} IN (${peas}, ${wine})`)
  await setStock(0)
  for (const productNo of [peas, wine])
    await call(stockAlerts.ask, { token, params: { id: params.id, productNo } })
  await setStock(3)
  await Promise.all([app.tellOfStock(), other.tellOfStock()])
  expect(await sent()).toEqual([['kitchen', 'Back in stock']])
  expect(service.received[0]?.message.notification.navigate).toBe(
    'https://orders.example.com/orders/stock-alerts',
  )
})

describe('the reminder of a cut-off', () => {
  /** The trolly is for Wednesday; its cut-off is on Tuesday at the account's usual time. */
  const aTrollyAtCutOff = async (name: string, seenHours?: number[]) => {
    const made = await aSubscriber(name)
    await database
      .update(baskets)
      .set({ updatedAt: minutes(-60) })
      .where(eq(baskets.id, made.id))
    if (seenHours) {
      const set = { seenHours, seenAt: NOW }
      await database.update(pushSubscriptions).set(set).where(eq(pushSubscriptions.userId, made.userId))
    }
    return made
  }
  const CUT_OFF = new Date('2026-11-24T22:00:00Z')
  const ahead = (count: number): Date => new Date(CUT_OFF.getTime() - count * 60_000)
  const reminded = async (at: Date) => {
    now = at
    await Promise.all([app.remindOfCutOffs(), other.remindOfCutOffs()])
    return (await sent()).map(([browser]) => browser)
  }

  it('comes once, in the last hour, with its page', async () => {
    const { id } = await aTrollyAtCutOff('kitchen')
    expect(await reminded(ahead(61))).toEqual([])
    expect(await reminded(ahead(60))).toEqual(['kitchen'])
    expect(await reminded(ahead(30))).toEqual(['kitchen'])
    const [{ message, headers } = expect.fail()] = service.received
    expect(message.notification).toMatchObject({
      title: titleOf('cut_off'),
      navigate: `https://orders.example.com/orders/create-${id}`,
    })
    expect(headers).toMatchObject({ ttl: '3600', urgency: 'high' })
  })

  it('comes earlier to a device that is usually offline by then', async () => {
    const seen = (...hours: number[]) =>
      Array.from({ length: 24 }, (_, hour) => (hours.includes(hour) ? 20 : 0))
    await aTrollyAtCutOff('early', seen(8, 19))
    await aTrollyAtCutOff('usual', seen(8, 21))
    expect(await reminded(ahead(181))).toEqual([])
    expect(await reminded(ahead(180))).toEqual(['early'])
    expect(await reminded(ahead(60))).toEqual(['early', 'usual'])
  })

  it('does not come for an ordered, empty, changing or late trolly, nor to those who may not order', async () => {
    const ordered = await aTrollyAtCutOff('ordered')
    await ordered.checkout()
    await sent()
    service.received.length = 0
    const emptied = await aTrollyAtCutOff('emptied')
    await database.execute(sql`UPDATE basket_lines SET removed = true WHERE basket_id = ${emptied.id}`)
    const changing = await aTrollyAtCutOff('changing')
    await database
      .update(baskets)
      .set({ updatedAt: ahead(45) })
      .where(eq(baskets.id, changing.id))
    const reader = await aTrollyAtCutOff('reader')
    await database.execute(sql`UPDATE users SET can_place_orders = false WHERE id = ${reader.userId}`)
    expect(await reminded(ahead(40))).toEqual([])
    expect(await reminded(ahead(30))).toEqual(['changing'])
    expect(await reminded(ahead(-1))).toEqual(['changing'])
  })

  it('learns from calls: an hour counts once in a day', async () => {
    const { token, userId } = await aSubscriber('kitchen')
    const used = async (at: string) => {
      now = new Date(at)
      await database.execute(sql`UPDATE tokens SET last_used_at = '2020-01-01' WHERE user_id = ${userId}`)
      await call(push.settings, { token })
    }
    for (const at of [
      '2026-11-24T09:10:00Z',
      '2026-11-24T09:50:00Z',
      '2026-11-24T18:00:00Z',
      '2026-11-25T09:00:00Z',
    ])
      await used(at)
    const counts = async () => {
      const [row] = await database
        .select()
        .from(pushSubscriptions)
        .where(eq(pushSubscriptions.userId, userId))
      return { at9: row?.seenHours[9], at18: row?.seenHours[18], at10: row?.seenHours[10] }
    }
    expect(await counts()).toEqual({ at9: 2, at18: 1, at10: 0 })
    const set = { seenHours: Array.from({ length: 24 }, () => 28) }
    await database.update(pushSubscriptions).set(set).where(eq(pushSubscriptions.userId, userId))
    await used('2026-11-26T09:00:00Z')
    expect(await counts()).toEqual({ at9: 14, at18: 14, at10: 14 })
  })
})
