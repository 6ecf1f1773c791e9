import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { distributorCustomerCodes, distributorProductCodes } from '#contract/distributor-codes.ts'
import { distributorOrders } from '#contract/distributor-orders.ts'
import { trollies } from '#contract/trollies.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { customers } from '#server/db/schema/customers.ts'
import { distributorOrderLines } from '#server/db/schema/distributor-codes.ts'
import { aShared } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { EANCOM_ORDER, interchangeOf } from '#tests/support/edifact.ts'
import { startTestApp } from '#tests/support/server.ts'

const { database, call } = await startTestApp({ now: () => new Date('2026-11-25T09:00:00Z') })
const { customer, product_no } = await aShared(database)
await database.update(customers).set({ distributorNo: 'D7' }).where(eq(customers.id, customer.id))
const { priceListId } = customer
const sister = (await aCustomer(database, { distributorNo: 'D7', priceListId })).id
const { token: staff } = await aUser(database, { accountType: 'ST' })
const { token } = await aUser(database, { accountType: 'DS', customerIds: [customer.id, sister] })
const rivals = (await aCustomer(database, { distributorNo: 'D8', priceListId })).id
const { token: rival } = await aUser(database, { accountType: 'DS', customerIds: [rivals] })
const { token: basic } = await aUser(database, { accountType: 'C1', customerIds: [customer.id] })

const always = { distributorNo: 'D7', validFrom: null, validTo: null }
for (const [theirCode, customerId] of [
  ['3312345502000', customer.id],
  ['3312345501003', sister],
  ['KÜCHE 1', sister],
] as const)
  await call(distributorCustomerCodes.create, { token: staff, body: { ...always, theirCode, customerId } })
for (const theirCode of ['ABC1234', '4000862141404'])
  await call(distributorProductCodes.create, {
    token: staff,
    body: { ...always, theirCode, productNo: product_no, packFactor: 2 },
  })

const read = async (edifact: string, by = token) =>
  await call(distributorOrders.read, { token: by, body: { distributorNo: 'D7', edifact } })
const countTrollies = async () => await database.$count(baskets)

let nextNo = 0
/** An order of two of ABC1234 for the first customer. */
const anOrder = (changed: Record<string, string | string[] | null> = {}): string[] => {
  nextNo += 1
  const segments: Record<string, string | string[]> = {
    UNH: 'ORDERS:D:96A:UN:EAN008',
    BGM: `BGM+220+PO${nextNo}+9`,
    DTM: 'DTM+2:20261127:102',
    NAD: 'NAD+DP+3312345502000::9',
    LIN: 'LIN+1',
    PIA: 'PIA+1+ABC1234:IN',
    IMD: 'IMD+F++:::Plum tomatoes',
    QTY: 'QTY+21:2',
    UNS: 'UNS+S',
  }
  return Object.entries(segments).flatMap(([name, text]) => {
    const instead = changed[name]
    return instead === null ? [] : (instead ?? text)
  })
}

