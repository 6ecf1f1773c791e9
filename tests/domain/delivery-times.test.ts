import { describe, expect, it } from 'vitest'
import { failedChecks, runChecks } from '#domain/checks/run-checks.ts'
import { collectionDays } from '#domain/collection.ts'
import { chosenIn } from '#tests/checks/chosen.ts'
import { onDevice } from '#tests/checks/on-device.ts'
import { worldOf } from '#tests/checks/world.ts'
import { DAYS_CASES, justBefore, SLOTS_CASES, TIMED_ORDERS } from '#tests/delivery/time-cases.ts'

/** On a device: tests/server/delivery-times.test.ts asks the server the same. */

describe('delivery times', () => {
  it.each(DAYS_CASES)('$name', ({ days, notOffered = [], ...world }) => {
    const offered = chosenIn(worldOf({ ...world, fails: {} })).deliveryDays
    expect(offered.slice(0, days.length).map(({ day, cutOffAt }) => [day, cutOffAt])).toEqual(days)
    for (const day of notOffered) expect(offered.map((each) => each.day)).not.toContain(day)
  })
})

describe('collection times', () => {
  it.each(SLOTS_CASES)('$name', ({ slots, notOffered = [], collection, ...world }) => {
    const { site, now, holidays, booked } = worldOf({
      ...world,
      collection: { ...collection, slot: null },
      fails: {},
    })
    const offered = collectionDays(site, { now, holidays, booked }).flatMap(({ day, slots: of }) =>
      of.map(({ slot, closesAt, free }) => [day, slot, closesAt, free]),
    )
    expect(offered.slice(0, slots.length)).toEqual(slots)
    for (const day of notOffered) expect(offered.map(([each]) => each)).not.toContain(day)
  })
})

describe('an order is accepted until a millisecond before the limit, and refused at the limit', () => {
  it.each(TIMED_ORDERS)('$title', ({ closesAt, order }) => {
    const known = onDevice(order)
    expect(failedChecks(runChecks({ ...known, now: justBefore(closesAt) }))).toEqual([])
    expect(failedChecks(runChecks({ ...known, now: new Date(closesAt) }))).toEqual(['order_cutoff_check'])
  })
})
