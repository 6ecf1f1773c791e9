import { eq, inArray } from 'drizzle-orm'
import fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { information } from '#contract/information.ts'
import { ownSafetyNotices } from '#contract/own-safety-notices.ts'
import { type RecallFields, recalls } from '#contract/recalls.ts'
import { safetyNoticeReport } from '#contract/safety-notice-report.ts'
import { safetyNotices } from '#contract/safety-notices.ts'
import { DAY_MS } from '#domain/durations.ts'
import { londonDayOf } from '#domain/london-time.ts'
import type { Allergen } from '#domain/product.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { products } from '#server/db/schema/products.ts'
import { safetyNotices as noticeTable, safetyNoticeCustomers } from '#server/db/schema/safety-notices.ts'
import { aShared, READS_CUSTOMER, STAFF, testAccess } from '#tests/support/access.ts'
import { aCustomer, anOrder, aProduct, aUser } from '#tests/support/builders.ts'
import { csv, importerInto } from '#tests/support/import.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

/** The database's clock dates changed allergens, so days are counted back from the present. */
const server = await startTestApp()
const { database, call } = server
const importCsv = importerInto(database)
const shared = await aShared(database)
const staff = await aUser(database, { accountType: 'ST', username: 'Olive Office' })

const daysAgo = (days: number): string => londonDayOf(new Date(Date.now() - days * DAY_MS))

type Purchase = { customerId: string; product_no: string; days: number; quantity?: number }
const buys = async ({ customerId, product_no, days, quantity = 1 }: Purchase): Promise<string> => {
  const id = await anOrder(database, { customerId, product_nos: [product_no], placedAt: new Date() })
  await database
    .update(orders)
    .set({ deliveryDay: daysAgo(days) })
    .where(eq(orders.id, id))
  await database.update(orderLines).set({ quantity }).where(eq(orderLines.orderId, id))
  return id
}

/** A product with milk, and a customer who bought some of it last week. */
const aPurchase = async () => {
  const customer = await aCustomer(database, { contactPhone: '01632 960 441' })
  const user = await aUser(database, { customerIds: [customer.id], username: 'Robin Cook' })
  const product_no = await aProduct(database, { contains: ['milk'], mayContain: null })
  await buys({ customerId: customer.id, product_no, days: 7, quantity: 3 })
  const params = { id: customer.id }
  return {
    customer,
    user,
    product_no,
    declare: (contains: Allergen[] | null) =>
      database.update(products).set({ contains }).where(eq(products.product_no, product_no)),
    own: async (token = user.token) => (await call(ownSafetyNotices.list, { token, params })).body.data,
    confirmed: async () => (await call(ownSafetyNotices.list, { token: user.token, params })).body.confirmed,
    note: (kind: 'read' | 'acknowledge', notices: { id: string; edition: number }[], token = user.token) =>
      call(safetyNotices.note, {
        token,
        params,
        body: { kind, notices: notices.map(({ id, edition }) => ({ id, edition })) },
      }),
    phone: (id: string, edition = 1) =>
      call(safetyNoticeReport.phoned, {
        token: staff.token,
        params: { id },
        body: { customerId: customer.id, edition, spokenTo: 'Sam' },
      }),
  }
}
const namedBy = async (id: string) =>
  (await call(safetyNoticeReport.customers, { token: staff.token, params: { id }, body: {} })).body.data

let recallsMade = 0
const recallFields = (parts: Partial<RecallFields> = {}): RecallFields => {
  recallsMade += 1
  return {
    reference: `R-${recallsMade}`,
    productNos: [shared.product_no],
    batches: ['L2291'],
    useBy: '',
    boughtSince: daysAgo(30),
    reason: 'Pieces of metal',
    action: 'return',
    advice: '',
    ...parts,
  }
}
const aRecall = async (parts: Partial<RecallFields> = {}) =>
  (await call(recalls.create, { token: staff.token, body: recallFields(parts) })).body