describe('an EDIFACT order', () => {
  it('of the standard’s own example is a trolly for each place and day', async () => {
    const { body } = await read(interchangeOf([EANCOM_ORDER], { level: 'UNOA' }))
    expect(body).toMatchObject({
      trollies: [
        { customerId: customer.id, deliveryDay: '2002-09-15', poNumber: '128576', lineCount: 1 },
        { customerId: sister, deliveryDay: '2002-09-13', poNumber: '128576', lineCount: 1 },
      ],
      unmatched: [],
      refused: [],
    })
    const [first] = body.trollies
    const { body: trolly } = await call(trollies.get, { token, params: { id: first?.basketId ?? '' } })
    expect(trolly.items).toMatchObject([{ product_no, quantity: 48 }])
    expect(trolly.state).toBe('open')
    const kept = await database.select().from(distributorOrderLines)
    expect(kept).toHaveLength(2)
    expect(kept).toContainEqual({
      basketId: first?.basketId,
      position: 0,
      distributorNo: 'D7',
      customerId: customer.id,
      theirCustomerCode: '3312345502000',
      poNumber: '128576',
      deliveryDay: '2002-09-15',
      theirProductCode: 'ABC1234',
      productNo: product_no,
      quantity: 24,
      packFactor: 2,
    })
  })

  it('may be one of several, of D.96A, with its own separators, names beyond ASCII and GTINs as codes', async () => {
    const lone = anOrder({ NAD: 'NAD+BY+KÜCHE 1::92', LIN: 'LIN+1++4000862141404:EN', PIA: null })
    const text = interchangeOf([anOrder(), lone]).replaceAll('+', '|').replaceAll(':', '*')
    const { body } = await read(`UNA*|.? '\r\n${text.replaceAll('\n', '\r\n')}\r\n`)
    expect(body).toMatchObject({
      trollies: [
        { customerId: customer.id, deliveryDay: '2026-11-27', lineCount: 1 },
        { customerId: sister, lineCount: 1 },
      ],
      unmatched: [],
      refused: [],
    })
    const inOneLine = interchangeOf([anOrder()]).replaceAll('\n', '')
    expect((await read(inOneLine)).body.trollies).toHaveLength(1)
  })

  it('with unknown codes waits for somebody to say what they mean, with its name and GTIN', async () => {
    const unknown = anOrder({ LIN: 'LIN+1++5010477348678:SRV', PIA: 'PIA+1+NEW-1:IN' })
    expect((await read(interchangeOf([unknown]))).body).toMatchObject({
      trollies: [],
      unmatched: [{ kind: 'product', theirCode: 'NEW-1', rowCount: 1 }],
    })
    const { body } = await call(distributorOrders.unmatched, { token, body: { kind: 'product' } })
    expect(body.data).toMatchObject([{ name: 'Plum tomatoes', gtin: '5010477348678', theirCode: 'NEW-1' }])
  })

  it('is made once, even if it arrives as a duplicate', async () => {
    const order = anOrder()
    const first = await read(interchangeOf([order]))
    const before = await countTrollies()
    const duplicate = order.map((segment) => segment.replace(/^(BGM.*)\+9$/, '$1+7'))
    const again = await read(interchangeOf([duplicate]))
    expect(again.body.trollies).toEqual([{ ...first.body.trollies[0], repeated: true }])
    expect(await countTrollies()).toBe(before)
  })
})

describe('a faulty line', () => {
  const QUANTITY = 'The quantity must be a whole number from 1 to 9999'
  it.each([
    ['QTY', 'QTY+21:1.5', `${QUANTITY}, not “1.5”.`],
    ['QTY', 'QTY+21:-2', `${QUANTITY}, not “-2”.`],
    ['QTY', 'QTY+21:2:KGM', 'A quantity in KGM cannot be ordered, only pieces.'],
    ['QTY', ['QTY+21:2', 'QTY+21:3'], 'It needs one QTY 21.'],
    ['QTY', ['QTY+21:3', 'LOC+7+3312345501003', 'QTY+11:2'], 'Its locations get 2, but 3 are ordered.'],
    ['LIN', 'LIN+1+2', 'Action 2 changes an earlier order.'],
    ['PIA', 'PIA+1+100234:SA', 'It has no GTIN and no buyer’s number.'],
    ['NAD', 'NAD+SU+4012345500004::9', 'It names no delivery party'],
  ])('with %s as %j is refused with its line and segment', async (name, segment, why) => {
    const faulty = anOrder({ [name]: segment })
    const { body } = await read(interchangeOf([anOrder(), faulty]))
    expect(body.trollies).toHaveLength(1)
    const line = 1 + anOrder().length + 1 + faulty.findIndex((each) => each.startsWith('LIN')) + 1
    expect(body.refused).toMatchObject([{ line, why: expect.stringContaining(why) }])
    expect(body.refused[0]?.why).toMatch(`segment ${line} (LIN): `)
  })
})

