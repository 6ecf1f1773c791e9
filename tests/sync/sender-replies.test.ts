import { describe, expect, test, vi } from 'vitest'
import type { StoredRequest } from '#domain/outbox/record.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import type { TransportReply } from '#src/sync/engine/ports.ts'
import { readSync } from '#src/sync/engine/sync-state.ts'
import { add, checkout, set, TROLLY } from '#tests/domain/trollies/builders.ts'
import { aBasketHead, aPhone, changed, refusal, reply } from './phone.ts'

const AT = '2026-03-03T09:00:00.000Z'

describe('a lost reply', () => {
  test('leaves the operation waiting, and the same bytes are sent again under the same key', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    await phone.drain()
    const [waiting] = await phone.queue()
    expect(waiting).toMatchObject({ state: 'pending', attempts: 1 })
    phone.clock.advance(60_000)
    phone.answerWith(changed({ before: 0, quantity: 2 }))
    await phone.drain()
    expect(phone.sent).toHaveLength(2)
    expect(phone.sent[1]).toEqual(phone.sent[0])
    expect(await phone.queue()).toEqual([])
    expect((await findTrolly(phone.database, TROLLY))?.lines).toMatchObject([{ quantity: 2, state: 'sent' }])
  })

  test('delays the next attempt longer each time, but not on demand', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    const first = await phone.drain()
    expect(first).toEqual({ state: 'drained', wakeAt: phone.clock.now() + 500 })
    phone.clock.advance(500)
    await phone.drain()
    expect(await phone.drain()).toEqual({ state: 'drained', wakeAt: phone.clock.now() + 1_000 })
    await phone.outbox.hurry()
    await phone.drain()
    expect(phone.sent).toHaveLength(3)
  })
})

describe('a reply that finds the storage full', () => {
  const full = (): Error => Object.assign(new Error('full'), { name: 'QuotaExceededError' })

  test('is stored after dropping what can be downloaded again', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    await phone.database.products.put({ product_no: 'elsewhere' } as never)
    const puts = vi.spyOn(phone.database.trollies, 'put')
    puts.mockRejectedValueOnce(full()).mockRejectedValueOnce(full())
    phone.answerWith(changed({ before: 0, quantity: 2 }))
    await phone.drain()
    expect(phone.sent).toHaveLength(1)
    expect(await phone.queue()).toEqual([])
    expect((await findTrolly(phone.database, TROLLY))?.lines).toMatchObject([{ quantity: 2, state: 'sent' }])
    expect(await phone.database.products.count()).toBe(0)
  })

  test('loses nothing without room: the same bytes are sent again, and count once', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    const puts = vi.spyOn(phone.database.trollies, 'put').mockRejectedValue(full())
    phone.answerWith(changed({ before: 0, quantity: 2 }))
    await expect(phone.drain()).rejects.toThrow('full')
    expect(await phone.queue()).toMatchObject([{ operation: { kind: 'add', quantity: 2 } }])
    expect((await findTrolly(phone.database, TROLLY))?.lines).toMatchObject([{ quantity: 2 }])

    puts.mockRestore()
    phone.clock.advance(60_000)
    phone.answerWith(changed({ before: 0, quantity: 2 }))
    await phone.drain()
    expect(phone.sent).toHaveLength(2)
    expect(phone.sent[1]).toEqual(phone.sent[0])
    expect(await phone.queue()).toEqual([])
    expect((await findTrolly(phone.database, TROLLY))?.lines).toMatchObject([{ quantity: 2, state: 'sent' }])
  })
})

