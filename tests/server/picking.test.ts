import { and, asc, eq } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { checkIns } from '#contract/check-ins.ts'
import { claims } from '#contract/claims.ts'
import { orderHistory } from '#contract/order-history.ts'
import { activeOrders } from '#contract/orders.ts'
import { picking } from '#contract/picking.ts'
import { trollies } from '#contract/trollies.ts'
import type { SubstitutionChoice } from '#domain/line-terms.ts'
import { ALLERGENS, type Allergen } from '#domain/product.ts'
import { allergenDifference, isConfirmed } from '#domain/substitution.ts'
import { orderExports } from '#server/db/schema/order-exports.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { invoices } from '#server/db/schema/paperwork.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { completeDeliveries } from '#server/features/import/delivery-news.ts'
import { openImportSession, RowsRefused } from '#server/features/import/import.repository.ts'
import type { RefusedRow } from '#server/features/import/problems.ts'
import { readExportMessages } from '#server/features/order-exports/order-export-messages.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { anOrder, aProduct, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { DAY, NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { buildTestApp, callerOf, startTestApp } from '#tests/support/server.ts'

let now = NOW
const server = await startTestApp({ now: () => now })
const { database, call } = server
/** Nothing may depend on the memory of one process. */
const elsewhere = callerOf(await buildTestApp(database, { now: () => now }))
const { aReadyTrolly, seenNow, stockOf } = readyTrollies(database)
const importCsv = importerInto(database)
const staff = await aUser(database, { accountType: 'ST' })

const shared = await aShared(database)
const sharedOrder = await anOrder(database, {
  customerId: shared.customer.id,
  product_nos: [shared.product_no],
  placedAt: NOW,
})

testAccess(server, shared, { picking }, () => ({
  'picking.pick': {
    expected: STAFF,
    request: { params: { id: sharedOrder }, body: { lines: [{ position: 1, shortQuantity: 1 }] } },
  },
}))

/** Everything arrived. */
const CHECK_IN = { checked: [1], lines: [], signedBy: '', signature: '', driverPin: '', empties: [] }
const NONE = { contains: [], mayContain: [], unknown: false }

/** Two peas, three wines and four pieces of beef; for peas, beans at £1.80 were agreed. */
const anAgreedOrder = async (parts: { pricePence?: number; stockQuantity?: number } = {}) => {
  now = NOW
  const ready = await aReadyTrolly()
  const { peas, priceListId, token, params: trolly } = ready
  await database.update(products).set({ contains: [], mayContain: [] }).where(eq(products.product_no, peas))
  const beans = await aProduct(database, {
    priceListId,
    name: 'Beans',
    pack: '1 kg',
    pricePence: 180,
    vatBasisPoints: 2000,
    contains: [],
    mayContain: [],
    stockQuantity: 5,
    ...parts,
  })
  const { body: placed, status } = await call(trollies.checkout, {
    token,
    params: trolly,
    body: await seenNow(ready.id),
  })
  expect(status).toBe(200)
  const params = { id: placed.id }
  const agree = (choice: SubstitutionChoice | null, position = 1) =>
    database
      .update(orderLines)
      .set({ substitution: choice })
      .where(and(eq(orderLines.orderId, placed.id), eq(orderLines.position, position)))
  await agree(taking(beans))
  const pick = (
    shortQuantity: number,
    substituteQuantity = 0,
    { position = 1, key = uuidv7(), by = call } = {},
  ) =>
    by(picking.pick, {
      token: staff.token,
      params,
      body: { lines: [{ position, shortQuantity, substituteQuantity }] },
      key,
    })
  const read = async () => (await call(activeOrders.get, { token, params })).body
  const lines = () =>
    database
      .select()
      .from(orderLines)
      .where(eq(orderLines.orderId, placed.id))
      .orderBy(asc(orderLines.position))
  const columns = async () => (await database.select().from(orders).where(eq(orders.id, placed.id)))[0]
  return { ...ready, beans, placed, params, agree, pick, read, lines, columns }
}

const taking = (product_no: string, parts = {}, confirmed = {}): SubstitutionChoice => ({
  kind: 'take',
  product_no,
  seen: { name: 'Beans', pack: '1 kg', pricePence: 180, contains: [], mayContain: [], ...parts },
  confirmed: { ...NONE, ...confirmed },
})

