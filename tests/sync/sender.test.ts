import { describe, expect, test } from 'vitest'
import { OUTBOX_FORMAT, type StoredRequest } from '#domain/outbox/record.ts'
import { findTrolly } from '#src/store/trollies/trollies.ts'
import { GATHER_MS } from '#src/sync/engine/waiting.ts'
import { add, aRecord, create, deletion, remove, TROLLY } from '#tests/domain/trollies/builders.ts'
import { aBasketHead, anOrder, aPhone, changed, refusal, reply } from './phone.ts'

describe('several operations of a trolly', () => {
  test('are sent in one call, each with its key, and settled one by one', async () => {
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
    expect(phone.sent[0]?.path).toBe('/api/operations?v=1')
    // The third was not run: it is sent again, alone, and fails for lack of a connection.
    expect(phone.sent[1]).toEqual(phone.sent[0] && JSON.parse(phone.sent[0].body).operations[2])
    expect(await phone.queue()).toMatchObject([{ opId: third?.opId, state: 'pending' }])
  })

  test('that waited for hours are sent together once the first was answered', async () => {
    const { phone, before } = await hoursWithoutSignal()
    phone.answerWith(changed({ product_no: 'A', before: 0 }), allAdded)
    await phone.drain()
    expect(phone.sent.slice(before)).toHaveLength(2)
    expect(await phone.queue()).toEqual([])
  })

  test('that waited for hours are sent together at once if the connection is known to be back', async () => {
    const { phone, before } = await hoursWithoutSignal()
    await phone.outbox.hurry()
    // The attempts are still counted.
    expect((await phone.queue()).map(({ attempts }) => attempts)).toEqual([5, 3, 3, 3])
    phone.answerWith(allAdded)
    await phone.drain()
    expect(phone.sent.slice(before)).toHaveLength(1)
    expect(await phone.queue()).toEqual([])
  })

  test('added while others are sent wait for the next run, which comes soon', async () => {
    const phone = aPhone()
    await phone.append(create())
    phone.answerWith(async () => {
      await phone.append(add(1, 'A'))
      return reply(200, {
        ...{ basket: aBasketHead({ version: 1 }), versionBefore: 0, detailsVersionBefore: 0, line: null },
      })
    })
    const drained = await phone.drain()
    expect(phone.sent).toHaveLength(1)
    expect(drained).toEqual({ state: 'drained', wakeAt: phone.clock.now() + GATHER_MS })
    phone.answerWith(changed({ product_no: 'A', before: 0 }))
    await phone.drain()
    expect(await phone.queue()).toEqual([])
  })

  test('are not delayed by another trolly', async () => {
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

describe('a trolly that is no longer open', () => {
  test('ordered elsewhere: the lane is on hold, and the order is stored', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2, 'A'))
    phone.answerWith(refusal(409, 'checked_out', { order: anOrder() }))
    await phone.drain()
    await phone.database.outbox.toArray()
    expect(await phone.queue()).toMatchObject([{ state: 'held', refusal: { code: 'checked_out' } }])
    expect(await phone.database.placedOrders.get(TROLLY)).toMatchObject({ orderNo: '100001' })
    expect(await findTrolly(phone.database, TROLLY)).toMatchObject({ readOnly: true })
  })

  test('deleted elsewhere: a deletion counts as done', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(deletion)
    phone.clock.advance(11_000)
    phone.answerWith(refusal(410, 'trolly_deleted'))
    await phone.drain()
    expect(await phone.queue()).toEqual([])
  })

  test('can have its lines moved to a new trolly in one step', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(add(2, 'A'))
    phone.answerWith(refusal(410, 'trolly_deleted'))
    await phone.drain()
    const fresh = '0190b5a0-0000-7000-8000-000000000009'
    await phone.outbox.moveToNewTrolly(TROLLY, { ...create(), trollyId: fresh } as never)
    expect(await phone.queue()).toMatchObject([
      { lane: `trolly:${fresh}`, operation: { kind: 'create' }, state: 'pending' },
      { lane: `trolly:${fresh}`, operation: { kind: 'add', quantity: 2, product_no: 'A' }, state: 'pending' },
    ])
  })
})

describe('records from another build', () => {
  test('put their lane on hold, and are not lost', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.database.outbox.add(aRecord(1, remove(), { v: OUTBOX_FORMAT + 1 }))
    await phone.append(add(1, 'B'))
    await phone.drain()
    expect(phone.sent).toEqual([])
    expect(await phone.queue()).toHaveLength(2)
  })

  test('of an unknown kind are on hold, while known ones are sent', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    const unknown = { kind: 'gift' } as never
    await phone.database.outbox.bulkAdd([
      aRecord(1, unknown, { lane: 'trolly:other' }),
      aRecord(2, unknown, { lane: 'voucher:1' }),
    ])
    await phone.append(add(1, 'B'))
    phone.answerWith(changed({ product_no: 'B', before: 0 }))
    await phone.drain()
    expect(phone.sent).toHaveLength(1)
    expect(await phone.queue()).toMatchObject([
      { lane: 'trolly:other', state: 'pending', attempts: 0 },
      { lane: 'voucher:1', state: 'pending', attempts: 0 },
    ])
  })
})

describe('a refused creation', () => {
  test('keeps its lane waiting, and is retried for another customer under a new key', async () => {
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
  test('can be undone before it is sent', async () => {
    const phone = aPhone()
    await phone.knowsTrolly()
    await phone.append(deletion)
    await phone.drain()
    expect(phone.sent).toEqual([])
    expect(await phone.outbox.undoDelete(TROLLY)).toBe(true)
    expect(await findTrolly(phone.database, TROLLY)).toMatchObject({ state: 'open' })
  })
})

/** Four lines added on a phone that then retried for five hours; `before`: how many requests it made. */
const hoursWithoutSignal = async () => {
  const phone = aPhone()
  await phone.knowsTrolly()
  for (const product_no of ['A', 'B', 'C', 'D']) await phone.append(add(1, product_no))
  for (let hour = 0; hour < 5; hour++) {
    await phone.drain()
    phone.clock.advance(3_600_000)
  }
  return { phone, before: phone.sent.length }
}

/** Each operation of a batch has added its line. */
const allAdded = (batch: StoredRequest) => {
  const { operations } = JSON.parse(batch.body) as { operations: StoredRequest[] }
  const results = operations.map(({ headers, body }) => ({
    key: headers['idempotency-key'],
    status: 200,
    body: changed({ product_no: JSON.parse(body).product_no, before: 0 }).body,
  }))
  return reply(200, { results })
}
