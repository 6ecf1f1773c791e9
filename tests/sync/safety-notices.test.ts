import { expect, test } from 'vitest'
import type { OperationsBody } from '#contract/operations.ts'
import { safetyShown } from '#domain/safety-entries.ts'
import { type SafetyNotice, type SafetyOperation, safetyLane } from '#domain/safety-notices.ts'
import { readShown } from '#src/store/lane-rows.ts'
import { refreshSafetyNotices } from '#src/sync/safety-reads.ts'
import { aPhone, refusal, reply } from './phone.ts'

const LANE = safetyLane('C1')

const aNotice = (id: string, edition = 1): SafetyNotice => ({
  id,
  edition,
  at: '2026-11-24T09:00:00.000Z',
  products: [{ product_no: 'A', name: 'Stock cubes', pack: '', quantity: 2, lastBought: '2026-11-20' }],
  before: { contains: [], mayContain: null },
  after: { contains: ['celery'], mayContain: null },
  recall: null,
  isRead: false,
})

const aRecall = (id: string): SafetyNotice => ({
  ...aNotice(id),
  before: null,
  after: null,
  recall: { reference: 'R-7', batches: [], useBy: '', reason: 'Metal', action: 'destroy', advice: '' },
})

const aUser = async () => {
  const phone = aPhone()
  const refresh = (notices: SafetyNotice[], confirmed?: SafetyNotice[]) =>
    refreshSafetyNotices({
      database: phone.database,
      api: { call: async () => ({ data: notices, confirmed }) } as never,
      customer: { customerId: 'C1', priceListId: 'TRADE' },
    })
  await refresh([aNotice('one'), aNotice('two')])
  return {
    ...phone,
    refresh,
    note: (kind: SafetyOperation['kind'], ...ids: string[]) => {
      const operation: SafetyOperation = { kind, notices: ids.map((id) => ({ id, edition: 1 })) }
      return phone.work.append(LANE, operation)
    },
    shown: async () =>
      (await readShown(phone.database, safetyShown('C1'))).map(
        ({ id, isRead, isConfirmed }) => `${id}${isRead ? ' read' : ''}${isConfirmed ? ' confirmed' : ''}`,
      ),
  }
}

test('a confirmation without a connection takes the notice away at once, and is sent once', async () => {
  const user = await aUser()
  await user.note('read', 'two')
  await user.note('acknowledge', 'one')
  expect(await user.shown()).toEqual(['two read'])
  await user.drain()
  expect(await user.shown()).toEqual(['two read'])
  expect(await user.queue()).toHaveLength(2)
  user.clock.advance(120_000)
  const noted: unknown[] = []
  const answer = (request: { path: string; body: string }) => {
    if (!request.path.startsWith('/api/operations')) {
      noted.push([request.path, JSON.parse(request.body)])
      return reply(200, request.body)
    }
    const { operations } = JSON.parse(request.body) as OperationsBody
    for (const { path, body } of operations) noted.push([path, JSON.parse(body)])
    const results = operations.map(({ headers, body }) => ({
      key: headers['idempotency-key'],
      status: 200,
      body,
    }))
    return reply(200, { results })
  }
  user.answerWith(answer as never, answer as never, answer as never)
  await user.drain()
  await user.drain()
  expect(noted).toEqual(
    [
      { kind: 'read', notices: [{ id: 'two', edition: 1 }] },
      { kind: 'acknowledge', notices: [{ id: 'one', edition: 1 }] },
    ].map((body) => ['/api/customer/C1/safety-notices?v=1', body]),
  )
  expect(await user.queue()).toEqual([])
  expect(await user.shown()).toEqual(['two read'])
})

test('a confirmed recall is known until it is withdrawn', async () => {
  const user = await aUser()
  await user.refresh([aRecall('one')])
  await user.note('acknowledge', 'one')
  expect(await user.shown()).toEqual(['one confirmed'])
  user.answerWith(reply(200, { kind: 'acknowledge', notices: [{ id: 'one', edition: 1 }] }))
  await user.drain()
  expect(await user.queue()).toEqual([])
  expect(await user.shown()).toEqual(['one confirmed'])
  await user.refresh([], [aRecall('one')])
  expect(await user.shown()).toEqual(['one confirmed'])
  await user.refresh([])
  expect(await user.shown()).toEqual([])
})

test('a refused confirmation shows the notice again', async () => {
  const user = await aUser()
  await user.note('acknowledge', 'one')
  user.answerWith(refusal(403, 'may_not_order'))
  await user.drain()
  expect(await user.queue()).toEqual([])
  expect(await user.shown()).toEqual(['one', 'two'])
})

test('a recall that was reworded while its confirmation was on the way is still to be read', async () => {
  const user = await aUser()
  await user.refresh([aNotice('one', 2)])
  await user.note('acknowledge', 'one')
  expect(await user.shown()).toEqual(['one'])
  user.answerWith(reply(200, { kind: 'acknowledge', notices: [{ id: 'one', edition: 1 }] }))
  await user.drain()
  expect(await user.shown()).toEqual(['one'])
})
