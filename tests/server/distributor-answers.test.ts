import { createRequire } from 'node:module'
import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type AnswerKind, distributorAnswers } from '#contract/distributor-answers.ts'
import { distributorCustomerCodes, distributorProductCodes } from '#contract/distributor-codes.ts'
import { distributorOrders } from '#contract/distributor-orders.ts'
import { pathOf } from '#contract/endpoint.ts'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { settings } from '#server/db/schema/settings.ts'
import { type Message, part, readInterchange } from '#server/features/distributor-orders/interchange.ts'
import { aShared, DISTRIBUTORS, testAccess } from '#tests/support/access.ts'
import { aCustomer, aProduct, aUser } from '#tests/support/builders.ts'
import { anInvoicedOrder } from '#tests/support/invoices.ts'
import { startTestApp } from '#tests/support/server.ts'

const testApp = await startTestApp({ now: () => new Date('2026-11-25T09:05:00Z') })
const { app, database, call } = testApp
const shared = await aShared(database)
const { customer, product_no: beans } = shared
const name = 'Café O’Hara: 100% + more'
await database.update(customers).set({ distributorNo: 'D7', name }).where(eq(customers.id, customer.id))
const { priceListId } = customer
const { token: staff } = await aUser(database, { accountType: 'ST' })
const { token } = await aUser(database, { accountType: 'DS', customerIds: [customer.id] })
const eights = (await aCustomer(database, { distributorNo: 'D8', priceListId })).id
const { token: rival } = await aUser(database, { accountType: 'DS', customerIds: [eights] })
const peas = await aProduct(database, { priceListId, name: 'Peas' })
const beef = await aProduct(database, { priceListId, name: 'Beef', catchWeight: true })
const uncoded = await aProduct(database, { priceListId, name: 'Napkins' })
await database.insert(settings).values({
  name: 'company',
  value: { general: { company_name: 'Copper & Sons' }, letterhead: { vat_no: 'GB 999 9999 73' } },
})

const always = { distributorNo: 'D7', validFrom: null, validTo: null }
await call(distributorCustomerCodes.create, {
  token: staff,
  body: { ...always, theirCode: '4012345500004', customerId: customer.id },
})
for (const [theirCode, productNo, packFactor] of [
  ['BEANS+12', beans, 12],
  ['5010477348678', peas, 1],
  ['BEEF', beef, 1],
] as const)
  await call(distributorProductCodes.create, {
    token: staff,
    body: { ...always, theirCode, productNo, packFactor },
  })

/** Two cases of twelve beans, five peas and three pieces of beef. */
const sendOrder = async (poNumber: string): Promise<string> => {
  const row = { theirCustomerCode: '4012345500004', deliveryDay: '2026-11-27', poNumber }
  const rows = [
    { ...row, theirProductCode: 'BEANS+12', quantity: 2 },
    { ...row, theirProductCode: '5010477348678', quantity: 5 },
    { ...row, theirProductCode: 'BEEF', quantity: 3 },
  ]
  const { body } = await call(distributorOrders.read, { token, body: { distributorNo: 'D7', rows } })
  return body.trollies[0]?.basketId ?? ''
}

let nextNo = 400_000
const place = async (
  lines: { product_no: string; quantity: number; name?: string }[],
  parts: Partial<typeof orders.$inferInsert> = {},
): Promise<{ id: string; orderNo: number }> => {
  const id = uuidv7()
  nextNo += 1
  const { orderNo = nextNo } = parts
  const money = { netPence: 0, vatPence: 0, totalPence: 0 }
  const head = { customerId: customer.id, deliveryDay: '2026-11-27', poNumber: 'PO', ...money }
  await database
    .insert(orders)
    .values({ placedAt: new Date('2026-11-25T09:00:00Z'), ...head, ...parts, id, orderNo })
  await database.insert(orderLines).values(
    lines.map((line, position) => ({
      name: 'Beans',
      pack: '',
      unitPricePence: 100,
      vatBasisPoints: 0,
      netPence: 100 * line.quantity,
      ...line,
      orderId: id,
      position,
    })),
  )
  return { id, orderNo }
}

const answersTo = async (id: string, kind: AnswerKind, by = token) =>
  await call(distributorAnswers.get, { token: by, params: { id }, query: { kind } })
const file = async (id: string, kind: AnswerKind, format: 'csv' | 'edifact') => {
  const { rawPayload, headers, statusCode } = await app.inject({
    method: 'GET',
    url: pathOf(distributorAnswers.file, { id }, { kind, format }),
    headers: { authorization: `Bearer ${token}` },
  })
  expect(statusCode).toBe(200)
  return { headers, text: rawPayload.toString(format === 'csv' ? 'utf8' : 'latin1') }
}
const edifact = async (id: string, kind: AnswerKind) => {
  const { text } = await file(id, kind, 'edifact')
  return { text, messages: await readInterchange(text), segments: text.trim().split('\n') }
}

