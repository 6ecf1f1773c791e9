import { describe, expect, test, vi } from 'vitest'
import { OUTBOX_FORMAT, type StoredRequest } from '#domain/operations/outbox-record.ts'
import { findTrolly } from '#src/store/trollies.ts'
import { readSync } from '#src/sync/sync-state.ts'
import { HOLDER_SILENT_MS } from '#src/sync/waiting.ts'
import { add, aRecord, create, deletion, remove, set, TROLLY } from '#tests/domain/operations/builders.ts'
import { aBasketHead, aPhone, changed, refusal, reply } from './phone.ts'

describe('a reply that never came', () => {
  test('leaves the operation waiting, and the same bytes go again under the same key', async () => {
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

  test('is waited for longer each time, and not at all once the person asks', async () => {
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

describe('an answer that finds the storage full', () => {
  const full = (): Error => Object.assign(new Error('full'), { name: 'QuotaExceededError' })

  test('is kept once what can be fetched again has made room', async () => {
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

  test('loses nothing where no room can be made: the same bytes go again, and count once', async () => {
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

describe('an answer that is not the server’s', () => {
  const answers = [
    ['a captive portal’s page', reply(200, '<html>Welcome</html>')],
    ['JSON of another shape', reply(200, { ok: true })],
    ['a proxy’s 404', reply(404, 'Not found')],
    ['a 404 with a code that is not of that status', reply(404, { message: 'x', code: 'changed' })],
    ['a 502', reply(502, 'Bad gateway')],
    ['409 in_progress', refusal(409, 'in_progress')],
    ['a redirect', reply(0, '')],
    ['a 412 that does not say what stands', refusal(412, 'version_mismatch')],
  ] as const
  test.each(answers)('%s leaves the outcome unknown', async (_, answer) => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2))
    phone.answerWith(answer)
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ state: 'pending', attempts: 1 }])
  })
})

describe('several operations of one trolly', () => {
  test('go as one call, each with its key, and are settled one by one', async () => {
    const phone = aPhone()
    await phone.append(create())
    await phone.append(add(1, 'A'))
    await phone.append(add(2, 'B'))
    const [first, second, third] = await phone.queue()
    const made = reply(200, {
      basket: aBasketHead({ version: 1 }),
      versionBefore: 0,
      detailsVersionBefore: 0,
      line: null,
    })
    phone.answerWith(
      reply(200, {
        results: [
          { key: first?.opId, status: 200, body: made.body },
          { key: second?.opId, status: 200, body: changed({ product_no: 'A', before: 0 }).body },
          { key: third?.opId, status: 424, body: JSON.stringify({ message: 'Not run', code: 'not_run' }) },
        ],
      }),
    )
    await phone.drain()
    expect(phone.sent[0]?.path).toContain(`/basket/new/${TROLLY}/operations`)
    // The third was not run: it goes again, alone, and finds no signal.
    expect(phone.sent[1]).toEqual(phone.sent[0] && JSON.parse(phone.sent[0].body).operations[2])
    expect(await phone.queue()).toMatchObject([{ opId: third?.opId, state: 'pending' }])
  })

  test('that waited for hours go together as soon as the first of them was answered', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    for (const product_no of ['A', 'B', 'C', 'D']) await phone.append(add(1, product_no))
    for (let hour = 0; hour < 5; hour++) {
      await phone.drain()
      phone.clock.advance(3_600_000)
    }
    const before = phone.sent.length
    phone.answerWith(changed({ product_no: 'A', before: 0 }), (batch) => {
      const { operations } = JSON.parse(batch.body) as { operations: StoredRequest[] }
      const results = operations.map(({ headers, body }) => ({
        key: headers['idempotency-key'],
        status: 200,
        body: changed({ product_no: JSON.parse(body).product_no, before: 0 }).body,
      }))
      return reply(200, { results })
    })
    await phone.drain()
    expect(phone.sent.slice(before)).toHaveLength(2)
    expect(await phone.queue()).toEqual([])
  })

  test('of different trollies go beside one another', async () => {
    const phone = aPhone()
    const other = '0190b5a0-0000-7000-8000-000000000002'
    await phone.append(create())
    await phone.append({ ...create(), trollyId: other } as never, other)
    let answer: (reply: ReturnType<typeof refusal>) => void = () => {}
    const later = new Promise<ReturnType<typeof refusal>>((resolve) => {
      answer = resolve
    })
    phone.answerWith(
      () => later,
      () => later,
    )
    const drained = phone.drain()
    await expect.poll(() => phone.sent.length).toBe(2)
    answer(refusal(500, 'internal'))
    await drained
  })
})

describe('the server asks for something else than work', () => {
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
  ])('%i pauses the sender for as long as it says', async (status, code) => {
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

  test('nothing leaves while nobody, or somebody else, is signed in', async () => {
    const phone = aPhone({ token: undefined })
    await phone.knowsTrolly()
    await phone.append(add(2))
    await phone.drain()
    expect(phone.sent).toEqual([])
    expect(await phone.queue()).toMatchObject([{ state: 'pending', attempts: 0 }])
  })
})

describe('the trolly is not there any more', () => {
  test('ordered elsewhere: the lane stands still, and its order is known', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2, 'A'))
    phone.answerWith(
      refusal(409, 'checked_out', { order: { basketId: TROLLY, orderNo: '100001', lines: [] } }),
    )
    await phone.drain()
    await phone.database.outbox.toArray()
    expect(await phone.queue()).toMatchObject([{ state: 'held', refusal: { code: 'checked_out' } }])
    expect(await phone.database.placedOrders.get(TROLLY)).toMatchObject({ orderNo: '100001' })
    expect(await findTrolly(phone.database, TROLLY)).toMatchObject({ readOnly: true })
  })

  test('deleted elsewhere: deleting it is done', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(deletion)
    phone.clock.advance(11_000)
    phone.answerWith(refusal(410, 'trolly_deleted'))
    await phone.drain()
    expect(await phone.queue()).toEqual([])
  })

  test('its lines move to a new trolly in one step', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2, 'A'))
    phone.answerWith(refusal(410, 'trolly_deleted'))
    await phone.drain()
    const fresh = '0190b5a0-0000-7000-8000-000000000009'
    await phone.outbox.moveToNewTrolly(TROLLY, { ...create(), trollyId: fresh } as never)
    expect(await phone.queue()).toMatchObject([
      { lane: fresh, operation: { kind: 'create' }, state: 'pending' },
      { lane: fresh, operation: { kind: 'add', quantity: 2, product_no: 'A' }, state: 'pending' },
    ])
  })
})

