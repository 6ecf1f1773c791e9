import { and, asc, eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkIns } from '#contract/check-ins.ts'
import { claims } from '#contract/claims.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { activeOrders } from '#contract/orders.ts'
import { checkInLines, checkInPhotos, checkIns as checkInRows } from '#server/db/schema/check-ins.ts'
import { customers } from '#server/db/schema/customers.ts'
import { mailQueue } from '#server/db/schema/mail-queue.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import { aShared, READS_CUSTOMER, SIGNED_IN, STAFF, testAccess, USES_ORDER } from '#tests/support/access.ts'
import { aCustomer, aProduct, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { anInvoicedOrder, type LineParts } from '#tests/support/invoices.ts'
import { startTestApp } from '#tests/support/server.ts'

/** The lorry came at 09:00. */
const DAY = '2026-11-26'
const AT_THE_DOOR = new Date('2026-11-26T09:10:00.000Z')
let now = AT_THE_DOOR
const server = await startTestApp({ now: () => now })
const { app, database, call } = server
const importCsv = importerInto(database)
const staff = await aUser(database, { accountType: 'ST' })

beforeEach(() => {
  now = AT_THE_DOOR
})

type Body = BodyOf<typeof checkIns.create>
type Line = Body['lines'][number]

const aLine = (parts: Partial<Line> = {}): Line => ({
  position: 0,
  problem: 'damaged',
  quantity: 1,
  seenQuantity: 0,
  reason: '',
  ...parts,
})
const aCheckIn = (...lines: Line[]): Body => ({
  checkInId: uuidv7(),
  at: now.toISOString(),
  checked: [1],
  lines,
  signedBy: 'Sam',
  signature: 'M0 0 L10 10',
  driverPin: '1234',
  empties: [{ kind: 'crates', quantity: 3 }],
})

/** The smallest that any program takes for one. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xd9]).toString('base64')

/** Three cases of lemons at £16.40, and two of something else. */
const aDelivery = async (lines: LineParts[] = [{ quantity: 3, unitPricePence: 1_640 }, {}]) => {
  const customer = await aCustomer(database)
  const contactEmail = 'office@kitchen.example.com'
  await database.update(customers).set({ contactEmail }).where(eq(customers.id, customer.id))
  const user = await aUser(database, { customerIds: [customer.id] })
  const order = await anInvoicedOrder(database, { customerId: customer.id, day: DAY, lines })
  const params = { id: order.id }
  const checkIn = (body: Body, token = user.token, key?: string) =>
    call(checkIns.create, { token, params, body, ...(key && { key }) })
  const own = async () =>
    (await call(claims.own, { token: user.token, params: { id: customer.id } })).body.data
  const one = async () => {
    const [found] = await own()
    if (found === undefined) throw new Error('There is no check-in.')
    return found
  }
  const decide = async (what: 'accept' | 'refuse' | 'ask', words = 'Sorry') =>
    await call(claims[what], { token: staff.token, params: { id: (await one()).id }, body: { words } })
  const notes = async () =>
    await database
      .select()
      .from(invoices)
      .where(and(eq(invoices.orderId, order.id), eq(invoices.kind, 'credit_note')))
  const mails = async () => {
    const found = await database
      .select()
      .from(mailQueue)
      .where(eq(mailQueue.orderId, order.id))
      .orderBy(asc(mailQueue.kind))
    return found.map(({ kind, recipient, content, sentAt }) => [kind, recipient, content, sentAt])
  }
  return { customer, user, order, params, checkIn, own, one, decide, notes, mails }
}

const shared = await aShared(database)
const sharedOrder = await anInvoicedOrder(database, { customerId: shared.customer.id, day: DAY })
const sharedCheckIn = aCheckIn(aLine())
await call(checkIns.create, {
  token: staff.token,
  params: { id: sharedOrder.id },
  body: sharedCheckIn,
})
/** Decided before any caller tries to. */
const decided = aCheckIn(aLine({ position: 0, seenQuantity: 1 }))
await call(checkIns.create, { token: staff.token, params: { id: sharedOrder.id }, body: decided })
await call(claims.accept, { token: staff.token, params: { id: decided.checkInId }, body: { words: '' } })
const photoId = uuidv7()
const ofShared = { id: sharedOrder.id, checkInId: sharedCheckIn.checkInId }
await call(checkIns.addPhoto, {
  token: staff.token,
  params: ofShared,
  body: { photoId, position: 0, data: JPEG },
})

testAccess(server, shared, { checkIns, claims }, () => ({
  'checkIns.create': {
    expected: USES_ORDER,
    request: { params: { id: sharedOrder.id }, body: aCheckIn() },
  },
  'checkIns.addPhoto': {
    expected: USES_ORDER,
    request: { params: ofShared, body: { photoId, position: 0, data: JPEG } },
  },
  'checkIns.answer': {
    expected: USES_ORDER,
    request: { params: ofShared, body: { answerId: uuidv7(), words: 'Two boxes' } },
  },
  'claims.own': { expected: READS_CUSTOMER, request: { params: { id: shared.customer.id } } },
  'claims.photo': {
    expected: { ...SIGNED_IN, stranger: 'photo_not_found' },
    request: { params: { id: photoId } },
  },
  'claims.search': { expected: STAFF, request: { body: {} } },
  'claims.filters': { expected: STAFF },
  'claims.ask': {
    expected: STAFF,
    request: { params: { id: sharedCheckIn.checkInId }, body: { words: 'How many?' } },
  },
  'claims.accept': {
    expected: STAFF,
    request: { params: { id: decided.checkInId }, body: { words: '' } },
  },
  'claims.refuse': {
    expected: { ...STAFF, ST: 'claim_decided', AD: 'claim_decided', NW: 'claim_decided' },
    request: { params: { id: decided.checkInId }, body: { words: 'No' } },
  },
}))

describe('a check-in', () => {
  it('becomes one claim, whatever is repeated, with the credit to the penny', async () => {
    const { checkIn, own, one } = await aDelivery()
    const body = aCheckIn(aLine({ reason: 'Crushed' }))
    const key = uuidv7()
    await checkIn(body, undefined, key)
    await checkIn(body, undefined, key)
    // As after a lost reply whose key the server has forgotten.
    await checkIn(body)
    expect(await own()).toHaveLength(1)
    expect(await one()).toMatchObject({
      state: 'open',
      creditPence: 1_640,
      by: 'Robin Cook',
      sentLate: false,
      signedBy: 'Sam',
      checked: [1],
      lines: [{ position: 0, problem: 'damaged', quantity: 1, reason: 'Crushed' }],
      empties: [{ kind: 'crates', quantity: 3 }],
      said: [{ kind: 'claimed' }],
    })
    expect(await one()).not.toHaveProperty('driverPin')
  })

  it('of a delivery without faults is no claim', async () => {
    const { checkIn, one } = await aDelivery()
    await checkIn(aCheckIn())
    expect(await one()).toMatchObject({ state: null, claimNo: null, creditPence: null, lines: [] })
  })

  it('of two devices that report the same broken boxes at once claims them once', async () => {
    const { checkIn, own, customer } = await aDelivery()
    const colleague = await aUser(database, { customerIds: [customer.id] })
    const replies = await Promise.all([
      checkIn(aCheckIn(aLine({ quantity: 2 }))),
      checkIn(aCheckIn(aLine({ quantity: 2 })), colleague.token),
    ])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const found = await own()
    expect(found.map(({ state }) => state).sort()).toEqual([null, 'open'].sort())
    // The second, which saw the first, adds to it, and never beyond what came.
    await checkIn(aCheckIn(aLine({ quantity: 5, seenQuantity: 2 })), colleague.token)
    const all = (await own()).flatMap(({ lines }) => lines)
    expect(all.map(({ quantity }) => quantity).sort()).toEqual([1, 2])
  })

  it('counts by the device’s time, within bounds', async () => {
    const chilled = await aProduct(database, { storageType: 'chilled' })
    const { checkIn, own } = await aDelivery([{ quantity: 9, product_no: chilled }, { quantity: 9 }])
    const made = aCheckIn(aLine())
    now = new Date('2026-12-01T09:00:00.000Z')
    expect((await checkIn(made)).status).toBe(200)
    expect(await own()).toMatchObject([{ sentLate: true, at: AT_THE_DOOR.toISOString() }])
    expect((await checkIn(aCheckIn(aLine({ seenQuantity: 1 })))).error.code).toBe('claim_too_late')
    // Ambient goods have two weeks.
    expect((await checkIn(aCheckIn(aLine({ position: 1 })))).status).toBe(200)
    // A clock that is ahead is taken to show now.
    expect((await checkIn({ ...aCheckIn(), at: '2027-06-01T00:00:00.000Z' })).status).toBe(200)
    expect((await own())[0]?.at).toBe(now.toISOString())
  })

  it('claims the lines that are in time, and says which came too late', async () => {
    const chilled = await aProduct(database, { storageType: 'chilled' })
    const { checkIn, one } = await aDelivery([{ quantity: 9, product_no: chilled, name: 'Butter' }, {}])
    now = new Date('2026-12-01T09:00:00.000Z')
    const made = aCheckIn(aLine({ quantity: 2 }), aLine({ position: 1, problem: 'short' }))
    expect((await checkIn(made)).status).toBe(200)
    expect(await one()).toMatchObject({
      state: 'open',
      sentLate: false,
      lines: [{ position: 1, problem: 'short', quantity: 1 }],
      said: [
        {
          kind: 'claimed',
          words: expect.stringContaining('time for claims on these goods is over: Butter (2 damaged).'),
        },
      ],
    })
  })

  it('is refused before the day of the delivery, and of an order that was cancelled', async () => {
    const { checkIn, order } = await aDelivery()
    const early = { ...aCheckIn(aLine()), at: '2026-11-25T22:00:00.000Z' }
    expect((await checkIn(early)).error.code).toBe('not_delivered_yet')
    await database.update(orders).set({ cancelledAt: now }).where(eq(orders.id, order.id))
    expect((await checkIn(aCheckIn(aLine()))).error.code).toBe('not_delivered_yet')
  })

  it('names lines of its order, each once', async () => {
    const { checkIn, own } = await aDelivery()
    expect((await checkIn(aCheckIn(aLine({ position: 7 })))).error.code).toBe('line_not_found')
    expect((await checkIn(aCheckIn(aLine(), aLine()))).error.code).toBe('invalid_request')
    expect(await own()).toEqual([])
  })
})

describe('photos', () => {
  const withClaim = async () => {
    const delivery = await aDelivery()
    const body = aCheckIn(aLine())
    await delivery.checkIn(body)
    const { user, params } = delivery
    const add = (data: string, id = uuidv7(), position = 0) =>
      call(checkIns.addPhoto, {
        token: user.token,
        params: { ...params, checkInId: body.checkInId },
        body: { photoId: id, position, data },
      })
    return { ...delivery, add, checkInId: body.checkInId }
  }

  it('are kept once, three of a line, and shown as they came', async () => {
    const { add, one, user } = await withClaim()
    const id = uuidv7()
    expect((await add(JPEG, id)).status).toBe(200)
    expect((await add(JPEG, id)).status).toBe(200)
    for (const _ of [2, 3]) await add(JPEG)
    expect((await add(JPEG)).error.code).toBe('too_many_photos')
    expect((await add(JPEG, uuidv7(), 7)).error.code).toBe('line_not_found')
    const { photos } = await one()
    expect(photos).toHaveLength(3)
    const shown = await app.inject({
      url: `/api/check-in-photo/${id}?v=1`,
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(shown.headers['content-type']).toBe('image/jpeg')
    expect(shown.rawPayload.toString('base64')).toBe(JPEG)
  })

  it('must be pictures of a fair size', async () => {
    const { add } = await withClaim()
    const page = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    expect((await add(page)).error.code).toBe('photo_unreadable')
    const large = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.alloc(399_990)]).toString('base64')
    expect((await add(large)).status).toBe(200)
    expect((await add(`${large}AAAA`.padEnd(600_000, 'A'))).status).toBe(413)
  })

  it('are deleted after a year', async () => {
    const { add, one, checkInId } = await withClaim()
    await add(JPEG)
    const long = new Date(Date.now() - 366 * 86_400_000)
    await database.update(checkInPhotos).set({ addedAt: long }).where(eq(checkInPhotos.checkInId, checkInId))
    await app.cleanUp()
    expect((await one()).photos).toEqual([])
  })
})

describe('the office', () => {
  it('accepts a claim once, and its credit note is of the billed share with discounts and VAT', async () => {
    const { checkIn, decide, one, notes } = await aDelivery([
      { quantity: 3, unitPricePence: 1_000, netPence: 2_800, vatBasisPoints: 2_000 },
    ])
    await checkIn(aCheckIn(aLine()))
    expect((await one()).creditPence).toBe(1_120)
    const replies = await Promise.all([decide('accept', ''), decide('accept', '')])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await decide('refuse')).error.code).toBe('claim_decided')
    const made = await notes()
    expect(made).toMatchObject([{ netPence: 933, vatPence: 187, totalPence: 1_120 }])
    expect(await one()).toMatchObject({
      state: 'accepted',
      creditPence: 1_120,
      creditNoteNo: made[0]?.invoiceNo,
      said: [{ kind: 'claimed' }, { kind: 'accepted' }],
    })
    // The rest of the line is the rest of its price.
    await checkIn(aCheckIn(aLine({ quantity: 2, seenQuantity: 1 })))
    await decide('accept', '')
    expect((await notes()).reduce((sum, { totalPence }) => sum + totalPence, 0)).toBe(3_360)
  })

  it('refuses with words for the customer, and what it refused is not claimed again', async () => {
    const { checkIn, decide, one, own, notes, mails, user } = await aDelivery()
    await checkIn(aCheckIn(aLine({ quantity: 3 })))
    await decide('refuse', 'The driver saw them whole.')
    await decide('refuse', 'The driver saw them whole.')
    expect(await mails()).toMatchObject([
      [
        'claim_refused',
        user.email,
        { paragraphs: expect.arrayContaining(['The driver saw them whole.']) },
        null,
      ],
    ])
    expect(await one()).toMatchObject({
      state: 'refused',
      creditPence: null,
      said: [{ kind: 'claimed' }, { kind: 'refused', words: 'The driver saw them whole.' }],
    })
    expect(await notes()).toEqual([])
    now = new Date(AT_THE_DOOR.getTime() + 60_000)
    await checkIn(aCheckIn(aLine({ quantity: 3, seenQuantity: 3 })))
    expect((await own())[0]?.state).toBeNull()
  })

  it('asks, and the answer brings the claim back', async () => {
    const { checkIn, decide, one, user, params, mails } = await aDelivery()
    await checkIn(aCheckIn(aLine()))
    await decide('ask', 'How many were crushed?')
    const { id: checkInId, state } = await one()
    expect(state).toBe('asked')
    const body = { answerId: uuidv7(), words: 'All of them' }
    const answer = () => call(checkIns.answer, { token: user.token, params: { ...params, checkInId }, body })
    await answer()
    await answer()
    // The person who claimed is gone, so the account is told.
    await database.update(checkInRows).set({ userId: null }).where(eq(checkInRows.id, checkInId))
    expect(await one()).toMatchObject({
      state: 'open',
      said: [{ kind: 'claimed' }, { kind: 'asked' }, { kind: 'answered', words: 'All of them' }],
    })
    await decide('accept', '')
    expect((await answer()).status).toBe(200)
    expect((await one()).state).toBe('accepted')
    await app.sendMail()
    const credited = expect.stringMatching(/^£16\.40 is credited by credit note C/)
    expect(await mails()).toMatchObject([
      [
        'claim_accepted',
        'office@kitchen.example.com',
        { paragraphs: expect.arrayContaining([credited]) },
        now,
      ],
      ['claim_asked', user.email, { heading: 'We have a question about your claim' }, now],
    ])
  })

  it.each<[string, { askId?: string }]>([
    ['by its id', { askId: uuidv7() }],
    ['by its words, without one', {}],
  ])('knows an answered question again %s', async (_, named) => {
    const { checkIn, one, user, params } = await aDelivery()
    const made = aCheckIn(aLine())
    await checkIn(made)
    const id = made.checkInId
    const ask = (words: string, asked: { askId?: string }) =>
      call(claims.ask, { token: staff.token, params: { id }, body: { words, ...asked } })
    await ask('How many?', named)
    await call(checkIns.answer, {
      token: user.token,
      params: { ...params, checkInId: id },
      body: { answerId: uuidv7(), words: 'Two' },
    })
    expect(await ask('How many?', named)).toMatchObject({ status: 200, body: { state: 'open' } })
    const next = 'askId' in named ? 'How many?' : 'How many of them?'
    expect((await ask(next, 'askId' in named ? { askId: uuidv7() } : {})).body.state).toBe('asked')
    expect((await one()).said.map(({ kind }) => kind)).toEqual(['claimed', 'asked', 'answered', 'asked'])
    await call(claims.accept, { token: staff.token, params: { id }, body: { words: '' } })
    expect((await ask('And now?', named)).status).toBe('askId' in named ? 200 : 409)
    expect((await ask('And now?', { askId: uuidv7() })).error.code).toBe('claim_decided')
    expect((await one()).state).toBe('accepted')
  })

  it('finds claims by number, order, account and state', async () => {
    const { checkIn, one, customer, order } = await aDelivery()
    await checkIn(aCheckIn(aLine()))
    const { claimNo } = await one()
    for (const queryString of [claimNo ?? '', order.orderNo, customer.id]) {
      const { body } = await call(claims.search, {
        token: staff.token,
        body: { queryString, state: 'open', sort_by: 'claimNo' },
      })
      expect(body.data).toMatchObject([{ claimNo, driverPin: '1234', signature: 'M0 0 L10 10' }])
    }
    const { body } = await call(claims.filters, { token: staff.token })
    expect(body.customers).toContainEqual(expect.objectContaining({ id: customer.id, count: 1 }))
  })
})