const require = createRequire(import.meta.url)
/** The package's tables are of a later directory, in which the terms of payment moved from PAT to PYT. */
const requireInOrder = (message: Message, table: 'ORDERS' | 'DESADV' | 'INVOIC'): void => {
  const Tracker = require('edifact/tracker.js') as new (
    table: unknown,
  ) => { accept: (name: string) => boolean }
  const tracker = new Tracker(require(`edifact/messages/${table}.json`))
  for (const { name } of message) tracker.accept(name === 'PAT' ? 'PYT' : name)
}

const asSent = [
  { product_no: beans, quantity: 24 },
  { product_no: peas, quantity: 5, name: 'Peas' },
  { product_no: beef, quantity: 3, name: 'Beef' },
]

const ofAccess = await place(asSent)
const ask = { params: { id: ofAccess.id }, query: { kind: 'response' } }
testAccess(testApp, shared, { distributorAnswers }, () => ({
  'distributorAnswers.get': { expected: DISTRIBUTORS, request: ask },
  'distributorAnswers.file': {
    expected: DISTRIBUTORS,
    request: { ...ask, query: { ...ask.query, format: 'csv' } },
  },
}))

describe('a response to an order', () => {
  it('accepts what was ordered, in their codes and units', async () => {
    const { id, orderNo } = await place(asSent, { basketId: await sendOrder('A1'), poNumber: 'A1' })
    const { data } = (await answersTo(id, 'response')).body
    expect(data).toMatchObject([
      {
        kind: 'response',
        documentNo: String(orderNo),
        day: '2026-11-25',
        distributorNo: 'D7',
        theirCustomerCode: '4012345500004',
        customerId: customer.id,
        poNumber: 'A1',
        outcome: 'accepted',
        bill: null,
        lines: [
          {
            line: 1,
            theirProductCode: 'BEANS+12',
            productNo: beans,
            packFactor: 12,
            ordered: 2,
            quantity: 2,
            ourQuantity: 24,
            outcome: 'accepted',
            pricePence: 1_200,
            netPence: 2_400,
          },
          { line: 2, theirProductCode: '5010477348678', ordered: 5, quantity: 5, outcome: 'accepted' },
          { line: 3, theirProductCode: 'BEEF', ordered: 3, quantity: 3, outcome: 'accepted' },
        ],
      },
    ])
  })

  it('says what was changed, left out and added since; the latest change of an order counts', async () => {
    const basketId = await sendOrder('A2')
    const first = await place(asSent, { basketId, poNumber: 'A2', replacedAt: new Date() })
    const changed = [
      { product_no: beans, quantity: 18 },
      { product_no: peas, quantity: 5 },
      { product_no: uncoded, quantity: 1 },
    ]
    await place(changed, { orderNo: first.orderNo, revision: 2, poNumber: 'A2' })
    const [answer] = (await answersTo(first.id, 'response')).body.data
    expect(answer).toMatchObject({ outcome: 'changed', theirCustomerCode: '4012345500004' })
    expect(answer?.lines).toMatchObject([
      { theirProductCode: 'BEANS+12', ordered: 2, quantity: 1.5, ourQuantity: 18, outcome: 'changed' },
      { theirProductCode: '5010477348678', outcome: 'accepted' },
      { theirProductCode: '', productNo: uncoded, packFactor: 1, ordered: 0, quantity: 1, outcome: 'added' },
      { theirProductCode: 'BEEF', ordered: 3, quantity: 0, outcome: 'refused' },
    ])
    const { segments, messages } = await edifact(first.id, 'response')
    expect(segments).toContain("LIN+1+3'")
    expect(segments).toContain("LIN+2+5+5010477348678:SRV'")
    expect(segments).toContain("LIN+3+1'")
    expect(segments).toContain("LIN+4+7'")
    expect(segments).toContain(`BGM+231+${first.orderNo}+4'`)
    for (const message of messages) requireInOrder(message, 'ORDERS')
  })

  it('refuses all of an order that was cancelled', async () => {
    const basketId = await sendOrder('A3')
    const { id } = await place(asSent, {
      basketId,
      poNumber: 'A3',
      cancelledAt: new Date('2026-11-26T12:00:00Z'),
    })
    const [answer] = (await answersTo(id, 'response')).body.data
    expect(answer).toMatchObject({ outcome: 'refused', day: '2026-11-26' })
    expect(answer?.lines.map(({ outcome, quantity }) => [outcome, quantity])).toEqual([
      ['refused', 0],
      ['refused', 0],
      ['refused', 0],
    ])
    expect((await edifact(id, 'response')).text).toContain("+27'")
  })

  it('to an order that came another way has their codes of the delivery day, if there is one alone', async () => {
    const both = await aProduct(database, { priceListId })
    for (const theirCode of ['ONE', 'TWO'])
      await call(distributorProductCodes.create, {
        token: staff,
        body: { ...always, theirCode, productNo: both, packFactor: 1 },
      })
    const { id } = await place([...asSent, { product_no: both, quantity: 1 }])
    const [answer] = (await answersTo(id, 'response')).body.data
    expect(answer?.outcome).toBe('accepted')
    expect(answer?.lines.map(({ theirProductCode }) => theirProductCode)).toEqual([
      'BEANS+12',
      '5010477348678',
      'BEEF',
      '',
    ])
  })

  it('is written as ORDRSP, with every count and every separator escaped', async () => {
    const basketId = await sendOrder('A’4+')
    const { id, orderNo } = await place(asSent, { basketId, poNumber: 'A’4+' })
    const { segments, messages } = await edifact(id, 'response')
    expect(segments.slice(0, 12)).toEqual([
      `UNB+UNOC:3+Copper & Sons+D7+261125:0905+R${orderNo}'`,
      "UNH+1+ORDRSP:D:01B:UN:EAN009'",
      `BGM+231+${orderNo}+29'`,
      "DTM+137:20261125:102'",
      "DTM+69:20261127:102'",
      "RFF+ON:A?4?+'".replace('?4', '??4'),
      `RFF+VN:${orderNo}'`,
      "NAD+SU+++Copper & Sons'",
      "RFF+VA:GB999999973'",
      "NAD+BY+D7::91'",
      "NAD+DP+4012345500004::9'",
      "CUX+2:GBP:9'",
    ])
    expect(segments).toContain(`PIA+5+BEANS?+12:IN+${beans}:SA'`)
    const [message] = messages
    expect(
      message &&
        part(
          message.find((each) => each.name === 'PIA'),
          1,
        ),
    ).toBe('BEANS+12')
    for (const each of messages) requireInOrder(each, 'ORDERS')
    const { headers } = await file(id, 'response', 'edifact')
    expect(headers).toMatchObject({
      'content-type': 'application/edifact; charset=iso-8859-1',
      'content-disposition': `inline; filename="response-${orderNo}.edi"`,
    })
  })
})

