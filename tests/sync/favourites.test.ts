import { describe, expect, test } from 'vitest'
import {
  FAVOURITES_LANE,
  FAVOURITES_SHOWN,
  type Favourite,
  type FavouriteOperation,
} from '#domain/favourites.ts'
import type { ApiClient } from '#src/api/client.ts'
import { clearCaches } from '#src/store/clearing.ts'
import { readRows, readShown, replaceRows, takeRefusals } from '#src/store/lane-rows.ts'
import { favouritesNoun } from '#src/sync/favourites.ts'
import { add } from '#tests/domain/trollies/builders.ts'
import { aPhone, refusal, reply } from './phone.ts'

const TROLLY = '0190b5a0-0000-7000-8000-000000000001'
const CUSTOMER = { customerId: 'C1', priceListId: 'TRADE' }
const at = (minute: number): string => `2026-03-03T09:0${minute}:00.000Z`

const favourite = (
  kind: FavouriteOperation['kind'],
  product_no: string,
  minute: number,
): FavouriteOperation => ({ kind, product_no, trollyId: TROLLY, at: at(minute) })

const aUser = () => {
  const phone = aPhone()
  const change = (kind: FavouriteOperation['kind'], product_no: string, minute = 0) =>
    phone.work.append(FAVOURITES_LANE, favourite(kind, product_no, minute))
  const shown = async () =>
    (await readShown(phone.database, FAVOURITES_SHOWN)).map(({ product_no }) => product_no)
  const stores = (...favourites: Favourite[]) =>
    replaceRows(phone.database, FAVOURITES_LANE, favourites, ({ product_no }) => product_no)
  const refresh = (api: ApiClient) =>
    favouritesNoun.refresh?.({ database: phone.database, api, customer: CUSTOMER })
  return { ...phone, change, shown, stores, refresh }
}

const said = (product_no: string, addedAt: string | null, epoch = 'epoch-1') =>
  reply(200, { product_no, addedAt }, { epoch })

describe('favourites offline', () => {
  test('are shown at once, most recent first, and sent once online', async () => {
    const user = aUser()
    await user.change('star', 'A', 1)
    await user.change('star', 'B', 2)
    expect(await user.shown()).toEqual(['B', 'A'])
    user.answerWith((request) =>
      reply(200, {
        results: (
          JSON.parse(request.body) as { operations: { path: string; headers: Record<string, string> }[] }
        ).operations.map(({ path, headers }) => ({
          key: headers['idempotency-key'],
          status: 200,
          body: JSON.stringify({ product_no: path.includes('/A') ? 'A' : 'B', addedAt: at(5) }),
        })),
      }),
    )
    await user.drain()
    expect(user.sent).toHaveLength(1)
    expect(await user.queue()).toEqual([])
    expect((await user.shown()).toSorted()).toEqual(['A', 'B'])
  })

  test('removed and added again are sent as last shown: a restored server may have lost them', async () => {
    const user = aUser()
    await user.stores({ product_no: 'A', addedAt: at(1) })
    await user.change('unstar', 'A')
    await user.change('star', 'A')
    user.answerWith(said('A', at(2)))
    await user.drain()
    expect(user.sent.map(({ method }) => method)).toEqual(['POST'])
    expect(await user.queue()).toEqual([])
    expect(await user.shown()).toEqual(['A'])
  })

  test('cleared by a sign-out, then pressed twice, are removed as last shown', async () => {
    const user = aUser()
    await user.stores({ product_no: 'A', addedAt: at(1) })
    await clearCaches(user.database)
    await user.change('star', 'A')
    await user.change('unstar', 'A')
    expect(await user.shown()).toEqual([])
    user.answerWith(said('A', null))
    await user.drain()
    expect(user.sent.map(({ method }) => method)).toEqual(['DELETE'])
    expect(await user.queue()).toEqual([])
  })

  test('removed before a sign-out, then pressed twice, are still removed', async () => {
    const user = aUser()
    await user.stores({ product_no: 'A', addedAt: at(1) }, { product_no: 'B', addedAt: at(2) })
    await user.change('unstar', 'A')
    await clearCaches(user.database)
    expect(await user.shown()).toEqual(['B'])
    await user.change('star', 'A')
    await user.change('unstar', 'A')
    expect(await user.queue()).toMatchObject([{ operation: { kind: 'unstar', product_no: 'A' } }])
  })

  test('changed back while a call is unanswered are sent, so that the last state wins', async () => {
    const user = aUser()
    await user.change('star', 'A')
    await user.drain()
    await user.change('unstar', 'A')
    expect(await user.shown()).toEqual([])
    user.answerWith(said('A', at(1)), said('A', null))
    await user.work.hurry()
    await user.drain()
    expect(user.sent.map(({ method }) => method)).toEqual(['POST', 'POST', 'DELETE'])
    expect(await user.shown()).toEqual([])
    expect(await user.queue()).toEqual([])
  })

  test('are sent while a trolly needs a decision', async () => {
    const user = aUser()
    await user.knowsTrolly()
    await user.append(add(1, 'A'))
    user.answerWith(refusal(404, 'product_not_found'))
    await user.drain()
    await user.change('star', 'B')
    user.answerWith(said('B', at(1)))
    await user.drain()
    expect(await user.queue()).toMatchObject([{ state: 'attention' }])
    expect(await user.shown()).toEqual(['B'])
  })
})