const [mine, theirs] = [await aRecall(), await aRecall()]
const { data: changes } = (
  await call(recalls.changes, { token: staff.token, body: { record_id: theirs.id } })
).body
const notices = [{ id: mine.id, edition: 1 }]
await buys({ customerId: shared.customer.id, product_no: shared.product_no, days: 1 })
const ofShared = await aRecall()

testAccess(server, shared, { ownSafetyNotices, safetyNotices, safetyNoticeReport, recalls }, () => ({
  'ownSafetyNotices.list': { expected: READS_CUSTOMER, request: { params: { id: shared.customer.id } } },
  'safetyNotices.note': {
    expected: { ...READS_CUSTOMER, noOrders: 'may_not_order' },
    request: { params: { id: shared.customer.id }, body: { kind: 'acknowledge', notices } },
  },
  'safetyNoticeReport.search': { expected: STAFF, request: { body: {} } },
  'safetyNoticeReport.get': { expected: STAFF, request: { params: { id: mine.id } } },
  'safetyNoticeReport.customers': { expected: STAFF, request: { params: { id: mine.id }, body: {} } },
  'safetyNoticeReport.phoned': {
    expected: STAFF,
    request: {
      params: { id: ofShared.id },
      body: { customerId: shared.customer.id, edition: 1, spokenTo: 'Sam' },
    },
  },
  ...maintainedAccess('recalls', {
    id: mine.id,
    changeId: changes[0]?.id ?? '',
    fields: recallFields,
    change: { advice: 'Wash the board' },
  }),
  'recalls.trial': {
    expected: STAFF,
    request: { body: { productNos: [shared.product_no], boughtSince: daysAgo(30) } },
  },
}))

