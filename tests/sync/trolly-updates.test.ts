import { describe, expect, test } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { replaceTrolly } from '#src/store/trollies/trollies.ts'
import { trollyUpdates } from '#src/sync/live/trolly-updates.ts'
import { createReads } from '#src/sync/trollies/reads.ts'
import { add, TROLLY } from '#tests/domain/trollies/builders.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'
import { aBasketHead, aPhone, changed } from './phone.ts'

/** A phone whose trolly is complete at version 5, and what the server would answer to a read. */
const aFollowingPhone = async () => {
  const phone = aPhone()
  const { database } = phone
  const server = fakeApi()
  let version = 5
  const basket = () => ({ ...aBasketHead({ version }), items: [] })
  server.on(trollies.get, basket)
  await replaceTrolly(database, basket())
  const timers: (() => void)[] = []
  const updates = trollyUpdates({
    database,
    clock: {
      now: phone.clock.now,
      after: (_, act) => {
        timers.push(act)
        return () => {}
      },
    },
    read: createReads({ database, api: server.api }).refreshTrolly,
    onTrouble: (error) => {
      throw error
    },
  })
  const linesVersion = async () => (await database.trollies.get(TROLLY))?.linesVersion
  return {
    ...phone,
    server,
    /** The server's trolly moves on, and the stream says so. */
    told: (to: number) => {
      version = to
      updates.note(TROLLY, to)
    },
    reads: () => server.calls.length,
    /** Until whatever is under way waits or has ended. */
    later: async () => {
      await eventually(() => expect(timers.length).toBeGreaterThan(0))
      timers.shift()?.()
    },
    waiting: () => timers.length,
    linesVersion,
    settled: () => database.transaction('r', database.trollies, () => database.trollies.count()),
  }
}

describe('a version that the stream tells', () => {
  test('is read if this device lacks it, once', async () => {
    const { told, linesVersion, reads } = await aFollowingPhone()
    told(6)
    told(6)
    await eventually(async () => expect(await linesVersion()).toBe(6))
    told(6)
    told(5)
    await eventually(() => expect(reads()).toBe(1))
  })

  test('of this device’s own change is not read: its reply has brought it', async () => {
    const { append, answerWith, drain, told, linesVersion, reads, settled } = await aFollowingPhone()
    await append(add(1))
    answerWith(changed({ before: 0, trollyVersion: 6 }))
    await drain()
    expect(await linesVersion()).toBe(6)
    told(6)
    await settled()
    expect(reads()).toBe(0)
  })

  test('is read after an own change that came on top of another’s', async () => {
    const { append, answerWith, drain, told, linesVersion, reads, database } = await aFollowingPhone()
    await append(add(1))
    // Another's change was version 6.
    answerWith(changed({ before: 0, trollyVersion: 7 }))
    await drain()
    expect(await database.trollies.get(TROLLY)).toMatchObject({ version: 7, linesVersion: 5 })
    told(7)
    await eventually(async () => expect(await linesVersion()).toBe(7))
    expect(reads()).toBe(1)
  })

  test('waits for the answer of an own change that is under way', async () => {
    const { append, answerWith, drain, told, later, waiting, settled, linesVersion, reads } =
      await aFollowingPhone()
    await append(add(1))
    let answer: (() => void) | undefined
    answerWith(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(changed({ before: 0, trollyVersion: 6 }))
        }),
    )
    const drained = drain()
    await eventually(() => expect(answer).toBeDefined())
    told(6)
    await later()
    await eventually(() => expect(waiting()).toBe(1))
    answer?.()
    await drained
    await later()
    await settled()
    expect(await linesVersion()).toBe(6)
    expect(reads()).toBe(0)
  })

  test('of a trolly that is gone for this user ends', async () => {
    const { server, told, database, reads } = await aFollowingPhone()
    server.on(trollies.get, () => {
      throw refusal('trolly_not_found')
    })
    told(6)
    await eventually(async () => expect(await database.trollies.get(TROLLY)).toBeUndefined())
    expect(reads()).toBe(1)
  })
})

test('a list of trollies is compared by what is complete here', async () => {
  const { append, answerWith, drain, server, database, linesVersion } = await aFollowingPhone()
  await append(add(1))
  answerWith(changed({ before: 0, trollyVersion: 7 }))
  await drain()
  const head = aBasketHead({ version: 7 })
  server.on(trollies.list, () => ({ data: [head], total: 1, page: 1, pageLength: 96 }))
  server.on(trollies.get, () => ({ ...head, items: [] }))
  await createReads({ database, api: server.api }).refreshTrollies(head.customerId)
  expect(await linesVersion()).toBe(7)
})
