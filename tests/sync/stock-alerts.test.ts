import { describe, expect, test } from 'vitest'
import {
  type StockAlert,
  type StockAlertOperation,
  stockAlertsLane,
  stockAlertsShown,
} from '#domain/stock-alerts.ts'
import type { ApiClient } from '#src/api/client.ts'
import { clearCaches } from '#src/store/clearing.ts'
import { readRows, readShown, replaceRows, takeRefusals } from '#src/store/lane-rows.ts'
import { stockAlertsNoun } from '#src/sync/stock-alerts.ts'
import { aPhone, refusal, reply } from './phone.ts'

const TROLLY = '0190b5a0-0000-7000-8000-000000000001'
const CUSTOMER = { customerId: 'C1', priceListId: 'TRADE' }
const LANE = stockAlertsLane('C1')
const at = (minute: number): string => `2026-03-03T09:0${minute}:00.000Z`
const waiting = (product_no: string, minute = 1): StockAlert => ({
  product_no,
  askedAt: at(minute),
  toldAt: null,
})

const aUser = () => {
  const phone = aPhone()
  const change = (kind: StockAlertOperation['kind'], product_no: string, minute = 0) => {
    const operation: StockAlertOperation = { kind, product_no, trollyId: TROLLY, at: at(minute) }
    return phone.work.append(LANE, operation)
  }
  const alerts = () => readShown(phone.database, stockAlertsShown('C1'))
  const shown = async () => (await alerts()).map(({ product_no }) => product_no)
  /** The server's list as it was read. */
  const knows = (...stored: StockAlert[]) =>
    replaceRows(phone.database, LANE, stored, ({ product_no }) => product_no)
  const refresh = (api: ApiClient) =>
    stockAlertsNoun.refresh?.({ database: phone.database, api, customer: CUSTOMER })
  return { ...phone, change, alerts, shown, knows, refresh }
}

const said = (alert: StockAlert) => reply(200, { customerId: 'C1', ...alert })
const gone = (product_no: string, epoch = 'epoch-1') =>
  reply(200, { product_no, customerId: 'C1', askedAt: null, toldAt: null }, { epoch })