describe('a change of a product’s allergens', () => {
  it('names who bought it, with what was declared before and after and what they bought', async () => {
    const { declare, own, product_no } = await aPurchase()
    await declare(['milk', 'nuts'])
    expect(await own()).toMatchObject([
      {
        products: [{ product_no, name: 'Chopped tomatoes', quantity: 3, lastBought: daysAgo(7) }],
        before: { contains: ['milk'], mayContain: null },
        after: { contains: ['milk', 'nuts'], mayContain: null },
        recall: null,
        isRead: false,
      },
    ])
  })

  it('is noticed in a removal, in what was not declared, and not in another order or another field', async () => {
    const { declare, own, product_no } = await aPurchase()
    await database.update(products).set({ name: 'Cream' }).where(eq(products.product_no, product_no))
    await declare(['nuts', 'milk'])
    await declare(['milk', 'nuts'])
    expect(await own()).toHaveLength(1)
    await declare([])
    await declare(null)
    expect((await own()).map(({ after }) => after?.contains)).toEqual([['nuts', 'milk'], [], null])
  })

  it('comes from an import as from any other way in, and names nobody where nobody bought it', async () => {
    const bought = await aPurchase()
    const other = await aProduct(database, { contains: [] })
    await importCsv(
      'products',
      csv(
        'product_no,name,contains,mayContain',
        `${bought.product_no},Chopped tomatoes,milk|celery,none`,
        `${other},Chopped tomatoes,milk,none`,
      ),
    )
    expect((await bought.own()).map(({ after }) => after)).toEqual([
      { contains: ['milk', 'celery'], mayContain: [] },
    ])
    const found = await call(safetyNoticeReport.search, {
      token: staff.token,
      body: { queryString: other, kind: 'allergen_change' },
    })
    expect(found.body.total).toBe(0)
  })

  it('is not noted where the transaction that changes it is rolled back', async () => {
    const { own, product_no } = await aPurchase()
    await importCsv('products', csv('product_no,name,contains', `${product_no},Tomatoes,fish`), {
      dryRun: true,
    })
    expect(await own()).toEqual([])
  })

  it('that is undone before it was confirmed leaves nobody to phone', async () => {
    const { declare, own } = await aPurchase()
    await declare(['milk', 'nuts'])
    await declare(['milk'])
    const [first, second] = await own()
    for (const { id } of [first, second].flatMap((notice) => notice ?? []))
      expect((await namedBy(id)).map(({ state }) => state)).toEqual(['cancelled'])
  })

  it('that is undone names those who have not confirmed it, however long ago they bought', async () => {
    const { customer, declare, own } = await aPurchase()
    await declare([])
    await database
      .update(orders)
      .set({ deliveryDay: daysAgo(91) })
      .where(eq(orders.customerId, customer.id))
    await declare(['milk'])
    const [removed, declared] = await own()
    expect(removed).toMatchObject({ after: { contains: [] } })
    expect(declared).toMatchObject({ after: { contains: ['milk'] } })
    expect((await namedBy(removed?.id ?? '')).map(({ state }) => state)).toEqual(['cancelled'])
  })

  it('names who received it as a substitute, and who may while their order is open', async () => {
    const product_no = await aProduct(database, { contains: ['milk'], mayContain: null })
    const ordered = await aProduct(database)
    const seen = { contains: [], mayContain: null, name: '', pack: '', pricePence: 1 }
    const confirmed = { contains: [], mayContain: [], unknown: true }
    const agrees = async () => {
      const { id: customerId } = await aCustomer(database)
      const orderId = await buys({ customerId, product_no: ordered, days: -2, quantity: 4 })
      const substitution = { kind: 'take' as const, product_no, seen, confirmed }
      await database.update(orderLines).set({ substitution }).where(eq(orderLines.orderId, orderId))
      return { customerId, orderId }
    }
    const [waiting, sent, without, cancelled] = [
      await agrees(),
      await agrees(),
      await agrees(),
      await agrees(),
    ]
    const line = { name: '', pack: '', unitPricePence: 1, vatBasisPoints: 0, netPence: 1 }
    await database
      .insert(orderLines)
      .values({ ...line, orderId: sent.orderId, position: 2, product_no, quantity: 3, standsFor: 1 })
    const at = new Date()
    for (const { orderId } of [sent, without])
      await database.update(orders).set({ deliveredAt: at }).where(eq(orders.id, orderId))
    await database.update(orders).set({ cancelledAt: at }).where(eq(orders.id, cancelled.orderId))
    await database.update(products).set({ contains: [] }).where(eq(products.product_no, product_no))
    const named = await database
      .select({
        customerId: safetyNoticeCustomers.customerId,
        quantity: safetyNoticeCustomers.quantity,
        lastBought: safetyNoticeCustomers.lastBought,
      })
      .from(safetyNoticeCustomers)
      .where(eq(safetyNoticeCustomers.product_no, product_no))
    expect(named.toSorted((one, other) => one.quantity - other.quantity)).toEqual([
      { customerId: waiting.customerId, quantity: 0, lastBought: daysAgo(-2) },
      { customerId: sent.customerId, quantity: 3, lastBought: daysAgo(-2) },
    ])
  })

  it('names those who bought it within 90 days, each once', async () => {
    const customerIds = await Promise.all([1, 2, 3, 4].map(async () => (await aCustomer(database)).id))
    const purchase = fc.record({
      customer: fc.nat({ max: 3 }),
      product: fc.nat({ max: 2 }),
      days: fc.integer({ min: -5, max: 120 }),
      fate: fc.constantFrom('kept', 'kept', 'cancelled', 'replaced', 'short'),
    })
    const property = fc.asyncProperty(
      fc.array(purchase, { maxLength: 10 }),
      fc.subarray([0, 1, 2], { minLength: 1 }),
      async (purchases, changed) => {
        const product_nos = await Promise.all(
          [0, 1, 2].map(() => aProduct(database, { contains: ['milk'], mayContain: [] })),
        )
        for (const { customer, product, days, fate } of purchases) {
          const id = await buys({
            customerId: customerIds[customer] ?? '',
            product_no: product_nos[product] ?? '',
            days,
          })
          const at = new Date()
          if (fate === 'cancelled')
            await database.update(orders).set({ cancelledAt: at }).where(eq(orders.id, id))
          if (fate === 'replaced')
            await database.update(orders).set({ replacedAt: at }).where(eq(orders.id, id))
          if (fate === 'short')
            await database.update(orderLines).set({ deliveredQuantity: 0 }).where(eq(orderLines.orderId, id))
        }
        await database
          .update(products)
          .set({ contains: ['milk', 'sesame'] })
          .where(
            inArray(
              products.product_no,
              changed.map((place) => product_nos[place] ?? ''),
            ),
          )
        const named = await database
          .select({
            customerId: safetyNoticeCustomers.customerId,
            product_no: safetyNoticeCustomers.product_no,
          })
          .from(safetyNoticeCustomers)
          .innerJoin(noticeTable, eq(noticeTable.id, safetyNoticeCustomers.noticeId))
          .where(inArray(safetyNoticeCustomers.product_no, product_nos))
        const expected = purchases.filter(
          ({ product, days, fate }) => changed.includes(product) && days <= 90 && fate === 'kept',
        )
        expect(named.map(({ customerId, product_no }) => `${customerId} ${product_no}`).sort()).toEqual(
          [
            ...new Set(
              expected.map(({ customer, product }) => `${customerIds[customer]} ${product_nos[product]}`),
            ),
          ].sort(),
        )
      },
    )
    await fc.assert(property, { seed: 20261129, numRuns: 25 })
  })
})

