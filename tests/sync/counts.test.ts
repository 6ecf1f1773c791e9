import { describe, expect, test } from 'vitest'
import {
  type Count,
  type CountOperation,
  type CountStart,
  countsLane,
  refusedCountsText,
} from '#domain/counts/count.ts'
import { countsShown } from '#domain/counts/view.ts'
import type { ApiClient } from '#src/api/client.ts'
import { clearCaches } from '#src/store/clearing.ts'
import { readShown, replaceRows, takeRefusals } from '#src/store/lane-rows.ts'
import { refreshCounts } from '#src/sync/counts/reads.ts'
import { aPhone, refusal, reply } from './phone.ts'

const LANE = countsLane('C1')
const AT = '2026-03-03T07:12:00.000Z'
const START: CountStart = {
  id: '0190b5a0-0000-7000-8000-000000000001',
  templateId: '0190b5a0-0000-7000-8000-000000000002',
  startedAt: AT,
  startedByName: 'Sam',
}
const entry = (product_no: string, halves: number | null) => ({ product_no, halves, countedAt: AT })

const aUser = () => {
  const phone = aPhone()
  const change = (operation: CountOperation) => phone.work.append(LANE, operation)
  const enter = (product_no: string, halves: number | null) =>
    change({ kind: 'enter', start: START, ...entry(product_no, halves) })
  const close = (state: 'open' | 'ordered' | 'discarded') => change({ kind: 'close', start: START, state })
  const shown = () => readShown(phone.database, countsShown('C1'))
  const entries = async () =>
    Object.fromEntries(
      (await shown())[0]?.entries.map(({ product_no, halves }) => [product_no, halves]) ?? [],
    )
  const knows = (...stored: Count[]) => replaceRows(phone.database, LANE, stored, ({ id }) => id)
  const refresh = (data: Count[]) =>
    refreshCounts({
      database: phone.database,
      api: { call: async () => ({ data }) } as unknown as ApiClient,
      customer: { customerId: 'C1', priceListId: 'TRADE' },
    })
  return { ...phone, enter, close, shown, entries, knows, refresh }
}

const said = (state: Count['state'], changed: ReturnType<typeof entry> | null) =>
  reply(200, { ...START, state, entry: changed })

describe('a count offline', () => {
  test('begins with its first entry, the last entry for a product wins, and one call sends it', async () => {
    const user = aUser()
    await user.enter('A', 6)
    await user.enter('A', 7)
    expect(await user.shown()).toEqual([{ ...START, state: 'open', entries: [entry('A', 7)] }])
    user.answerWith(said('open', entry('A', 7)))
    await user.drain()
    expect(user.sent.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      [
        'PUT',
        `/api/customer/C1/count/${START.id}/item/A?v=1`,
        { templateId: START.templateId, startedAt: AT, halves: 7, countedAt: AT },
      ],
    ])
    expect(await user.queue()).toEqual([])
    expect(await user.entries()).toEqual({ A: 7 })
  })

  test('goes on where another device stopped, and keeps its entries beside one’s own', async () => {
    const user = aUser()
    await user.knows({ ...START, state: 'open', entries: [entry('A', 1), entry('B', 2)] })
    await user.enter('B', 4)
    await user.enter('C', null)
    expect(await user.entries()).toEqual({ A: 1, B: 4, C: null })
    await user.refresh([{ ...START, state: 'open', entries: [entry('A', 9), entry('B', 2)] }])
    expect(await user.entries()).toEqual({ A: 9, B: 4, C: null })
  })

  test('is gone once finished or discarded, and back if that is undone before it is sent', async () => {
    const user = aUser()
    await user.enter('A', 6)
    await user.close('discarded')
    expect(await user.shown()).toEqual([])
    await user.close('open')
    expect(await user.entries()).toEqual({ A: 6 })
    expect(await user.queue()).toHaveLength(2)
  })

  test('survives a sign-out with its unsent entries', async () => {
    const user = aUser()
    await user.knows({ ...START, state: 'open', entries: [entry('A', 1)] })
    await user.enter('B', 2)
    await clearCaches(user.database)
    expect(await user.entries()).toEqual({ A: 1, B: 2 })
  })
})

test('an entry into a count that a colleague has finished is reported, and the count is gone', async () => {
  const user = aUser()
  await user.knows({ ...START, state: 'open', entries: [entry('A', 1)] })
  await user.enter('B', 2)
  user.answerWith(refusal(409, 'count_closed'))
  await user.drain()
  expect(await user.queue()).toEqual([])
  expect(await user.shown()).toEqual([])
  const refused = (await takeRefusals(user.database)) as never
  expect(refusedCountsText(refused, (product_no) => `Product ${product_no}`)).toBe(
    'Not counted: Product B. Someone had finished or discarded this count.',
  )
})

test('a list is not stored while an entry is unanswered', async () => {
  const user = aUser()
  await user.enter('A', 6)
  await user.drain()
  await user.refresh([])
  expect(await user.entries()).toEqual({ A: 6 })
})
