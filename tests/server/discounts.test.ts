import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { type DiscountFields, discounts } from '#contract/discounts.ts'
import { activeOrders } from '#contract/orders.ts'
import { trollies } from '#contract/trollies.ts'
import { totalsOf } from '#domain/totals.ts'
import { baskets } from '#server/db/schema/baskets.ts'
import { customers as customerTable, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { discountedLines } from '#src/store/trollies/open-trolly.ts'
import { aShared, STAFF, testAccess } from '#tests/support/access.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp({ now: () => new Date('2026-12-02T10:00:00.000Z') })
const { database, call } = app
const shared = await aShared(database)
const { token } = await aUser(database, { accountType: 'ST', username: 'Ola Offers' })

let made = 0
const fields = (parts: Partial<DiscountFields> = {}): DiscountFields => {
  made += 1
  return {
    code: `offer-${made}`,
    name: 'Spring dairy offer',
    customerId: null,
    priceListId: null,
    productNo: null,
    brand: null,
    category: 'Dairy',
    kind: 'percent',
    basisPoints: 500,
    offUnitPence: 0,
    minimumUnits: 0,
    minimumNetPence: 2_000,
    validFrom: null,
    validTo: null,
    combines: false,
    onPromotions: false,
    capPence: null,
    active: true,
    ...parts,
  }
}
const create = (parts: Partial<DiscountFields> = {}) => call(discounts.create, { token, body: fields(parts) })
const add = async (parts: Partial<DiscountFields> = {}) => (await create(parts)).body
const historyOf = async (record_id: string) =>
  (await call(discounts.changes, { token, body: { record_id } })).body.data
const search = async (body: object) => (await call(discounts.search, { token, body })).body.data

const recordId = (await add()).id
const changeId = (await historyOf((await add()).id))[0]?.id ?? ''

testAccess(app, shared, { discounts }, () => ({
  ...maintainedAccess('discounts', {
    id: recordId,
    changeId,
    fields: () => fields(),
    change: { name: 'Offer' },
  }),
  'discounts.trial': { expected: STAFF, request: { body: fields() } },
}))

describe('a discount', () => {
  it('is found by its code, name, customer and day', async () => {
    const { id: customerId } = await aCustomer(database)
    const { code } = await add({ customerId, validFrom: '2026-03-01', validTo: '2026-03-31' })
    const codesOf = async (body: object) => (await search({ customerId, ...body })).map((each) => each.code)
    expect(await codesOf({ queryString: code })).toEqual([code])
    expect(await codesOf({ queryString: 'dairy spring' })).toEqual([code])
    expect(await codesOf({ day: '2026-03-31' })).toEqual([code])
    expect(await codesOf({ day: '2026-04-01' })).toEqual([])
    expect(await codesOf({ active: false })).toEqual([])
  })

  it('keeps who changed it, and can be put back', async () => {
    const { id } = await add({ basisPoints: 500 })
    await call(discounts.update, { token, params: { id }, body: { basisPoints: 750 } })
    const [latest] = await historyOf(id)
    expect(latest).toMatchObject({ by: 'Ola Offers' })
    await call(discounts.revert, { token, params: { id: latest?.id ?? '' } })
    expect((await search({ queryString: 'Spring' })).find((each) => each.id === id)?.basisPoints).toBe(500)
  })

  it('has a code of its own', async () => {
    const { code } = await add()
    expect((await create({ code })).error.code).toBe('already_exists')
  })

  it.each([
    ['customerId', 'NOBODY', 'is no customer’s account number'],
    ['priceListId', 'NO-LIST', 'is no price list'],
    ['productNo', 'NOTHING', 'is no product’s code'],
  ])('refuses %s of a record that does not exist', async (field, value, message) => {
    const { status, error } = await create({ [field]: value })
    expect([status, error.errors]).toEqual([400, [{ path: `body/${field}`, message }]])
  })

  it('refuses to end before it begins', async () => {
    const { error } = await create({ validFrom: '2026-04-02', validTo: '2026-04-01' })
    expect(error.errors).toEqual([{ path: 'body/validTo', message: 'is before the first day' }])
  })
})

it.each([
  ['percent', { kind: 'percent', basisPoints: 0 }, 'basisPoints'],
  ['per unit', { kind: 'per_unit', offUnitPence: 0 }, 'offUnitPence'],
] as const)('one %s that takes nothing off is refused', async (_, parts, field) => {
  const { status, error } = await create(parts)
  expect([status, error.errors]).toEqual([400, [{ path: `body/${field}`, message: 'takes nothing off' }]])
})

/** A customer with a trolly of 4 × £12.50 dairy and 2 × £3.00 of something else, for a day. */
const aDairyTrolly = async (deliveryDay = '2026-12-04') => {
  const { id: customerId, priceListId } = await aCustomer(database)
  const buyer = await aUser(database, { customerIds: [customerId] })
  const [milk, salt] = await Promise.all([
    aProduct(database, { priceListId, category: 'Cheese', vatBasisPoints: 0 }),
    aProduct(database, { priceListId, pricePence: 300, vatBasisPoints: 2_000 }),
  ])
  const id = await aTrolly(database, {
    customerId,
    createdBy: buyer.id,
    deliveryDay,
    lines: [
      { product_no: milk, quantity: 4 },
      { product_no: salt, quantity: 2 },
    ],
  })
  const own = { token: buyer.token, params: { id } }
  return { id, customerId, priceListId, milk, salt, own }
}

describe('a discount takes effect', () => {
  it('in every reply of a trolly, alike on the device, and in its order and invoice', async () => {
    const { customerId, milk, salt, own } = await aDairyTrolly()
    await add({ customerId, name: 'Spring dairy', category: 'Cheese', basisPoints: 1_000 })
    const discounted = { netPence: 5_100, discountPence: 500, totalPence: 5_220 }
    const { items, ...trolly } = (await call(trollies.get, own)).body
    expect(trolly.totals).toMatchObject(discounted)
    const listed = (await call(trollies.list, { token: own.token, query: { customerId } })).body.data
    expect(listed[0]?.totals).toEqual(trolly.totals)
    const changed = await call(trollies.setItem, {
      token: own.token,
      params: { ...own.params, productNo: salt },
      body: { quantity: 3 },
    })
    expect(changed.body.basket.totals).toMatchObject({ netPence: 5_400, discountPence: 500 })
    const back = await call(trollies.update, { ...own, body: { items: [{ product_no: salt, quantity: 2 }] } })
    expect(back.body.basket.totals).toEqual(trolly.totals)

    const told = (await call(customers.get, { token: own.token, params: { id: customerId } })).body
    const onDevice = discountedLines(trolly, told.discounts ?? [], items)
    expect(totalsOf(onDevice)).toEqual(trolly.totals)

    const { body: order } = await call(trollies.checkout, { ...own, body: {} })
    expect(order.totals).toMatchObject(discounted)
    const dairy = order.lines.find(({ product_no }) => product_no === milk)
    expect(dairy).toMatchObject({ netPence: 4_500, discounts: [{ name: 'Spring dairy', pence: 500 }] })
    const tracked = (await call(activeOrders.get, { token: own.token, params: { id: order.id } })).body
    expect(tracked.lines.map(({ discounts }) => discounts ?? null)).toEqual(
      order.lines.map(({ discounts }) => discounts ?? null),
    )
    expect(tracked.totals).toEqual(order.totals)
  })

  it.each([
    ['of another customer', { customerId: 'other' }],
    ['of another price list', { priceListId: 'other' }],
    ['of earlier days', { validTo: '2026-12-03' }],
    ['of later days', { validFrom: '2026-12-05' }],
    ['turned off', { active: false }],
    ['below its spend', { minimumNetPence: 5_001 }],
  ])(
    'but not one %s',
    async (_, { customerId: anyone, priceListId: list, ...parts }: Record<string, unknown>) => {
      const { customerId, own } = await aDairyTrolly()
      const other = await aCustomer(database)
      await add({
        category: 'Cheese',
        basisPoints: 1_000,
        minimumNetPence: 0,
        customerId: anyone ? other.id : customerId,
        ...(list ? { customerId: null, priceListId: other.priceListId } : {}),
        ...(parts as Partial<DiscountFields>),
      })
      const { totals } = (await call(trollies.get, own)).body
      expect([totals.netPence, totals.discountPence]).toEqual([5_600, undefined])
    },
  )

  it('and no longer once it is deleted; the order that was seen with it is refused as changed', async () => {
    const { customerId, own } = await aDairyTrolly()
    const { id } = await add({ customerId, category: 'Cheese', basisPoints: 1_000 })
    const { totalPence } = (await call(trollies.get, own)).body.totals
    await call(discounts.remove, { token, params: { id } })
    const { error } = await call(trollies.checkout, { ...own, body: { totalPence } })
    expect(error.code).toBe('changed')
    expect(error).toMatchObject({ basket: { totals: { totalPence: totalPence + 500 } } })
  })
})

describe('a trial of a discount', () => {
  it('says what it would have done to the orders of the last four weeks, and saves nothing', async () => {
    const { customerId, own } = await aDairyTrolly()
    const { totals } = (await call(trollies.checkout, { ...own, body: {} })).body
    expect(totals.netPence).toBe(5_600)
    await database
      .update(customerTable)
      .set({ minimumOrderPence: 5_500 })
      .where(eq(customerTable.id, customerId))
    const tried = (parts: Partial<DiscountFields>, id?: string) =>
      call(discounts.trial, {
        token,
        body: { ...fields({ customerId, category: 'Cheese', ...parts }), ...(id && { id }) },
      })
    const future = { validFrom: '2027-01-01', basisPoints: 1_000 }
    const { body } = await tried(future)
    expect(body).toMatchObject({ days: 28, changed: 1, differencePence: -500, refused: 1 })
    expect(body.orders).toBeGreaterThan(0)
    expect((await tried({ ...future, category: 'Elsewhere' })).body).toMatchObject({ changed: 0, refused: 0 })
    expect(await search({ customerId })).toEqual([])

    // One that is changed is compared with none, not with itself.
    const { id } = await add({ customerId, category: 'Cheese', basisPoints: 500 })
    expect((await tried({ basisPoints: 1_000 }, id)).body).toMatchObject({ differencePence: -500 })
    expect((await tried({ active: false }, id)).body).toMatchObject({ changed: 0 })
    // Beside what is saved, the better of the two applies.
    expect((await tried({ basisPoints: 400 })).body).toMatchObject({ changed: 0 })
    expect((await tried({ basisPoints: 1_000 })).body).toMatchObject({ changed: 1, differencePence: -250 })
  })

  it('measures an order to a delivery address by the minimum of its route', async () => {
    const { id, customerId, own } = await aDairyTrolly()
    await database
      .insert(deliveryPostcodes)
      .values({ prefix: 'YO1', deliveryWeekdays: [5], minimumOrderPence: 5_500 })
    const deliveryAddressId = uuidv7()
    await database.insert(deliveryAddresses).values({
      id: deliveryAddressId,
      customerId,
      name: 'Stall',
      contactName: 'Ada Lees',
      contactPhone: '01904 123456',
      addressLines: ['3 Mill Lane'],
      town: 'York',
      postcode: 'YO1 7HH',
      updatedAt: new Date(),
    })
    await database.update(baskets).set({ deliveryAddressId }).where(eq(baskets.id, id))
    await call(trollies.checkout, { ...own, body: {} })
    const body = fields({ customerId, category: 'Cheese', basisPoints: 1_000 })
    expect((await call(discounts.trial, { token, body })).body).toMatchObject({ changed: 1, refused: 1 })
  })
})

describe('a file of discounts', () => {
  it('adds and changes them, and refuses rows that name nothing', async () => {
    const { code } = await add({ name: 'Before' })
    const csv = [
      'code,name,kind,basisPoints,offUnit,cap,customerId,validFrom,validTo',
      `${code},After,percent,250,,12.50,,,`,
      `${code}-new,Off,per_unit,,0.10,,,,`,
      `${code}-bad,Off,percent,100,,,NOBODY,,`,
      `${code}-days,Off,percent,100,,,,2026-04-02,2026-04-01`,
      `${code}-none,Off,per_unit,100,,,,,`,
    ].join('\n')
    const file = { csv, policy: 'skip_row' as const }
    const preview = (await call(discounts.preview, { token, body: file })).body
    expect(preview.changes.map(({ key, kind }) => [key, kind])).toEqual([
      [code, 'changed'],
      [`${code}-new`, 'added'],
    ])
    expect(preview.refused.map(({ problems }) => problems[0]?.code)).toEqual([
      'unknown_customer',
      'contradiction',
      'contradiction',
    ])
    const id = uuidv7()
    await call(discounts.write, { token, body: { id, seen: preview.seen, ...file } })
    expect(await search({ queryString: code })).toMatchObject([
      { code, name: 'After', basisPoints: 250, capPence: 1_250 },
      { code: `${code}-new`, kind: 'per_unit', offUnitPence: 10, active: true },
    ])
    await call(discounts.undo, { token, params: { id } })
    expect((await search({ queryString: code })).map(({ name }) => name)).toEqual(['Before'])
  })
})