describe('what was delivered and billed', async () => {
  const basketId = await sendOrder('B1')
  const billed = await anInvoicedOrder(database, {
    customerId: customer.id,
    poNumber: 'B1',
    lines: [
      {
        product_no: beans,
        name: 'Beans',
        quantity: 24,
        deliveredQuantity: 12,
        unitPricePence: 100,
        vatBasisPoints: 2_000,
      },
      { product_no: peas, name: 'Peas', quantity: 5, unitPricePence: 199 },
      {
        product_no: beef,
        name: 'Beef',
        quantity: 3,
        unitPricePence: 1_250,
        netPence: 3_000,
        catchWeight: true,
        deliveredWeightGrams: 2_486,
      },
    ],
    charge: { deliveryChargePence: 499, deliveryVatBasisPoints: 2_000 },
    handedOver: { basketId },
  })

  it('is a despatch advice, with weights', async () => {
    const [answer] = (await answersTo(billed.id, 'despatch')).body.data
    expect(answer).toMatchObject({ kind: 'despatch', documentNo: billed.deliveryNoteNo, bill: null })
    expect(answer?.lines).toMatchObject([
      { theirProductCode: 'BEANS+12', ordered: 2, quantity: 1, ourQuantity: 12, pricePence: null },
      { theirProductCode: '5010477348678', ordered: 5, quantity: 5, weightGrams: null },
      { theirProductCode: 'BEEF', ordered: 3, quantity: 3, weightGrams: 2_486 },
    ])
    const { segments, messages } = await edifact(billed.id, 'despatch')
    expect(segments).toContain("UNH+1+DESADV:D:01B:UN:EAN007'")
    expect(segments).toContain("QTY+12:1'")
    expect(segments).toContain("MEA+PD+AAC+KGM:2.486'")
    for (const message of messages) requireInOrder(message, 'DESADV')
  })

  it('is its invoice and credit note, to the penny', async () => {
    const { data } = (await answersTo(billed.id, 'invoice')).body
    expect(data.map(({ kind, documentNo }) => [kind, documentNo])).toEqual(
      expect.arrayContaining([
        ['invoice', billed.invoiceNo],
        ['credit_note', billed.creditNoteNo],
      ]),
    )
    const invoice = data.find(({ kind }) => kind === 'invoice')
    expect(invoice).toMatchObject({
      dueDay: '2026-12-02',
      lines: [
        { quantity: 2, pricePence: 1_200, netPence: 2_400, vatBasisPoints: 2_000 },
        { quantity: 5, pricePence: 199, netPence: 995, weightGrams: null },
        { quantity: 3, pricePence: 1_250, netPence: 3_108, weightGrams: 2_486 },
      ],
      bill: { netPence: 6_503, deliveryChargePence: 499, vatPence: 580, totalPence: 7_582 },
    })
    const credit = data.find(({ kind }) => kind === 'credit_note')
    expect(credit).toMatchObject({
      creditedInvoiceNo: billed.invoiceNo,
      lines: [{ theirProductCode: 'BEANS+12', quantity: 1, netPence: 1_200 }],
    })
  })

  it('is written as INVOIC, a message for each document', async () => {
    const { messages, segments } = await edifact(billed.id, 'invoice')
    expect(messages).toHaveLength(2)
    for (const message of messages) requireInOrder(message, 'INVOIC')
    for (const segment of [
      `BGM+380+${billed.invoiceNo}+9'`,
      `BGM+381+${billed.creditNoteNo}+9'`,
      `RFF+IV:${billed.invoiceNo}'`,
      `RFF+DQ:${billed.deliveryNoteNo}'`,
      `NAD+IV+${customer.id}::91++Café O??Hara?: 100% ?+ more'`,
      "DTM+13:20261202:102'",
      "QTY+47:2.486:KGM'",
      "PRI+AAA:12.50:::1:KGM'",
      "MOA+203:31.08'",
      "MOA+23:4.99'",
      "TAX+7+VAT+++:::20+S'",
      "TAX+7+VAT+++:::0+Z'",
      "MOA+176:5.80'",
      "MOA+77:75.82'",
    ])
      expect(segments).toContain(segment)
  })

  it('is a CSV file too, a row for each line', async () => {
    const { text, headers } = await file(billed.id, 'invoice', 'csv')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    const rows = text.replace('\uFEFF', '').trim().split('\r\n')
    expect(rows).toHaveLength(1 + 3 + 1)
    expect(rows[0]).toMatch(/^kind,documentNo,day,distributorNo,theirCustomerCode,/)
    expect(
      rows.filter((row) => row.startsWith(`invoice,${billed.invoiceNo},2026-11-02,D7,4012345500004,`)),
    ).toHaveLength(3)
    expect(text).toContain(`BEANS+12,${beans},Beans,12,2,2,24,,,1200,2400,2000,499,580,7582`)
  })

  it('is not there before it happened, and a response waits for the payment', async () => {
    const { id } = await place(asSent, { confirmedAt: null })
    expect((await answersTo(id, 'response')).error.code).toBe('order_not_confirmed')
    expect((await answersTo(id, 'despatch')).error.code).toBe('document_not_found')
    expect((await answersTo(id, 'invoice')).error.code).toBe('document_not_found')
  })
})