describe('a reply that is not the server’s', () => {
  const answers = [
    ['a captive portal’s page', reply(200, '<html>Welcome</html>')],
    ['JSON of another shape', reply(200, { ok: true })],
    ['a proxy’s 404', reply(404, 'Not found')],
    ['a 404 with an unrelated code', reply(404, { message: 'x', code: 'changed' }, { epoch: undefined })],
    ['a proxy’s own code', reply(403, { message: 'x', code: 'waf_blocked' }, { epoch: undefined })],
    ['a 502', reply(502, 'Bad gateway')],
    ['409 in_progress', refusal(409, 'in_progress')],
    ['a redirect', reply(0, '')],
    ['a 412 without the current line', refusal(412, 'version_mismatch')],
  ] as const
  test.each(answers)('%s leaves the outcome unknown', async (_, answer) => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith(answer)
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ state: 'pending', attempts: 1 }])
  })

  test.each<[string, TransportReply, object]>([
    ['a new 422 is a refusal', refusal(422, 'above_allowance'), { state: 'attention' }],
    ['a new 404 is a refusal', refusal(404, 'product_delisted'), { state: 'attention' }],
    ['a new 409 is a refusal', refusal(409, 'customer_on_stop'), { state: 'attention' }],
    ['a known code with another 4xx is a refusal', refusal(400, 'changed'), { state: 'attention' }],
    ['a new 410 closes the trolly', refusal(410, 'trolly_archived'), { state: 'held' }],
    ['a new 500 proves nothing', refusal(500, 'broken'), { state: 'pending' }],
    ['a new 503 pauses', refusal(503, 'moving_house'), { state: 'pending' }],
    ['a new 425 proves nothing', refusal(425, 'too_soon'), { state: 'pending' }],
    [
      'a new 409 with a time to retry is retried',
      { ...refusal(409, 'row_busy'), retryAfterSeconds: 1 },
      { state: 'pending' },
    ],
  ])('of a new kind: %s', async (_, answer, left) => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith(answer)
    await phone.drain()
    expect(await phone.queue()).toMatchObject([left])
  })

  test('with a new code and 412 leads to the usual decision', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(set(2))
    const line = {
      product_no: 'P1',
      quantity: 6,
      version: 4,
      removed: false,
      seenPricePence: 100,
      addedAt: AT,
    }
    phone.answerWith(
      refusal(412, 'changed_meanwhile', { basket: aBasketHead(), line, reason: { by: 'Kim' } }),
    )
    await phone.drain()
    expect(await phone.queue()).toMatchObject([
      { state: 'attention', refusal: { code: 'version_mismatch', line: { quantity: 6, version: 4 } } },
    ])
  })

  test.each([
    ['does not count as contact', reply(200, '<html>Welcome</html>', { epoch: undefined }), false],
    ['counts as contact with the server’s epoch', refusal(409, 'in_progress'), true],
    ['counts as contact if it is the server’s refusal', refusal(422, 'quantity_out_of_range'), true],
  ])('%s', async (_, answer, reached) => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith(answer)
    await phone.drain()
    expect(await readSync(phone.database, 'lastContact')).toMatchObject({ reached })
  })
})

describe('a server that serves this build no more', () => {
  test.each([
    ['in its own words', refusal(426, 'build_too_old')],
    ['in a newer server’s', refusal(426, 'client_unsupported')],
    ['or through a proxy that keeps only the status', reply(426, 'Upgrade Required', { epoch: undefined })],
  ])('refuses nothing for good, %s: the work waits for the update', async (_, answer) => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    await phone.append(add(3, 'P2'))
    await phone.append(checkout())
    phone.answerWith(answer, answer)
    await phone.drain()
    expect((await phone.queue()).map(({ state, refusal: reason }) => [state, reason])).toEqual(
      Array(3).fill(['pending', null]),
    )
    // One request for the two lines, and no hammering.
    expect(phone.sent).toHaveLength(1)
    expect(phone.events).toEqual(['outdated'])

    await phone.outbox.hurry()
    phone.answerWith(({ body }) => batchReply(body, [added('P1'), added('P2')]))
    await phone.drain()
    expect(phone.sent[1]).toEqual(phone.sent[0])
    expect((await phone.queue()).map(({ operation }) => operation.kind)).toEqual(['checkout'])
  })

  test('may say so for a single change of several', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    await phone.append(add(3, 'P2'))
    phone.answerWith(({ body }) => batchReply(body, [added('P1'), refusal(426, 'build_too_old')]))
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ operation: { product_no: 'P2' }, state: 'pending' }])
    expect(phone.events).toEqual(['outdated'])
  })
})