describe('picking', () => {
  it('puts the agreed product in place of what is missing, and every sum follows', async () => {
    const { placed, peas, beans, pick, read, columns } = await anAgreedOrder()
    const { status, body } = await pick(1, 1)
    expect(status).toBe(200)
    expect(body.lines).toMatchObject([
      {
        product_no: peas,
        position: 1,
        quantity: 1,
        shortQuantity: 1,
        netPence: 199,
        placed: { quantity: 2, netPence: 398 },
      },
      {},
      {},
      {
        product_no: beans,
        position: 4,
        quantity: 1,
        standsFor: 1,
        unitPricePence: 180,
        vatBasisPoints: 2000,
        netPence: 180,
      },
    ])
    expect(body).toMatchObject({ shortCount: 1, lineCount: 4 })
    // One of the peas less, one of the beans with VAT more.
    expect(body.totals.netPence).toBe(placed.totals.netPence - 199 + 180)
    expect(body.totals.vatPence).toBe(placed.totals.vatPence + 36)
    expect(body.totalPence).toBe(body.totals.totalPence)
    expect(await columns()).toMatchObject({
      netPence: body.totals.netPence,
      vatPence: body.totals.vatPence,
      totalPence: body.totals.totalPence,
    })
    expect(await read()).toEqual(body)
    expect(await stockOf(beans)).toBe(4)
  })

  it('charges the lower of the price that was agreed and today’s', async () => {
    const dearer = await anAgreedOrder()
    const { priceListId, beans } = dearer
    const priced = (pence: number) =>
      database
        .update(prices)
        .set({ pence })
        .where(and(eq(prices.priceListId, priceListId), eq(prices.product_no, beans)))
    await priced(250)
    expect((await dearer.pick(1, 1)).body.lines.at(-1)).toMatchObject({ unitPricePence: 180 })
    await dearer.pick(0)
    await priced(120)
    expect((await dearer.pick(1, 1)).body.lines.at(-1)).toMatchObject({ unitPricePence: 120 })
  })

  it('is undone to the penny, and a repeat through another instance changes nothing', async () => {
    const { beans, pick, lines, columns, read } = await anAgreedOrder()
    const [linesBefore, before] = [await lines(), await columns()]
    const key = uuidv7()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) =>
        pick(2, 2, { key: at < 3 ? key : uuidv7(), by: at % 2 ? elsewhere : call }),
      ),
    )
    for (const { status } of answers) expect([200, 409]).toContain(status)
    // A busy key is answered once its first request is done.
    expect((await pick(2, 2, { key })).status).toBe(200)
    expect(await stockOf(beans)).toBe(3)
    expect((await read()).lines.map(({ quantity }) => quantity)).toEqual([0, 3, 4, 2])

    expect((await pick(0)).status).toBe(200)
    expect(await lines()).toEqual(linesBefore)
    const { changedTx: _, ...after } = (await columns()) ?? { changedTx: 0 }
    expect(before).toMatchObject(after)
    expect(await stockOf(beans)).toBe(5)
  })

  it('sends nothing that was not agreed', async () => {
    const { agree, pick, read } = await anAgreedOrder()
    for (const choice of [null, { kind: 'wait' }, { kind: 'leave_out' }] as const) {
      await agree(choice)
      expect((await pick(1, 1)).error.code).toBe('nothing_agreed')
      expect((await pick(1)).body.lines[0]).toMatchObject({ quantity: 2, shortQuantity: 1, netPence: 398 })
      await pick(0)
    }
    expect((await pick(3)).error.code).toBe('quantity_out_of_range')
    expect((await pick(1, 2)).error.code).toBe('quantity_out_of_range')
    expect((await pick(1, 0, { position: 99 })).error.code).toBe('line_not_found')
    expect((await read()).lines).toHaveLength(3)
  })

  it('refuses a substitute with new allergens, out of stock or no longer sold, and changes nothing', async () => {
    const { beans, peas, pick, lines } = await anAgreedOrder({ stockQuantity: 1 })
    const before = await lines()
    expect((await pick(2, 2)).error).toMatchObject({
      code: 'substitute_out_of_stock',
      position: 1,
      available: 1,
    })
    const change = (product_no: string, set: Partial<typeof products.$inferInsert>) =>
      database.update(products).set(set).where(eq(products.product_no, product_no))
    await change(beans, { contains: ['mustard'] })
    expect((await pick(1, 1)).error).toMatchObject({
      code: 'agreement_broken',
      broken: 'allergens',
      position: 1,
    })
    // Nor if what is short got the allergen as well: the customer has confirmed neither.
    await change(peas, { contains: ['mustard'] })
    expect((await pick(1, 1)).error).toMatchObject({ code: 'agreement_broken', broken: 'allergens' })
    await change(beans, { contains: null })
    expect((await pick(1, 1)).error).toMatchObject({ code: 'agreement_broken', broken: 'allergens' })
    await change(beans, { contains: [], active: false })
    expect((await pick(1, 1)).error).toMatchObject({ code: 'agreement_broken', broken: 'gone' })
    expect(await lines()).toEqual(before)
    expect(await stockOf(beans)).toBe(1)
    await change(beans, { active: true })
    expect((await pick(1, 1)).status).toBe(200)
    // What was picked rightly stays when it is said again.
    await change(beans, { contains: ['mustard'] })
    expect((await pick(1, 1)).status).toBe(200)
    expect((await pick(0)).status).toBe(200)
  })

  it('never gives the same last piece to two orders', async () => {
    const one = await anAgreedOrder({ stockQuantity: 1 })
    const two = await anAgreedOrder()
    await two.agree(taking(one.beans))
    await database.insert(prices).values({ priceListId: two.priceListId, product_no: one.beans, pence: 180 })
    const both = await Promise.all([one.pick(1, 1), two.pick(1, 1, { by: elsewhere })])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await stockOf(one.beans)).toBe(0)
  })

  it('ends once the order is delivered, checked in, cancelled or not paid', async () => {
    const { params, pick } = await anAgreedOrder()
    const set = (values: Partial<typeof orders.$inferInsert>) =>
      database.update(orders).set(values).where(eq(orders.id, params.id))
    const without = { deliveredAt: null, cancelledAt: null, replacedAt: null, confirmedAt: NOW }
    for (const ended of [
      { deliveredAt: NOW },
      { cancelledAt: NOW },
      { replacedAt: NOW },
      { confirmedAt: null },
    ]) {
      await set({ ...without, ...ended })
      expect((await pick(1, 1)).error.code).toBe('order_closed')
    }
    await set(without)
    now = new Date(`${DAY}T09:00:00.000Z`)
    const { status } = await call(checkIns.create, {
      token: staff.token,
      params,
      body: { ...CHECK_IN, checkInId: uuidv7(), at: now.toISOString() },
    })
    expect(status).toBe(200)
    expect((await pick(1, 1)).error.code).toBe('order_closed')
  })
})