describe('an alert asked for offline', () => {
  test('is shown at once and sent once, naming the account of a trolly that the server may not know', async () => {
    const user = aUser()
    await user.change('ask', 'A')
    expect(await user.shown()).toEqual(['A'])
    user.answerWith(said(waiting('A')))
    await user.drain()
    expect(user.sent).toMatchObject([{ method: 'POST' }])
    expect(user.sent[0]?.path).toBe(`/api/order/trolly/${TROLLY}/item/A/stock-alert?v=1&customerId=C1`)
    expect(await user.queue()).toEqual([])
    expect(await user.alerts()).toEqual([waiting('A')])
  })

  test('and withdrawn before it was sent leaves nothing to send', async () => {
    const user = aUser()
    await user.knows()
    await user.change('ask', 'A')
    await user.change('withdraw', 'A')
    expect(await user.queue()).toEqual([])
    expect(await user.shown()).toEqual([])
    await user.drain()
    expect(user.sent).toEqual([])
  })

  test('and withdrawn is sent as withdrawn where the server may have it: after a sign-out', async () => {
    const user = aUser()
    await user.knows(waiting('A'))
    await clearCaches(user.database)
    expect(await readRows(user.database, LANE)).toEqual([])
    await user.change('ask', 'A')
    await user.change('withdraw', 'A')
    user.answerWith(gone('A'))
    await user.drain()
    expect(user.sent.map(({ method }) => method)).toEqual(['DELETE'])
    expect(await user.queue()).toEqual([])
  })

  test('and withdrawn while the first call is unanswered sends both, so that the last state wins', async () => {
    const user = aUser()
    await user.knows()
    await user.change('ask', 'A')
    await user.drain()
    await user.change('withdraw', 'A')
    expect(await user.shown()).toEqual([])
    user.answerWith(said(waiting('A')), gone('A'))
    await user.work.hurry()
    await user.drain()
    expect(user.sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
    expect(await user.shown()).toEqual([])
  })

  test('of another account is in a lane of its own', async () => {
    const user = aUser()
    await user.change('ask', 'A')
    const operation: StockAlertOperation = { kind: 'ask', product_no: 'B', trollyId: TROLLY, at: at(1) }
    await user.work.append(stockAlertsLane('C2'), operation)
    expect(await user.shown()).toEqual(['A'])
    expect((await user.queue()).map(({ lane }) => lane)).toEqual(['stock-alerts:C1', 'stock-alerts:C2'])
  })
})

test('a stored alert that is withdrawn and asked for again is sent as last shown', async () => {
  const user = aUser()
  await user.knows(waiting('A'))
  await user.change('withdraw', 'A')
  expect(await user.shown()).toEqual([])
  await user.change('ask', 'A', 3)
  expect(await user.queue()).toMatchObject([{ operation: { kind: 'ask' } }])
  expect(await user.shown()).toEqual(['A'])
})

test('one that came true waits again once it is asked for again', async () => {
  const user = aUser()
  await user.knows({ ...waiting('A'), toldAt: at(2) })
  await user.change('ask', 'A', 3)
  expect(await user.alerts()).toEqual([waiting('A', 3)])
})

describe('an alert never needs a decision', () => {
  test('if it is refused: it is removed, and reported to the next page', async () => {
    const user = aUser()
    await user.change('ask', 'A')
    user.answerWith(refusal(404, 'product_not_found'))
    await user.drain()
    expect(await user.queue()).toEqual([])
    expect(await user.shown()).toEqual([])
    const refused = await takeRefusals(user.database)
    expect(refused).toMatchObject([{ noun: 'stock-alerts', code: 'product_not_found' }])
    expect(stockAlertsNoun.words.refused?.(refused as never, () => 'Plums')).toBe(
      'We can’t tell you about: Plums. No longer sold.',
    )
  })

  test('after a restored database or after months: it is sent again under the same key', async () => {
    const user = aUser()
    await user.change('ask', 'A')
    user.answerWith(reply(200, {}, { epoch: 'epoch-1' }))
    await user.drain()
    user.clock.advance(70 * 24 * 3_600_000)
    user.answerWith(
      reply(502, '', { epoch: 'epoch-2' }),
      reply(200, { customerId: 'C1', ...waiting('A') }, { epoch: 'epoch-2' }),
    )
    await user.drain()
    user.clock.advance(120_000)
    await user.drain()
    expect(await user.queue()).toEqual([])
    expect(await user.shown()).toEqual(['A'])
    expect(new Set(user.sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })
})

describe('a download of alerts', () => {
  const apiWith = (...alerts: StockAlert[]) =>
    ({
      call: async () => ({ data: alerts.map((alert) => ({ ...alert, product: null })) }),
    }) as { call: () => Promise<unknown> } & ApiClient

  test('replaces the stored ones, below unsent changes', async () => {
    const user = aUser()
    await user.knows(waiting('OLD'))
    await user.change('ask', 'MINE', 4)
    await user.refresh(apiWith(waiting('NEW')))
    expect(await user.shown()).toEqual(['MINE', 'NEW'])
  })

  test('that started before a change was answered is repeated instead of stored', async () => {
    const user = aUser()
    await user.change('ask', 'A')
    user.answerWith(() => said(waiting('A')))
    let asked = 0
    const api = {
      call: async () => {
        asked += 1
        const before = await apiWith(...(asked === 1 ? [] : [waiting('A')])).call()
        if (asked === 1) await user.drain()
        return before
      },
    } as never
    await user.refresh(api)
    expect(asked).toBe(2)
    expect(await user.shown()).toEqual(['A'])
  })

  test('is not stored while a change is unanswered', async () => {
    const user = aUser()
    await user.change('ask', 'A')
    await user.drain()
    await user.refresh(apiWith())
    await user.change('withdraw', 'A')
    expect(await user.shown()).toEqual([])
    expect(await user.queue()).toHaveLength(2)
  })
})
