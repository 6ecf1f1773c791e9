import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { activeOrders } from '#contract/orders.ts'
import { type Order, trollies } from '#contract/trollies.ts'
import type { TrollyRecord } from '#domain/trollies/operation.ts'
import { orders } from '#server/db/schema/orders.ts'
import { stock } from '#server/db/schema/products.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import { createReads } from '#src/sync/trollies/reads.ts'
import { seenOf, worldsOn } from '#tests/checks/on-server.ts'
import { type CheckCase, worldOf } from '#tests/checks/world.ts'
import { justBefore } from '#tests/delivery/time-cases.ts'
import { startTestApp } from '#tests/support/server.ts'
import { apiOf } from '#tests/support/sim/reads.ts'
import { createSimClock, createSimDevice } from '#tests/support/sim/sim-device.ts'
import { createSimNetwork } from '#tests/support/sim/sim-network.ts'

/** A late order is refused in whatever way it is sent, by the server's clock, whatever the device's says. */

let clock = new Date()
const { app, database, call } = await startTestApp({ now: () => clock })
const build = worldsOn(database)

type Late = {
  name: string
  closesAt: string
  order: Omit<CheckCase, 'name' | 'fails'> & { deliveryDay: string }
  /** The same order for a later time. */
  later: { deliveryDay: string }
  message: string
}

const YORK = {
  routes: [{ prefix: 'YO', deliveryWeekdays: [2, 4], cutOffTime: '16:00' }],
  address: { postcode: 'YO1 7HH' },
}
const MORNING = { collection: { site: {}, slot: '07:00-09:00' } }

const LATES: Late[] = [
  {
    name: 'by the cut-off of the account',
    closesAt: '2026-11-23T22:00:00.000Z',
    order: { now: '2026-11-23T12:00:00.000Z', deliveryDay: '2026-11-24' },
    later: { deliveryDay: '2026-11-26' },
    message: 'Ordering for Tue 24 Nov closed at 22:00 on Mon 23 Nov. Choose another day',
  },
  {
    name: 'by the earlier cut-off of its address',
    closesAt: '2026-11-23T16:00:00.000Z',
    order: { now: '2026-11-23T12:00:00.000Z', deliveryDay: '2026-11-24', ...YORK },
    later: { deliveryDay: '2026-11-26' },
    message: 'Ordering for Tue 24 Nov closed at 16:00 on Mon 23 Nov. Choose another day',
  },
  {
    name: 'by the lead time of its collection',
    closesAt: '2026-11-24T03:00:00.000Z',
    order: { now: '2026-11-23T12:00:00.000Z', deliveryDay: '2026-11-24', ...MORNING },
    later: { deliveryDay: '2026-11-26' },
    message:
      'Ordering for Tue 24 Nov, 07:00–09:00 closed at 03:00 on Tue 24 Nov. Choose another collection time',
  },
  {
    name: 'by a cut-off on the weekend that clocks go back',
    closesAt: '2026-10-24T21:00:00.000Z',
    order: { now: '2026-10-24T12:00:00.000Z', deliveryDay: '2026-10-26' },
    later: { deliveryDay: '2026-10-28' },
    message: 'Ordering for Mon 26 Oct closed at 22:00 on Sat 24 Oct. Choose another day',
  },
]

/** A trolly that could be ordered, at noon of the day on which ordering closes. */
const aTrollyInTime = async ({ order, closesAt }: Late) => {
  const world = worldOf({ ...order, name: '', fails: {} })
  const { id, token, userId } = await build(world)
  clock = world.now
  const before = await stockNow()
  const of = { token, params: { id } }
  return {
    world,
    id,
    token,
    userId,
    of,
    checkout: (seen: object = {}, key = uuidv7()) =>
      call(trollies.checkout, { ...of, key, body: { ...seenOf(world), ...seen } }),
    setDetails: async (changes: object, params = of.params) => {
      const { detailsVersion } = (await call(trollies.get, { token, params })).body
      return call(trollies.update, { token, params, body: changes, ifMatch: detailsVersion })
    },
    atClosing: () => {
      clock = new Date(closesAt)
    },
    expectNothingOrdered: async () => {
      expect(await database.select().from(orders)).toEqual([])
      expect(await stockNow()).toEqual(before)
    },
  }
}