/** Reported in the field: one new field, and phones with an older build no longer settled their queues. */
describe('a server newer or older than the phone', () => {
  const addField = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(addField)
      : typeof value === 'object' && value !== null
        ? {
            ...Object.fromEntries(Object.entries(value).map(([name, field]) => [name, addField(field)])),
            added: {},
          }
        : value
  const newer = (answer: TransportReply): TransportReply => ({
    ...answer,
    body: JSON.stringify(addField(JSON.parse(answer.body))),
  })

  test('is understood if its reply has unknown fields, and none of them are stored', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith(newer(changed({ before: 0, quantity: 2 })))
    await phone.drain()
    expect(await phone.queue()).toEqual([])
    const kept = JSON.stringify([
      await phone.database.trollies.toArray(),
      await phone.database.lines.toArray(),
    ])
    expect(kept).toContain('P1')
    expect(kept).not.toContain('added"')
  })

  test('is understood in a batch, result by result', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2, 'A'))
    await phone.append(add(3, 'B'))
    phone.answerWith(({ body }) =>
      newer(batchReply(body, [newer(added('A')), refusal(422, 'above_allowance')])),
    )
    await phone.drain()
    expect(await phone.queue()).toMatchObject([
      { state: 'attention', operation: { product_no: 'B' }, refusal: { code: 'above_allowance' } },
    ])
  })

  test.each([
    [404, 'not_found'],
    [405, 'method_not_allowed'],
  ])('receives single operations at once if it has no call for several: %i', async (...code) => {
    const phone = aPhone()
    await phone.knowsTrolly()
    for (const product_no of ['A', 'B', 'C']) await phone.append(add(2, product_no))
    const answer = (product_no: string) => changed({ product_no, before: 0, quantity: 2 })
    phone.answerWith(refusal(...code), answer('A'), answer('B'), answer('C'))
    await phone.drain()
    expect(phone.sent.map(({ path }) => path.includes('/operations'))).toEqual([true, false, false, false])
    const { operations } = JSON.parse(phone.sent[0]?.body ?? '') as { operations: StoredRequest[] }
    expect(phone.sent.slice(1)).toEqual(operations)
    expect(await phone.queue()).toEqual([])
  })

  test('is not mistaken for older because of a proxy’s 404', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2, 'A'))
    await phone.append(add(2, 'B'))
    phone.answerWith({ ...refusal(404, 'not_found'), epoch: undefined })
    await phone.drain()
    expect(phone.sent).toHaveLength(1)
    expect((await phone.queue()).map(({ state, nextAttemptAt }) => [state, nextAttemptAt > 0])).toEqual([
      ['pending', true],
      ['pending', true],
    ])
  })

  test('is understood if its reply lacks a field', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    const answer = changed({ before: 0, quantity: 2 })
    phone.answerWith({ ...answer, body: answer.body.replace(',"product":null', '') })
    await phone.drain()
    expect(await phone.queue()).toEqual([])
  })

  test('does not make a trolly deleted because its order cannot be read', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith(refusal(409, 'checked_out', { order: { number: 5 } }))
    await phone.drain()
    expect(await phone.database.trollies.get(TROLLY)).toMatchObject({ state: 'checked_out' })
    expect(await phone.queue()).toMatchObject([{ state: 'held', refusal: { code: 'checked_out' } }])
  })
})