describe('an order that is not invoiced yet', () => {
  /** Not known to be delivered either, as at the door. */
  const aLorryLoad = async () => {
    const delivery = await aDelivery()
    await database.delete(invoices).where(eq(invoices.orderId, delivery.order.id))
    const placedAt = new Date('2026-11-25T19:14:00.000Z')
    await database.update(orders).set({ deliveredAt: null, placedAt }).where(eq(orders.id, delivery.order.id))
    await database
      .update(orderLines)
      .set({ deliveredQuantity: null })
      .where(eq(orderLines.orderId, delivery.order.id))
    const { orderNo } = delivery.order
    const invoice = (short: string) =>
      importCsv(
        'invoices',
        csv(
          'invoice_no,order_no,day,short,credit_note_no',
          `I${orderNo},${orderNo},${DAY},${short},${short === '' ? '' : `C${orderNo}`}`,
        ),
      )
    return { ...delivery, invoice }
  }

  it('is credited with its invoice', async () => {
    const { checkIn, decide, one, notes, invoice } = await aLorryLoad()
    await checkIn(aCheckIn(aLine()))
    await decide('accept', '')
    expect(await one()).toMatchObject({ state: 'accepted', creditPence: 1_640, creditNoteNo: null })
    await invoice('')
    expect(await notes()).toMatchObject([{ totalPence: 1_640, reason: expect.stringMatching(/^Claim \d+$/) }])
    // The same row again changes nothing.
    expect(await invoice('')).toMatchObject({ unchanged: 1, refused: 0 })
    expect(await notes()).toHaveLength(1)
  })

  it('credits a shortage once that the customer and the office both found', async () => {
    const { checkIn, decide, one, notes, invoice } = await aLorryLoad()
    await checkIn(aCheckIn(aLine({ problem: 'short' })))
    await invoice('P0=1')
    await decide('accept', '')
    expect(await notes()).toMatchObject([{ totalPence: 1_640, reason: 'Short delivery' }])
    expect(await one()).toMatchObject({ state: 'accepted', creditPence: 0 })
  })

  it('takes a shortage that the office found from two claims once, estimated and credited', async () => {
    const { checkIn, own, notes, invoice } = await aLorryLoad()
    const [first, second] = [
      aCheckIn(aLine({ problem: 'short', quantity: 1 })),
      aCheckIn(aLine({ problem: 'short', quantity: 1, seenQuantity: 1 })),
    ]
    await checkIn(first)
    await checkIn(second)
    await invoice('P0=1')
    const credits = async () => {
      const found = await own()
      return [first, second].map(({ checkInId }) => found.find(({ id }) => id === checkInId)?.creditPence)
    }
    expect(await credits()).toEqual([0, 1_640])
    // Each is credited on its own.
    for (const { checkInId } of [first, second])
      await call(claims.accept, { token: staff.token, params: { id: checkInId }, body: { words: '' } })
    expect(await credits()).toEqual([0, 1_640])
    expect((await notes()).map(({ reason }) => reason).sort()).toEqual([
      expect.stringMatching(/^Claim \d+$/),
      'Short delivery',
    ])
  })

  it('shows what is short before the lorry leaves', async () => {
    const { order, params, user } = await aLorryLoad()
    await importCsv('deliveries', csv('order_no,picking_at,short', `${order.orderNo},2026-11-26 02:12,P0=1`))
    const { body } = await call(activeOrders.get, { token: user.token, params })
    expect(body).toMatchObject({ shortCount: 1, lines: [{ position: 0, shortQuantity: 1 }, { position: 1 }] })
  })
})

it('keeps what counted as delivered when it was claimed', async () => {
  const { checkIn, one } = await aDelivery([{ quantity: 3, deliveredQuantity: 2 }])
  await checkIn(aCheckIn(aLine({ quantity: 3 })))
  const { id } = await one()
  const rows = await database.select().from(checkInLines).where(eq(checkInLines.checkInId, id))
  expect(rows).toMatchObject([{ quantity: 2, deliveredQuantity: 2 }])
})