test('are cleared by a sign-out if nothing is unsent', async () => {
  const user = aUser()
  await user.stores({ product_no: 'A', addedAt: at(1) })
  await clearCaches(user.database)
  expect(await readRows(user.database, FAVOURITES_LANE)).toEqual([])
})

describe('a favourite never needs a decision', () => {
  test('if the product is refused: it is removed, and reported to the next page', async () => {
    const user = aUser()
    await user.change('star', 'A')
    user.answerWith(refusal(404, 'product_not_found'))
    await user.drain()
    expect(await user.queue()).toEqual([])
    expect(await user.shown()).toEqual([])
    expect(await takeRefusals(user.database)).toMatchObject([
      { noun: 'favourites', operation: { product_no: 'A' }, code: 'product_not_found' },
    ])
    expect(await takeRefusals(user.database)).toEqual([])
  })

  test('after a restored database or after months: it is sent again', async () => {
    const user = aUser()
    await user.change('star', 'A')
    user.answerWith(reply(200, {}, { epoch: 'epoch-1' }))
    await user.drain()
    user.clock.advance(70 * 24 * 3_600_000)
    user.answerWith(reply(502, '', { epoch: 'epoch-2' }), said('A', at(1), 'epoch-2'))
    await user.drain()
    user.clock.advance(120_000)
    await user.drain()
    expect(await user.queue()).toEqual([])
    expect(await user.shown()).toEqual(['A'])
    expect(new Set(user.sent.map(({ headers }) => headers['idempotency-key'])).size).toBe(1)
  })
})

describe('a download of favourites', () => {
  const apiWith = (product_nos: string[]) =>
    ({
      call: async () => ({
        data: product_nos.map((product_no) => ({ product_no, addedAt: at(3), product: null })),
        total: product_nos.length,
        page: 1,
        pageLength: 96,
      }),
    }) as { call: () => Promise<unknown> } & ApiClient

  test('replaces the stored ones, below unsent changes', async () => {
    const user = aUser()
    await user.stores({ product_no: 'OLD', addedAt: at(0) })
    await user.change('star', 'MINE', 4)
    await user.refresh(apiWith(['NEW']))
    expect(await user.shown()).toEqual(['MINE', 'NEW'])
  })

  test('that started before a change was answered is repeated instead of stored', async () => {
    const user = aUser()
    await user.change('star', 'A')
    user.answerWith(() => said('A', at(3)))
    let asked = 0
    const api = {
      call: async () => {
        asked += 1
        const before = await apiWith(asked === 1 ? [] : ['A', 'B']).call()
        if (asked === 1) await user.drain()
        return before
      },
    } as never
    await user.refresh(api)
    expect(asked).toBe(2)
    expect((await user.shown()).toSorted()).toEqual(['A', 'B'])
  })

  test('is not stored while a change is unanswered', async () => {
    const user = aUser()
    await user.change('star', 'A')
    await user.drain()
    await user.refresh(apiWith([]))
    await user.change('unstar', 'A')
    expect(await user.shown()).toEqual([])
    expect(await user.queue()).toHaveLength(2)
  })
})