describe('a confirmation', () => {
  it('from two devices counts once, for all the customer’s users', async () => {
    const { declare, own, confirmed, note, user, customer } = await aPurchase()
    const colleague = await aUser(database, { customerIds: [customer.id] })
    await declare(['milk', 'fish'])
    const open = await own()
    const reader = await aUser(database, { customerIds: [customer.id], canPlaceOrders: false })
    await note('read', open, reader.token)
    expect((await own(colleague.token)).map(({ isRead }) => isRead)).toEqual([true])
    await Promise.all([note('acknowledge', open), note('acknowledge', open, user.token)])
    await note('acknowledge', open, colleague.token)
    expect(await own(colleague.token)).toEqual([])
    expect(await confirmed()).toEqual([])
    expect(await namedBy(open[0]?.id ?? '')).toMatchObject([
      { customerId: customer.id, phone: '01632 960 441', state: 'acknowledged', by: 'Robin Cook' },
    ])
  })

  it('is not given by staff who look at the account, nor for a notice that names somebody else', async () => {
    const [one, other] = [await aPurchase(), await aPurchase()]
    await one.declare([])
    await other.declare([])
    const open = await one.own()
    for (const kind of ['read', 'acknowledge'] as const) {
      await one.note(kind, open, staff.token)
      await other.note(kind, open)
    }
    expect(await one.own()).toEqual(open)
    expect((await namedBy(open[0]?.id ?? '')).map(({ state }) => state)).toEqual(['to_phone'])
  })
})

