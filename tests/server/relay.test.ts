import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { type Collected, codeTextsOf, collect, readPart, relayOf } from '#domain/relay/codes.ts'
import type { Relay } from '#domain/relay/relay.ts'
import { RelayUnreadable } from '#domain/relay/unreadable.ts'
import { readTrollyParts } from '#src/store/trollies/trollies.ts'
import { carry } from '#src/sync/trollies/relay/carry.ts'
import { handOver } from '#src/sync/trollies/relay/hand-over.ts'
import { startTestApp } from '#tests/support/server.ts'
import type { History } from '#tests/support/sim/actions.ts'
import { apiOf, readTrolly } from '#tests/support/sim/reads.ts'
import { downloadAll } from '#tests/support/sim/sessions.ts'
import { checkOut, createTrolly, edit } from '#tests/support/sim/trollies/person.ts'
import { DAY, handOf, livingTab, makeWorld } from '#tests/support/sim/world.ts'

const { app, database, call } = await startTestApp({
  connections: 12,
  now: () => new Date('2026-03-03T09:00:00Z'),
})

const HISTORY: History = {
  actions: [],
  serverBuild: 'same',
  deviceBuild: 'same',
  deviceCount: 2,
  sameUser: false,
  shared: false,
  place: 'account',
  random: 1,
}

/** Two people's phones. The chef's has no connection and a trolly that nobody else knows. */
const twoPhones = async () => {
  const world = await makeWorld({ app, database, history: HISTORY })
  for (const device of world.devices) await downloadAll(world, device)
  const [chef, colleague] = world.devices
  if (!chef || !colleague) throw new Error('Two devices were asked for')
  const [tab, other] = [livingTab(chef), livingTab(colleague)]
  const hand = handOf(world, chef, tab)
  const trollyId = await createTrolly(hand, world.customer, DAY)
  const add = (place: number, quantity: number, kind: 'add' | 'set' = 'add') =>
    edit(hand, trollyId, { kind, product_no: world.products[place] ?? '', quantity })
  await add(0, 12)
  await add(1, 8)
  return {
    world,
    trollyId,
    tab,
    add,
    order: () => checkOut(hand, trollyId),
    show: async () => {
      const relay = await handOver(tab.database, { trollyId, from: 'Robin', now: world.clock.now() })
      if (!relay) throw new Error('Nothing waits')
      return relay
    },
    scan: (relay: Relay) => {
      const parts = codeTextsOf(relay).map(readPart)
      const read = relayOf(parts.reduce((known: Collected, part) => collect(known, part), []))
      if (!read) throw new Error('Parts are missing')
      return read
    },
    send: (relay: Relay) => carry(apiOf(world, colleague, other), relay),
    comesOnline: async () => {
      await tab.drain()
      await readTrolly(world, chef, tab, trollyId)
    },
    here: () => readTrollyParts(tab.database, trollyId),
    onServer: async () =>
      (await call(trollies.get, { token: colleague.token, params: { id: trollyId } })).body,
    ordersOf: async () =>
      (
        await database.$client.query('SELECT order_no, placed_by FROM orders WHERE basket_id = $1', [
          trollyId,
        ])
      ).rows,
    colleague,
  }
}

describe('a trolly that another phone sends', () => {
  it('is one order, also after its own phone is back, which shows no question', async () => {
    const phones = await twoPhones()
    await phones.order()
    const carried = await phones.send(phones.scan(await phones.show()))
    expect(carried).toEqual({ orderNo: expect.any(String), refused: [], isOrderKept: false })
    await phones.comesOnline()
    expect((await phones.here()).queue).toEqual([])
    const orders = await phones.ordersOf()
    expect(orders).toEqual([{ order_no: expect.anything(), placed_by: phones.colleague.userId }])
    expect(await phones.tab.database.placedOrders.get(phones.trollyId)).toMatchObject({
      orderNo: carried.orderNo,
      lines: [{ quantity: 12 }, { quantity: 8 }],
    })
  })

  it('is one order when both phones send it at once, and again afterwards', async () => {
    const phones = await twoPhones()
    await phones.order()
    const relay = await phones.show()
    await Promise.all([phones.send(relay).catch(() => undefined), phones.tab.drain()])
    expect((await phones.send(relay)).refused).toEqual([])
    phones.world.clock.advance(61_000)
    await phones.comesOnline()
    expect((await phones.here()).queue).toEqual([])
    expect(await phones.ordersOf()).toHaveLength(1)
  })

  it('keeps what its own phone changed afterwards, and adds it once', async () => {
    const phones = await twoPhones()
    const relay = await phones.show()
    await phones.add(0, 3)
    await phones.add(1, 5, 'set')
    await phones.send(relay)
    await phones.comesOnline()
    expect((await phones.here()).queue).toEqual([])
    const { items } = await phones.onServer()
    expect(items.map(({ quantity }) => quantity).sort()).toEqual([15, 5])
  })

  it('asks its own phone about what it changed after the order was placed elsewhere', async () => {
    const phones = await twoPhones()
    await phones.send(await phones.show())
    await phones.add(0, 3)
    const { body } = await call(trollies.checkout, {
      token: phones.colleague.token,
      params: { id: phones.trollyId },
      body: { confirmations: { ageRestricted: true, catchWeight: true } },
    })
    await phones.comesOnline()
    expect((await phones.here()).queue).toMatchObject([
      { state: 'held', refusal: { code: 'checked_out', reply: { order: { orderNo: body.orderNo } } } },
    ])
  })

  it('sends two changes of a line in turn, though the first was sent before and its answer was lost', async () => {
    const phones = await twoPhones()
    await phones.tab.drain()
    await phones.add(1, 5, 'set')
    await phones.tab.drain(['lostReply'])
    await phones.add(1, 6, 'set')
    const relay = await phones.show()
    expect((await phones.send(phones.scan(relay))).refused).toEqual([])
    phones.world.clock.advance(61_000)
    await phones.comesOnline()
    expect((await phones.here()).queue).toEqual([])
    expect((await phones.onServer()).items.map(({ quantity }) => quantity).sort()).toEqual([12, 6])
  })

  it('is not ordered without a line that the server refused, and says which', async () => {
    const phones = await twoPhones()
    await phones.order()
    const relay = await phones.show()
    await database.$client.query('UPDATE products SET active = false WHERE product_no = $1', [
      phones.world.products[1],
    ])
    const carried = await phones.send(relay)
    expect(carried).toMatchObject({ orderNo: undefined, isOrderKept: true })
    expect(carried.refused).toMatchObject([{ operation: { product_no: phones.world.products[1] } }])
    expect(await phones.ordersOf()).toEqual([])
  })

  it('is not sent by a build that would send other bytes, nor if it was made up', async () => {
    const phones = await twoPhones()
    const relay = await phones.show()
    const create = relay.operations[0]
    if (!create) throw new Error('Nothing was handed over')
    const madeUp: Relay[] = [
      { ...relay, check: relay.check + 1 },
      { ...relay, operations: [{ ...create, operation: { kind: 'delete' } }] },
      { ...relay, operations: [{ ...create, operation: { kind: 'details' } as never }] },
      { ...relay, trollyId: uuidv7() },
    ]
    for (const each of madeUp) await expect(phones.send(each)).rejects.toThrow(RelayUnreadable)
  })
})