describe('replies that stop the sender', () => {
  test('401 keeps everything and ends the session', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith(refusal(401, 'unauthenticated'))
    await phone.drain()
    expect(phone.events).toEqual(['unauthenticated'])
    expect(await phone.queue()).toMatchObject([{ state: 'pending' }])
  })

  test.each([
    [429, 'rate_limited'],
    [503, 'maintenance'],
  ])('%i pauses the sender for the given time', async (status, code) => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith({ ...refusal(status, code), retryAfterSeconds: 90 })
    expect(await phone.drain()).toEqual({ state: 'drained', wakeAt: phone.clock.now() + 90_000 })
    phone.clock.advance(89_000)
    await phone.drain()
    expect(phone.sent).toHaveLength(1)
    phone.clock.advance(2_000)
    await phone.drain()
    expect(phone.sent).toHaveLength(2)
  })

  test('a message that the user is not signed in ends the session, whatever its status', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith(reply(500, { message: 'Route [login] not defined.' }))
    await phone.drain()
    expect(phone.events).toEqual(['unauthenticated'])
    expect(await phone.queue()).toMatchObject([{ state: 'pending' }])
  })

  test('nothing is sent while nobody, or another user, is signed in', async () => {
    const phone = aPhone({ token: undefined })
    await phone.knowsTrolly()
    await phone.append(add(2))
    await phone.drain()
    expect(phone.sent).toEqual([])
    expect(await phone.queue()).toMatchObject([{ state: 'pending', attempts: 0 }])
  })
})

describe('a restored database', () => {
  test('is recognised by the first request, which names the known epoch and is not run', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2, 'A'))
    phone.answerWith(changed({ product_no: 'A', before: 0 }))
    await phone.drain()
    await phone.append(set(5, 'A'))
    phone.answerWith({ ...refusal(424, 'epoch_changed'), epoch: 'epoch-2' })
    await phone.drain()
    expect(phone.epochsSent).toEqual([undefined, 'epoch-1'])
    expect(await phone.queue()).toMatchObject([{ state: 'held', refusal: { code: 'epoch_changed' } }])
    expect(await phone.database.trollies.count()).toBe(0)

    await phone.knowsTrolly()
    await phone.outbox.sendAgain(TROLLY)
    phone.answerWith({ ...changed({ product_no: 'A', quantity: 5, before: 0 }), epoch: 'epoch-2' })
    await phone.drain()
    expect(phone.epochsSent.at(-1)).toBe('epoch-2')
    expect(await phone.queue()).toEqual([])
  })

  test('clears the stored rows, and waiting operations ask instead of being sent', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2, 'A'))
    phone.answerWith(changed({ product_no: 'A', before: 0 }))
    await phone.drain()
    await phone.append(set(5, 'A'))
    await phone.append(set(5, 'B'))
    phone.answerWith(reply(502, '', { epoch: 'epoch-2' }))
    await phone.drain()
    expect(await phone.queue()).toMatchObject([
      { state: 'held', refusal: { code: 'epoch_changed' } },
      { state: 'held', refusal: { code: 'epoch_changed' } },
    ])
    expect(await phone.database.trollies.count()).toBe(0)
    expect(await readSync(phone.database, 'epoch')).toBe('epoch-2')

    expect(await phone.outbox.sendAgain(TROLLY)).toBe(false)
    await phone.knowsTrolly()
    const before = (await phone.queue()).map(({ opId }) => opId)
    expect(await phone.outbox.sendAgain(TROLLY)).toBe(true)
    const again = await phone.queue()
    expect(again).toMatchObject([{ state: 'pending', attempts: 0, expectedVersion: 0 }, { state: 'pending' }])
    for (const { opId } of again) expect(before).not.toContain(opId)
  })
})

const added = (product_no: string): TransportReply => changed({ product_no, before: 0 })

/** The replies of a batch's calls, in order. */
const batchReply = (body: string, replies: readonly TransportReply[]): TransportReply => {
  const { operations } = JSON.parse(body) as { operations: StoredRequest[] }
  const results = replies.map((result, at) => ({
    key: operations[at]?.headers['idempotency-key'],
    status: result.status,
    body: result.body,
  }))
  return reply(200, { results })
}
