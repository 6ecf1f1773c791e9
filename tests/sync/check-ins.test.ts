import { describe, expect, test } from 'vitest'
import { type CheckInMade, type CheckInOperation, checkInsLane } from '#domain/check-ins.ts'
import { checkInsShown } from '#domain/check-ins-shown.ts'
import type { ApiClient } from '#src/api/client.ts'
import { type CheckInDraft, changeDraft, draftQuery } from '#src/store/check-in-draft.ts'
import { clearCaches } from '#src/store/clearing.ts'
import { readShown, takeRefusals } from '#src/store/lane-rows.ts'
import { refreshCheckIns } from '#src/sync/check-ins-read.ts'
import { aPhone, refusal, reply } from './phone.ts'

const ORDER = '0190b5a0-0000-7000-8000-000000000001'
const CHECK_IN = '0190b5a0-0000-7000-8000-000000000002'
const PHOTO = '0190b5a0-0000-7000-8000-000000000003'
const LANE = checkInsLane('C1')
const OF = { orderId: ORDER, orderNo: '110216', checkInId: CHECK_IN }
const MADE: CheckInMade = {
  checkInId: CHECK_IN,
  at: '2026-11-26T09:10:00.000Z',
  checked: [1],
  lines: [{ position: 0, problem: 'damaged', quantity: 1, seenQuantity: 0, reason: 'Crushed' }],
  signedBy: 'Sam',
  signature: 'M0 0 L10 10',
  driverPin: '',
  empties: [{ kind: 'crates', quantity: 2 }],
}
const MADE_HERE: CheckInOperation = { ...OF, kind: 'check_in', made: MADE }
const PHOTO_HERE: CheckInOperation = { ...OF, kind: 'photo', photoId: PHOTO, position: 0, data: '/9j/' }

const aKitchen = () => {
  const phone = aPhone()
  const add = (operation: CheckInOperation) => phone.work.append(LANE, operation)
  const shown = () => readShown(phone.database, checkInsShown('C1'))
  const refresh = (api: ApiClient) =>
    refreshCheckIns({
      database: phone.database,
      api,
      customer: { customerId: 'C1', priceListId: 'TRADE' },
    })
  return { ...phone, add, shown, refresh }
}

test('an answer to a claim that is decided by now is told once, and holds nothing up', async () => {
  const phone = aKitchen()
  await phone.add({ ...OF, kind: 'answer', answerId: PHOTO, at: MADE.at, words: 'Two boxes' })
  phone.answerWith(refusal(409, 'claim_decided'))
  await phone.drain()
  expect(await phone.queue()).toEqual([])
  expect(await takeRefusals(phone.database)).toMatchObject([{ code: 'claim_decided' }])
})

test('what is being counted stays when the session ends', async () => {
  const phone = aKitchen()
  const { database } = phone
  const order = { id: ORDER, customerId: 'C1' }
  const draft: CheckInDraft = { checkInId: CHECK_IN, checked: [1], problems: {} }
  await changeDraft(database, order, () => draft)
  await phone.add(PHOTO_HERE)
  await clearCaches(database)
  expect(await draftQuery(order).read(database)).toEqual(draft)
  await phone.drain()
  expect(phone.sent[0]?.body).toContain('/9j/')
})

