import { expect, test } from 'vitest'
import { type DismissalOperation, dismissalsLane, dismissalsShown } from '#domain/dismissals.ts'
import { dismissalsInForce } from '#domain/dismissals-in-force.ts'
import { readShown } from '#src/store/lane-rows.ts'
import { dismissalsNoun } from '#src/sync/dismissals.ts'
import { historyOf } from '#tests/support/kitchen-orders.ts'
import { aPhone, refusal, reply } from './phone.ts'

const LANE = dismissalsLane('C1')
const at = (minute: number): string => `2026-03-03T09:0${minute}:00.000Z`

const aUser = () => {
  const phone = aPhone()
  const change = (kind: DismissalOperation['kind'], product_no: string, minute = 0) => {
    const operation: DismissalOperation = { kind, product_no, at: at(minute) }
    return phone.work.append(LANE, operation)
  }
  const shown = async () =>
    (await readShown(phone.database, dismissalsShown('C1'))).map(({ product_no }) => product_no).sort()
  const refresh = (call: () => Promise<unknown>) =>
    dismissalsNoun.refresh?.({
      database: phone.database,
      api: { call } as never,
      customer: { customerId: 'C1', priceListId: 'TRADE' },
    })
  return { ...phone, change, shown, refresh }
}

test('a dismissal without a connection is shown at once, sent once for its account, and stored as answered', async () => {
  const user = aUser()
  await user.change('dismiss', 'A')
  expect(await user.shown()).toEqual(['A'])
  user.answerWith(reply(200, { product_no: 'A', dismissedAt: at(1) }))
  await user.drain()
  expect(user.sent).toMatchObject([{ method: 'POST', path: '/api/customer/C1/dismissal/A?v=1' }])
  expect(await user.queue()).toEqual([])
  expect(await user.shown()).toEqual(['A'])
})

test('what was dismissed and put back is sent as last shown', async () => {
  const user = aUser()
  await user.change('dismiss', 'A')
  await user.change('putBack', 'A', 2)
  expect(await user.shown()).toEqual([])
  user.answerWith(reply(200, { product_no: 'A', dismissedAt: null }))
  await user.drain()
  expect(user.sent.map(({ method }) => method)).toEqual(['DELETE'])
  expect(await user.queue()).toEqual([])
})

test('a refused dismissal is dropped and asks nothing', async () => {
  const user = aUser()
  await user.change('dismiss', 'A')
  user.answerWith(refusal(404, 'product_not_found'))
  await user.drain()
  expect(await user.queue()).toEqual([])
  expect(await user.shown()).toEqual([])
})

test('a download replaces the stored ones, below unsent changes', async () => {
  const user = aUser()
  await user.change('dismiss', 'MINE', 4)
  await user.refresh(async () => ({ data: [{ product_no: 'OTHER', dismissedAt: at(1) }] }))
  expect(await user.shown()).toEqual(['MINE', 'OTHER'])
})

test('an order that is placed after it ends a dismissal', () => {
  const orderedAt = (minute: number) =>
    historyOf([{ day: 20_000, placedMs: Date.parse(at(minute)), lines: [{ product_no: 'A', quantity: 1 }] }])
  const dismissed = [{ product_no: 'A', dismissedAt: at(2) }]
  expect(dismissalsInForce(dismissed, orderedAt(1))).toEqual(dismissed)
  expect(dismissalsInForce(dismissed, orderedAt(3))).toEqual([])
})