describe('a picked order', () => {
  it('is handed over, changed and ordered again as it was placed', async () => {
    const { placed, params, token, pick } = await anAgreedOrder()
    const exported = async () => {
      const rows = await database.select().from(orderExports).where(eq(orderExports.orderId, placed.id))
      return readExportMessages(
        database,
        rows.map((row) => ({ ...row, sequence: 1 })),
      )
    }
    const [before] = await exported()
    await pick(2, 1)
    expect((await exported())[0]).toEqual(before)
    const again = await call(orderHistory.recreate, { token, params, body: {} })
    expect(again.body.lines.map(({ quantity }) => quantity)).toEqual([2, 3, 4])
    const change = await call(activeOrders.change, { token, params, body: {} })
    expect(change.body.items.map(({ quantity }) => quantity)).toEqual([2, 3, 4])
  })

  it.each([
    ['replaced', 1, 1, 1],
    ['replaced in part', 2, 1, 0],
    ['left out', 1, 0, 1],
  ])(
    'returns the stock of what it holds when it is cancelled, not what was missing and %s',
    async (_, missing, replaced, returned) => {
      const { params, token, peas, beans, pick } = await anAgreedOrder()
      await pick(missing, replaced)
      const peasBefore = (await stockOf(peas)) ?? 0
      expect((await call(activeOrders.cancel, { token, params })).status).toBe(200)
      expect(await stockOf(beans)).toBe(5)
      expect(await stockOf(peas)).toBe(peasBefore + returned)
    },
  )

  it('is not overwritten by a file of deliveries that was read before', async () => {
    const { placed, pick, lines } = await anAgreedOrder()
    const session = await openImportSession(database)
    try {
      const row = { orderNo: Number(placed.orderNo), deliveredAt: `${DAY}T07:00:00.000Z` }
      const deliver = async () => {
        const refused: RefusedRow[] = []
        const read = await completeDeliveries(session, [{ line: 2, row }], refused)
        expect(refused).toEqual([])
        const rows = read.map((each) => each.row)
        return () => session.write({ kind: 'deliveries', properties: [], whenAdded: [], rows, dryRun: false })
      }
      const write = await deliver()
      await pick(1, 1)
      await expect(write()).rejects.toThrow(RowsRefused)
      await (await deliver())()
    } finally {
      await session.close()
    }
    const delivered = (await lines()).map(({ deliveredQuantity }) => deliveredQuantity)
    expect(delivered).toEqual([1, 3, 4, 1])
  })

  it.each([
    ['says nothing of it', ['', ''], 0],
    ['counts what is missing of what was ordered', ['1=peas', ''], 0],
    ['counts more missing than was replaced', ['2=peas', 'CRN'], 199],
  ])(
    'is billed for what came: the supplier’s invoice %s',
    async (_, [short = '', note = ''], creditedPence) => {
      const { placed, peas, pick } = await anAgreedOrder()
      const { body } = await pick(1, 1)
      const [count, product] = short.split('=')
      const file = csv(
        'invoice_no,order_no,day,short,credit_note_no',
        `INV${placed.orderNo},${placed.orderNo},${DAY},${product ? `${peas}=${count}` : ''},${note && `CRN${placed.orderNo}`}`,
      )
      expect(await importCsv('invoices', file)).toMatchObject({ added: 1, refused: 0 })
      const rows = await database.select().from(invoices).where(eq(invoices.orderId, placed.id))
      const sums = rows.map(({ kind, totalPence }) => [kind, totalPence])
      expect(sums).toContainEqual(['invoice', body.totalPence])
      if (creditedPence > 0) expect(sums).toContainEqual(['credit_note', creditedPence])
      else expect(sums).toHaveLength(1)
    },
  )

  it('is delivered by a file that names what was missing, and its substitute claimed at its own price', async () => {
    const { placed, params, peas, beans, pick, read } = await anAgreedOrder()
    await pick(2, 2)
    const file = csv(
      'order_no,picking_at,short,delivered_at,delivered',
      `${placed.orderNo},${DAY} 02:00,${peas}=2,${DAY} 07:00,${peas}=0|${beans}=2`,
    )
    expect(await importCsv('deliveries', file)).toMatchObject({ changed: 1, refused: 0 })
    expect(await read()).toMatchObject({ status: 'delivered', shortCount: 0 })

    now = new Date(`${DAY}T09:00:00.000Z`)
    const line = { problem: 'damaged' as const, quantity: 1, seenQuantity: 0, reason: '' }
    const body = {
      ...CHECK_IN,
      checkInId: uuidv7(),
      at: now.toISOString(),
      lines: [{ ...line, position: 4 }],
    }
    expect((await call(checkIns.create, { token: staff.token, params, body })).status).toBe(200)
    const { data } = (await call(claims.own, { token: staff.token, params: { id: placed.customerId } })).body
    // One of the beans, with VAT.
    expect(data).toMatchObject([{ creditPence: 216, lines: [{ name: 'Beans', quantity: 1 }] }])
  })
})