describe('a delivery checked in without a connection', () => {
  test.each(['', ' by an earlier build'])(
    'is shown at once, and sent before its photos, each alone%s',
    async (by) => {
      const phone = aKitchen()
      await phone.add(MADE_HERE)
      await phone.add(PHOTO_HERE)
      expect(await phone.shown()).toMatchObject([
        { id: CHECK_IN, state: 'open', isWaiting: true, photos: [{ id: PHOTO, position: 0 }] },
      ])
      // The outbox is read with each tap: a photo's bytes are not in it. Earlier builds, which would send it so, know no such kind.
      const kept = { ...OF, kind: 'kept_photo', photoId: PHOTO, position: 0 }
      expect((await phone.queue())[1]?.operation).toEqual(kept)
      if (by !== '') {
        const [, photo] = await phone.queue()
        await phone.database.outbox.update(photo?.seq ?? 0, { operation: PHOTO_HERE })
        await phone.database.rows.clear()
      }
      phone.answerWith(reply(200, { id: CHECK_IN }), reply(200, { id: PHOTO }))
      await phone.drain()
      expect(phone.sent.map(({ path }) => path)).toEqual([
        `/api/order/transaction/${ORDER}/check-in?v=1`,
        `/api/order/transaction/${ORDER}/check-in/${CHECK_IN}/photo?v=1`,
      ])
      expect(JSON.parse(phone.sent[1]?.body ?? '')).toEqual({ photoId: PHOTO, position: 0, data: '/9j/' })
      expect(await phone.queue()).toEqual([])
      expect(await phone.database.rows.filter(({ id }) => id === PHOTO).count()).toBe(0)
      expect(await phone.shown()).toMatchObject([
        { id: CHECK_IN, state: 'open', isWaiting: false, photos: [{ id: PHOTO, position: 0 }] },
      ])
    },
  )

  test('is sent with the same bytes under the same key after a lost reply', async () => {
    const phone = aKitchen()
    await phone.add(MADE_HERE)
    await phone.drain()
    await phone.work.hurry()
    phone.answerWith(reply(200, { id: CHECK_IN }))
    await phone.drain()
    const [first, second] = phone.sent
    expect(second).toEqual(first)
    expect(await phone.queue()).toEqual([])
  })

  test('that comes too late is told once, and its photos wait for nobody', async () => {
    const phone = aKitchen()
    await phone.add(MADE_HERE)
    await phone.add(PHOTO_HERE)
    phone.answerWith(refusal(422, 'claim_too_late'), refusal(404, 'claim_not_found'))
    await phone.drain()
    expect(await phone.queue()).toEqual([])
    expect(await phone.shown()).toEqual([])
    expect(await takeRefusals(phone.database)).toMatchObject([{ code: 'claim_too_late' }])
  })

  test('that is refused is counted again, with its photos, beneath what was counted since', async () => {
    const phone = aKitchen()
    const order = { id: ORDER, customerId: 'C1' }
    const refuse = async () => {
      await phone.add(MADE_HERE)
      await phone.add(PHOTO_HERE)
      phone.answerWith(refusal(422, 'claim_too_late'))
      await phone.drain()
      expect(await phone.queue()).toEqual([])
      return await draftQuery(order).read(phone.database)
    }
    const { position: _, ...crushed } = MADE.lines[0] as CheckInMade['lines'][number]
    const back = { ...crushed, photos: [{ id: PHOTO, data: '/9j/' }] }
    expect(await refuse()).toEqual({ ...MADE, problems: { 0: back } })
    const since: CheckInDraft = {
      checkInId: PHOTO,
      checked: [0, 2],
      problems: { 1: { ...back, quantity: 2 } },
    }
    await changeDraft(phone.database, order, () => since)
    expect(await refuse()).toEqual({
      ...MADE,
      checkInId: PHOTO,
      checked: [2],
      problems: { 0: back, ...since.problems },
    })
  })

  test('shows what the server says while a photo is unanswered, and the photo once', async () => {
    const phone = aKitchen()
    await phone.add(MADE_HERE)
    await phone.add(PHOTO_HERE)
    phone.answerWith(reply(200, { id: CHECK_IN }))
    await phone.drain()
    const [here] = await phone.shown()
    const data = [{ ...here, state: 'accepted', photos: [{ id: PHOTO, position: 0 }] }]
    await phone.refresh({ hasToken: () => true, call: async () => ({ data }) as never })
    expect(await phone.shown()).toMatchObject([{ state: 'accepted', photos: [{ id: PHOTO }] }])
    await phone.work.hurry()
    phone.answerWith(reply(200, { id: PHOTO }))
    await phone.drain()
    expect(await phone.shown()).toMatchObject([{ isWaiting: false, photos: [{ id: PHOTO }] }])
  })

  test('keeps what waits when the list is read meanwhile', async () => {
    const phone = aKitchen()
    await phone.add(MADE_HERE)
    await phone.refresh({ hasToken: () => true, call: async () => ({ data: [] }) as never })
    expect(await phone.shown()).toMatchObject([{ id: CHECK_IN, isWaiting: true }])
  })
})