const stockNow = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await database.select().from(stock)).map((row) => [row.product_no, row.quantity]))

/** With the trolly as it was at noon, by its own clock. */
const aPhoneWith = async ({ id, token, userId }: Awaited<ReturnType<typeof aTrollyInTime>>) => {
  const simClock = createSimClock(clock.getTime())
  const network = createSimNetwork(app)
  const device = createSimDevice(
    { clock: simClock, network, random: () => 0.5 },
    { name: 'phone', userId, token },
  )
  const tab = device.openTab()
  const api = apiOf({ call, network, clock: simClock }, device, tab)
  await createReads({ database: tab.database, api }).refreshTrolly(id)
  return {
    ...tab,
    waiting: async () => (await tab.database.outbox.orderBy('seq').toArray()) as TrollyRecord[],
    /** Offline until then. */
    whenBack: async () => {
      await tab.drain(['cut'])
      simClock.advance(61_000)
      await tab.outbox.hurry()
    },
  }
}

describe.each(LATES)('an order that is late $name', (late) => {
  const refused = { status: 400, error: { code: 'checks_failed', message: late.message } }

  it('is refused when sent directly, repeated, and repeated under its own key', async () => {
    const { checkout, atClosing, expectNothingOrdered } = await aTrollyInTime(late)
    atClosing()
    const key = uuidv7()
    for (const reply of [await checkout({}, key), await checkout({}, key), await checkout()])
      expect(reply).toMatchObject(refused)
    await expectNothingOrdered()
  })

  it('is refused from an older device without methods, addresses and charges', async () => {
    const { world, checkout, atClosing, expectNothingOrdered } = await aTrollyInTime(late)
    const { deliveryDay, lines, totalPence, confirmations } = seenOf(world)
    atClosing()
    const older = {
      method: undefined,
      deliveryAddressId: undefined,
      collectionSiteId: undefined,
      collectionSlot: undefined,
      deliveryChargePence: undefined,
    }
    expect(await checkout({ deliveryDay, lines, totalPence, confirmations, ...older })).toMatchObject(refused)
    await expectNothingOrdered()
  })

  it('is refused from eight devices at once', async () => {
    const { checkout, atClosing, expectNothingOrdered } = await aTrollyInTime(late)
    atClosing()
    for (const reply of await Promise.all(Array.from({ length: 8 }, () => checkout())))
      expect(['checks_failed', 'in_progress']).toContain(reply.error.code)
    await expectNothingOrdered()
  })

  it('is refused if its day is set only then: the details are saved, nothing is ordered', async () => {
    const { world, checkout, setDetails, atClosing, expectNothingOrdered } = await aTrollyInTime(late)
    expect((await setDetails(late.later)).status).toBe(200)
    atClosing()
    expect((await setDetails({ deliveryDay: world.deliveryDay })).status).toBe(200)
    expect(await checkout()).toMatchObject(refused)
    await expectNothingOrdered()
  })

  it('is refused if it was placed offline in time, and asks for another day', async () => {
    const trolly = await aTrollyInTime(late)
    const phone = await aPhoneWith(trolly)
    await phone.outbox.append(trolly.id, { kind: 'checkout', ...seenOf(trolly.world) })
    await phone.whenBack()
    trolly.atClosing()
    await phone.drain()
    expect(await phone.waiting()).toMatchObject([
      { operation: { kind: 'checkout' }, state: 'attention', refusal: { code: 'checks_failed' } },
    ])
    await trolly.expectNothingOrdered()

    await phone.outbox.append(trolly.id, { kind: 'details', changes: late.later })
    await phone.outbox.append(trolly.id, {
      kind: 'checkout',
      ...seenOf(trolly.world),
      deliveryDay: late.later.deliveryDay,
    })
    await phone.drain()
    expect(await phone.waiting()).toEqual([])
    expect(await database.select().from(orders)).toMatchObject([late.later])
  })

  it('is refused after the lines typed offline with it have arrived', async () => {
    const trolly = await aTrollyInTime(late)
    const phone = await aPhoneWith(trolly)
    const [line] = seenOf(trolly.world).lines
    if (!line) throw new Error('The trolly is empty.')
    const { product_no } = line
    const addedAt = clock.toISOString()
    await phone.outbox.append(trolly.id, {
      kind: 'set',
      product_no,
      quantity: 2,
      seenPricePence: line.unitPricePence,
      addedAt,
    })
    const seen = seenOf({ ...trolly.world, lines: [{ product_no, quantity: 2 }] })
    await phone.outbox.append(trolly.id, { kind: 'checkout', ...seen })
    await phone.whenBack()
    trolly.atClosing()
    await phone.drain()
    expect(await phone.waiting()).toMatchObject([{ operation: { kind: 'checkout' }, state: 'attention' }])
    expect((await findTrolly(phone.database, trolly.id))?.lines).toMatchObject([
      { quantity: 2, state: 'sent' },
    ])
    await trolly.expectNothingOrdered()
  })

  it('is refused as a change to an order for a later day, which is unchanged', async () => {
    const trolly = await aTrollyInTime(late)
    const { token, checkout, setDetails, atClosing, world } = trolly
    await setDetails(late.later)
    const { body: placed } = await checkout(late.later)
    const basketId = uuidv7()
    const params = { id: basketId }
    await call(activeOrders.change, { token, params: { id: placed.id }, body: { basketId } })
    await setDetails({ deliveryDay: world.deliveryDay }, params)
    atClosing()
    const reply = await call(trollies.checkout, { token, params, body: seenOf(world) })
    expect(reply).toMatchObject(refused)
    await expectStays(token, placed)
  })

  it('cannot be moved to a later day after its own deadline, since the goods are on their way', async () => {
    const { token, checkout, setDetails, atClosing, world } = await aTrollyInTime(late)
    const { body: placed } = await checkout()
    const basketId = uuidv7()
    const params = { id: basketId }
    await call(activeOrders.change, { token, params: { id: placed.id }, body: { basketId } })
    await setDetails(late.later, params)
    atClosing()
    const body = { ...seenOf(world), ...late.later }
    expect((await call(trollies.checkout, { token, params, body })).error.code).toBe('order_closed')
    const again = { token, params: { id: placed.id }, body: { basketId: uuidv7() } }
    expect((await call(activeOrders.change, again)).error.code).toBe('order_closed')
    expect((await call(activeOrders.cancel, { token, params: { id: placed.id } })).error.code).toBe(
      'order_closed',
    )
    await expectStays(token, placed)
  })
})

describe.each(LATES)('an order that was in time $name', (late) => {
  it('stays placed if its reply was lost: a late repeat returns the same order', async () => {
    const trolly = await aTrollyInTime(late)
    clock = justBefore(late.closesAt)
    const phone = await aPhoneWith(trolly)
    await phone.outbox.append(trolly.id, { kind: 'checkout', ...seenOf(trolly.world) })
    await phone.drain(['lostReply'])
    const [sent] = await phone.waiting()
    expect(sent).toMatchObject({ state: 'pending', attempts: 1 })
    trolly.atClosing()
    await phone.outbox.hurry()
    await phone.drain()
    expect(await phone.waiting()).toEqual([])
    expect(await database.select().from(orders)).toMatchObject([{ basketId: trolly.id }])
  })
})

const expectStays = async (token: string, { id, orderNo, deliveryDay }: Order): Promise<void> => {
  const { body } = await call(activeOrders.get, { token, params: { id } })
  expect(body).toMatchObject({ status: 'placed', orderNo, deliveryDay, replacedAt: null })
  expect(await database.select().from(orders)).toHaveLength(1)
}
