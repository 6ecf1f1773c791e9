import { describe, expect, it } from 'vitest'
import { collectionAddresses } from '#contract/collection-addresses.ts'
import { customers } from '#contract/customers.ts'
import { trollies } from '#contract/trollies.ts'
import { CHECKOUT_CHECKS } from '#domain/checks/check.ts'
import { ADDRESS_ID } from '#tests/checks/chosen.ts'
import { seenOf, worldsOn } from '#tests/checks/on-server.ts'
import { worldOf } from '#tests/checks/world.ts'
import { DAYS_CASES, justBefore, SLOTS_CASES, TIMED_ORDERS } from '#tests/delivery/time-cases.ts'
import { startTestApp } from '#tests/support/server.ts'

/** The cases of tests/domain/delivery-times.test.ts, here through the calls, with everything in the database. */

let clock = new Date()
const { database, call } = await startTestApp({ now: () => clock })
const build = worldsOn(database)

describe('delivery times', () => {
  it.each(DAYS_CASES)('$name', async ({ days, notOffered = [], ...parts }) => {
    const world = worldOf({ ...parts, fails: {} })
    clock = world.now
    const { token, customerId } = await build(world)
    const { body } = await call(customers.deliveryDates, {
      token,
      params: { id: customerId },
      ...(world.address && { query: { delivery_address_id: ADDRESS_ID } }),
    })
    expect(body.serverTime).toBe(parts.now)
    expect(body.data.slice(0, days.length).map(({ day, cutOffAt }) => [day, cutOffAt])).toEqual(days)
    for (const day of notOffered) expect(body.data.map((each) => each.day)).not.toContain(day)
  })
})

describe('collection times', () => {
  it.each(SLOTS_CASES)('$name', async ({ slots, notOffered = [], collection, ...parts }) => {
    const world = worldOf({ ...parts, collection: { ...collection, slot: null }, fails: {} })
    clock = world.now
    const { token } = await build(world)
    const { body } = await call(collectionAddresses.search, { token, body: {} })
    const offered = body.data.flatMap(({ days }) =>
      days.flatMap(({ day, slots: of }) => of.map(({ slot, closesAt, free }) => [day, slot, closesAt, free])),
    )
    expect(offered.slice(0, slots.length)).toEqual(slots)
    for (const day of notOffered) expect(offered.map(([each]) => each)).not.toContain(day)
  })
})

describe('an order is accepted until a millisecond before the limit, and refused at the limit', () => {
  it.each(TIMED_ORDERS)('$title', async ({ closesAt, order }) => {
    const world = worldOf(order)
    const { id, token } = await build(world)
    const checkout = () => call(trollies.checkout, { token, params: { id }, body: seenOf(world) })
    clock = new Date(closesAt)
    const late = await checkout()
    expect([late.status, late.error.code]).toEqual([400, 'checks_failed'])
    const checks = late.error.validation_checks as Record<string, { error_messages: string[] }>
    expect(CHECKOUT_CHECKS.filter((name) => checks[name]?.error_messages.length)).toEqual([
      'order_cutoff_check',
    ])
    clock = justBefore(closesAt)
    expect((await checkout()).body).toMatchObject({ deliveryDay: order.deliveryDay })
  })
})