describe('a faulty interchange', () => {
  const whole = interchangeOf([anOrder()])
  it.each([
    ['nothing', ' ', 'Line 1', 'An interchange begins with UNB'],
    ['no header', whole.replace(/^.*\n/, ''), 'Line 1, segment 1 (UNH)', 'An interchange begins with UNB'],
    ['no end', whole.replace(/\nUNZ.*/, ''), 'Line 11, segment 11 (UNT)', 'ends with UNZ'],
    [
      'a cut',
      whole.slice(0, -20),
      'Line 11, segment 10 (UNS)',
      'cannot be read: Cannot close an incomplete message',
    ],
    [
      'a missing segment',
      whole.replace(/QTY.*\n/, ''),
      'Line 10, segment 10 (UNT)',
      'It counts 10 segments, but there are 9',
    ],
    [
      'a missing message',
      whole.replace('UNZ+1', 'UNZ+2'),
      'Line 12, segment 12 (UNZ)',
      'It counts 2 messages, but there are 1',
    ],
    [
      'another message’s end',
      whole.replace('UNT+10+1', 'UNT+10+2'),
      'Line 11, segment 11 (UNT)',
      'not that of UNH',
    ],
    [
      'another file’s end',
      whole.replace('+1+REF1', '+1+REF2'),
      'Line 12, segment 12 (UNZ)',
      'not that of UNB',
    ],
    [
      'a stray character',
      whole.replace('Plum', 'Pl\u0007um'),
      'Line 8, segment 8 (IMD)',
      'Invalid character',
    ],
    [
      'letters that UNOA lacks',
      whole.replace('UNOC', 'UNOA'),
      'Line 8, segment 8 (IMD)',
      'Invalid character l',
    ],
    [
      'an unknown character set',
      whole.replace('UNOC', 'UNOX'),
      'Line 1, segment 1 (UNB)',
      'must be one of UNOA',
    ],
    [
      'another type',
      whole.replace('ORDERS:', 'INVOIC:'),
      'Line 2, segment 2 (UNH)',
      'INVOIC is not an order',
    ],
    [
      'another version',
      whole.replace(':96A:', ':93A:'),
      'Line 2, segment 2 (UNH)',
      'Version 93A cannot be read',
    ],
    [
      'a test’s mark',
      whole.replace("+REF1'", "+REF1++++++1'"),
      'Line 1, segment 1 (UNB)',
      'marked as a test',
    ],
    [
      'an order twice',
      interchangeOf([anOrder({ BGM: 'BGM+220+TWO+9' }), anOrder({ BGM: 'BGM+220+TWO+9' })]),
      'Line 13, segment 13 (BGM)',
      'Order TWO is in the file twice',
    ],
    [
      'a cancellation',
      interchangeOf([anOrder({ BGM: 'BGM+220+PO+1' })]),
      'Line 3, segment 3 (BGM)',
      'not function 1',
    ],
    [
      'another document',
      interchangeOf([anOrder({ BGM: 'BGM+221+PO+9' })]),
      'Line 3, segment 3 (BGM)',
      'Only document 220',
    ],
    [
      'no number',
      interchangeOf([anOrder({ BGM: 'BGM+220++9' })]),
      'Line 3, segment 3 (BGM)',
      'no order number',
    ],
    ['no line', interchangeOf([anOrder({ LIN: null })]), 'Line 2, segment 2 (UNH)', 'The message has no LIN'],
    [
      'no day',
      interchangeOf([anOrder({ DTM: 'DTM+2:20261131:102' })]),
      'Line 4, segment 4 (DTM)',
      'must be a day as YYYYMMDD',
    ],
    [
      'a week',
      interchangeOf([anOrder({ DTM: 'DTM+2:202648:616' })]),
      'Line 4, segment 4 (DTM)',
      'must be a day as YYYYMMDD',
    ],
  ])('with %s is refused as a whole, naming line, segment and reason', async (_, text, place, why) => {
    const before = await countTrollies()
    const { error } = await read(text)
    expect(error.code).toBe('invalid_request')
    expect(error.message).toContain(place)
    expect(error.message).toContain(why)
    expect(await countTrollies()).toBe(before)
  })

  it('and a second source beside it are refused', async () => {
    const body = { distributorNo: 'D7', edifact: whole, rows: [] }
    expect((await call(distributorOrders.read, { token, body })).error.code).toBe('invalid_request')
  })
})

it('is for the distributor’s own users and staff, as other orders are', async () => {
  const text = interchangeOf([anOrder()])
  expect((await read(text, basic)).error.code).toBe('forbidden')
  expect((await read(text, rival)).error.errors).toMatchObject([{ path: 'body/distributorNo' }])
  expect((await read(text, staff)).body.trollies).toHaveLength(1)
})