it('whatever is agreed, changed and picked, no line has an allergen that was not confirmed', async () => {
  const { beans, peas, agree, pick, lines } = await anAgreedOrder({ stockQuantity: 1_000 })
  const some = fc.subarray(ALLERGENS.slice(0, 3) as Allergen[])
  const declared = fc.record({
    contains: fc.option(some, { freq: 4 }),
    mayContain: fc.option(some, { freq: 4 }),
  })
  const confirmed = fc.record({ contains: some, mayContain: some, unknown: fc.boolean() })
  const property = fc.asyncProperty(
    fc.record({
      seen: declared,
      confirmed,
      original: declared,
      substitute: declared,
      short: fc.integer({ min: 1, max: 2 }),
    }),
    async ({ seen, confirmed: said, original, substitute, short }) => {
      await pick(0)
      await agree(taking(beans, seen, said))
      await database.update(products).set(original).where(eq(products.product_no, peas))
      await database.update(products).set(substitute).where(eq(products.product_no, beans))
      const { status } = await pick(short, short)
      const added = (await lines()).filter(({ standsFor }) => standsFor !== null)
      expect(added).toHaveLength(status === 200 ? 1 : 0)
      if (status === 200) expect(isConfirmed(allergenDifference(original, substitute), said)).toBe(true)
    },
  )
  await fc.assert(property, { seed: 48, numRuns: 60 })
  expect(
    (await database.select().from(stock).where(eq(stock.product_no, beans)))[0]?.quantity,
  ).toBeLessThanOrEqual(1_000)
})
