import { afterEach, describe, expect, it, vi } from 'vitest'
import { WAITED_FOR_MS } from '#src/device/user-device.ts'
import { untilAnswered } from '#src/features/checkout/place-order.ts'
import { writeSync } from '#src/sync/engine/sync-state.ts'
import { add, checkout } from '#tests/domain/trollies/builders.ts'
import { aRecord, aTestDevice } from '#tests/support/signed-in.tsx'

const LANE = 'trolly:T1'

/** An order that was sent and is unanswered. `ended` once nobody waits for it any longer. */
const anOrderUnderWay = async () => {
  const { device, user } = aTestDevice()
  const { database } = user
  await database.outbox.add(
    aRecord({ lane: LANE, operation: checkout(), state: 'sending', attempts: 1 }) as never,
  )
  const waiting = { ended: false }
  const wait = untilAnswered({ database, session: device.session }, 'T1').then(() => {
    waiting.ended = true
  })
  return {
    database,
    session: device.session,
    order: database.outbox.where('lane').equals(LANE),
    waiting,
    wait,
  }
}
type Order = Awaited<ReturnType<typeof anOrderUnderWay>>

afterEach(() => {
  vi.useRealTimers()
})

describe('an order in progress is waited for until', () => {
  it.each<[string, (order: Order) => unknown]>([
    ['it is placed, by any tab', ({ order }) => order.delete()],
    ['it is refused', ({ order }) => order.modify({ state: 'attention' })],
    ['the trolly was ordered elsewhere', ({ order }) => order.modify({ state: 'held' })],
    ['its reply is lost', ({ order }) => order.modify({ state: 'pending' })],
    [
      'something else in the trolly needs a decision first',
      ({ database }) =>
        database.outbox.add(aRecord({ lane: LANE, operation: add(1), state: 'attention' }) as never),
    ],
    [
      'the server cannot be reached',
      ({ database }) => writeSync(database, 'lastContact', { reached: false, at: Date.now() }),
    ],
    [
      'the server asks for patience',
      ({ database }) => writeSync(database, 'pausedUntil', Date.now() + 60_000),
    ],
    ['its person signs out', ({ session }) => session.signOut('keep')],
  ])('%s', async (_, happens) => {
    const order = await anOrderUnderWay()
    // Other changes to the trolly, and unchanged contact, have no effect.
    await order.database.outbox.add(aRecord({ lane: LANE, operation: add(1) }) as never)
    await writeSync(order.database, 'lastContact', { reached: true, at: Date.now() })
    expect(order.waiting.ended).toBe(false)
    await happens(order)
    await order.wait
  })

  it('a minute has passed without a reply', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const order = await anOrderUnderWay()
    await vi.advanceTimersByTimeAsync(WAITED_FOR_MS - 1)
    expect(order.waiting.ended).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await order.wait
  })
})