describe('two holders of the lock', () => {
  test('a tab that stands still keeps the lock for a while, then loses it, and changes nothing when it goes on', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(set(2))
    let goOn: (answer: ReturnType<typeof reply>) => void = () => {}
    const standing = new Promise<ReturnType<typeof reply>>((resolve) => {
      goOn = resolve
    })
    phone.answerWith(() => standing, changed({ before: 0, quantity: 2 }))
    const frozen = phone.drain()
    await expect.poll(() => phone.sent.length).toBe(1)

    const other = phone.openTab()
    expect(await other.drain()).toEqual({ state: 'busy' })
    phone.clock.advance(HOLDER_SILENT_MS + 1)
    await other.drain()
    expect(await phone.queue()).toEqual([])

    goOn(refusal(422, 'quantity_out_of_range'))
    await frozen
    expect(await phone.queue()).toEqual([])
    expect((await findTrolly(phone.database, TROLLY))?.lines).toMatchObject([{ quantity: 2 }])
  })

  test('a lock left by a clock that was set back is not kept for ever', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(1))
    phone.answerWith(() => new Promise(() => {}))
    void phone.drain()
    await expect.poll(() => phone.sent.length).toBe(1)
    phone.clock.advance(-3_600_000)
    const other = phone.openTab()
    expect((await other.drain()).state).toBe('drained')
  })
})

describe('the database was restored', () => {
  test('rows are forgotten, and what waits is asked about instead of sent', async () => {
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

describe('records of another build', () => {
  test('stand still with their lane, and are not lost', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.database.outbox.add(aRecord(1, remove(), { v: OUTBOX_FORMAT + 1 }))
    await phone.append(add(1, 'B'))
    await phone.drain()
    expect(phone.sent).toEqual([])
    expect(await phone.queue()).toHaveLength(2)
  })
})

describe('a refused creation', () => {
  test('keeps its lane waiting, and goes again for another customer under a new key', async () => {
    const phone = aPhone()
    await phone.append(create())
    await phone.append(add(1, 'A'))
    const [creation] = await phone.queue()
    phone.answerWith(
      reply(200, {
        results: [
          {
            key: creation?.opId,
            status: 403,
            body: JSON.stringify({ message: 'No', code: 'may_not_order' }),
          },
          {
            key: (await phone.queue())[1]?.opId,
            status: 424,
            body: JSON.stringify({ message: 'Not run', code: 'not_run' }),
          },
        ],
      }),
    )
    await phone.drain()
    expect(await phone.queue()).toMatchObject([{ state: 'attention' }, { state: 'pending' }])
    await phone.outbox.createAgain(TROLLY, { ...create(), customerId: 'C2' } as never)
    const [again] = await phone.queue()
    expect(again).toMatchObject({
      state: 'pending',
      operation: { kind: 'create', customerId: 'C2' },
      attempts: 0,
    })
    expect(again?.opId).not.toBe(creation?.opId)
  })
})

describe('a deletion', () => {
  test('can be taken back while it has not left', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(deletion)
    await phone.drain()
    expect(phone.sent).toEqual([])
    expect(await phone.outbox.undoDelete(TROLLY)).toBe(true)
    expect(await findTrolly(phone.database, TROLLY)).toMatchObject({ state: 'open' })
  })
})