describe('a recall', () => {
  it('is tried first, and names the same customers when it is published', async () => {
    const { product_no, own, customer } = await aPurchase()
    const late = await aCustomer(database)
    await buys({ customerId: late.id, product_no, days: 40 })
    const trial = await call(recalls.trial, {
      token: staff.token,
      body: { productNos: [product_no, 'NO-SUCH'], boughtSince: daysAgo(30) },
    })
    expect(trial.body).toEqual({ customers: 1, quantity: 3, withoutPhone: 0, unknown: ['NO-SUCH'] })
    expect(await own()).toEqual([])
    const { id, reference } = await aRecall({ productNos: [product_no] })
    expect(await own()).toMatchObject([
      { id, edition: 1, before: null, recall: { reference, batches: ['L2291'] } },
    ])
    expect((await namedBy(id)).map(({ customerId }) => customerId)).toEqual([customer.id])
  })

  it('that says something else is to be confirmed again, and one that is withdrawn is not shown', async () => {
    const { product_no, own, confirmed, note } = await aPurchase()
    const recall = await aRecall({ productNos: [product_no] })
    const params = { id: recall.id }
    await note('acknowledge', await own())
    expect(await own()).toEqual([])
    expect(await confirmed()).toMatchObject([
      { id: recall.id, edition: 1, recall: { boughtSince: daysAgo(30) } },
    ])
    await call(recalls.update, { token: staff.token, params, body: { batches: ['L2291', 'L2292'] } })
    expect((await own()).map(({ edition }) => edition)).toEqual([2])
    expect(await confirmed()).toEqual([])
    await note('acknowledge', [{ id: recall.id, edition: 1 }])
    expect(await own()).toHaveLength(1)
    await call(recalls.remove, { token: staff.token, params })
    expect(await own()).toEqual([])
    await call(recalls.restore, { token: staff.token, params })
    expect((await own()).map(({ edition }) => edition)).toEqual([2])
    const kept = await call(recalls.changes, { token: staff.token, body: { record_id: recall.id } })
    expect(kept.body.total).toBe(4)
  })

  it('leaves to phone only those who have not seen it; a call is marked once, with whom was spoken to', async () => {
    const { product_no, own, confirmed, note, customer, phone } = await aPurchase()
    const others = [await aCustomer(database), await aCustomer(database)]
    for (const { id } of others) await buys({ customerId: id, product_no, days: 3 })
    const { id } = await aRecall({ productNos: [product_no] })
    await note('read', await own())
    const counts = async () =>
      (await call(safetyNoticeReport.get, { token: staff.token, params: { id } })).body.counts
    expect(await counts()).toEqual({ to_phone: 2, seen: 1, acknowledged: 0, phoned: 0, cancelled: 0 })
    expect((await phone(id)).body).toMatchObject({ customerId: customer.id, spokenTo: 'Sam' })
    await phone(id)
    expect(await counts()).toEqual({ to_phone: 2, seen: 0, acknowledged: 0, phoned: 1, cancelled: 0 })
    expect(await own()).toEqual([])
    expect((await confirmed())?.map((notice) => notice.id)).toEqual([id])
    const toPhone = await call(safetyNoticeReport.customers, {
      token: staff.token,
      params: { id },
      body: { state: 'to_phone', pageLength: 1, sort_by: 'name' },
    })
    expect([toPhone.body.total, toPhone.body.data.length]).toEqual([2, 1])
    expect((await phone(id, 2)).error.code).toBe('changed')
    expect((await phone(theirs.id)).error.code).toBe('customer_not_found')
    expect((await phone(uuidv7())).error.code).toBe('record_not_found')
  })

  it('of a product that is not there is refused at its field', async () => {
    const refused = await call(recalls.create, {
      token: staff.token,
      body: recallFields({ productNos: [shared.product_no, 'NO-SUCH'] }),
    })
    expect(refused.error.errors).toMatchObject([{ path: 'body/productNos' }])
  })

  it('is on the public page without those who bought it, until it is withdrawn', async () => {
    const { product_no, customer } = await aPurchase()
    const { id } = await aRecall({
      productNos: [product_no],
      reason: 'Salmonella',
      advice: 'Clean the fridge',
    })
    const listed = async () =>
      (await call(information.get, {})).body.recalls.filter(({ reason }) => reason === 'Salmonella')
    const found = await listed()
    expect(found).toEqual([
      {
        day: daysAgo(0),
        product: 'Chopped tomatoes, 6 × 2.5 kg',
        reason: 'Salmonella',
        advice: 'Batches L2291. Do not use it. Keep it for our driver to collect. Clean the fridge',
      },
    ])
    expect(JSON.stringify(found)).not.toContain(customer.id)
    await call(recalls.remove, { token: staff.token, params: { id } })
    expect(await listed()).toEqual([])
  })
})