it('another’s order, a missing one and one without a distributor are the same answer', async () => {
  const { id } = await place(asSent, { basketId: await sendOrder('C1') })
  expect((await answersTo(id, 'response', rival)).error.code).toBe('order_not_found')
  expect((await answersTo(uuidv7(), 'response')).error.code).toBe('order_not_found')
  const alone = (await aCustomer(database, { priceListId })).id
  const theirs = await place(asSent, { customerId: alone })
  expect((await answersTo(theirs.id, 'response', staff)).error.code).toBe('order_not_found')
})

it('a customer who has moved to another distributor is answered in its codes, not the former’s', async () => {
  const moved = (await aCustomer(database, { distributorNo: 'D7', priceListId })).id
  const { token: both } = await aUser(database, { accountType: 'DS', customerIds: [moved, eights] })
  await call(distributorCustomerCodes.create, {
    token: staff,
    body: { ...always, theirCode: 'MOVED', customerId: moved },
  })
  const rows = [{ theirCustomerCode: 'MOVED', theirProductCode: 'BEEF', quantity: 1, poNumber: 'E1' }]
  const read = await call(distributorOrders.read, { token: staff, body: { distributorNo: 'D7', rows } })
  const basketId = read.body.trollies[0]?.basketId ?? ''
  const { id } = await place([{ product_no: beef, quantity: 1 }], { customerId: moved, basketId })
  await database.update(customers).set({ distributorNo: 'D8' }).where(eq(customers.id, moved))
  const [answer] = (await answersTo(id, 'response', both)).body.data
  expect(answer).toMatchObject({
    distributorNo: 'D8',
    theirCustomerCode: '',
    lines: [{ theirProductCode: '' }],
  })
})
