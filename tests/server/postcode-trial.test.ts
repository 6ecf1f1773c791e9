import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { expect, it } from 'vitest'
import { type DeliveryPostcodeFields, deliveryPostcodes } from '#contract/delivery-postcodes.ts'
import { trollies } from '#contract/trollies.ts'
import { failedChecks } from '#domain/checks/run-checks.ts'
import type { customers } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { orders } from '#server/db/schema/orders.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** A Tuesday noon in London. */
const NOON = new Date('2026-12-01T12:00:00.000Z')
const { database, call } = await startTestApp({ now: () => NOON })
const { token } = await aUser(database, { accountType: 'ST' })

const fields = (parts: Partial<DeliveryPostcodeFields>): DeliveryPostcodeFields => ({
  prefix: '',
  area: '',
  town: '',
  region: '',
  depot: '',
  route: 'N1',
  deliveryWeekdays: [1, 2, 3, 4, 5],
  cutOffTime: '22:00',
  minimumOrderPence: 0,
  deliveryChargePence: 500,
  served: true,
  latitude: null,
  longitude: null,
  ...parts,
})
type Parts = Partial<DeliveryPostcodeFields>

const save = async (prefix: string, parts: Parts = {}) =>
  (await call(deliveryPostcodes.create, { token, body: fields({ prefix, ...parts }) })).body
const trial = (prefix: string, parts: Parts, id?: string) =>
  call(deliveryPostcodes.trial, { token, body: { ...fields({ prefix, ...parts }), ...(id && { id }) } })
const tried = async (...asked: Parameters<typeof trial>) => (await trial(...asked)).body

const NONE = {
  days: 28,
  orders: 1,
  toAddresses: 1,
  unserved: 0,
  otherDay: 0,
  late: 0,
  tooSmall: 0,
  accepted: 0,
  charged: 0,
  differencePence: 0,
}

let districts = 0
/** Each test's own part of the map. */
const nextDistrict = () => {
  districts += 1
  return `YO${districts}`
}

/** Orders £50 of goods for tomorrow. @param to a delivery address's postcode; null: to the account */
const order = async (to: string | null, account: Partial<typeof customers.$inferInsert> = {}) => {
  const { id: customerId, priceListId } = await aCustomer(database, { freeDeliveryPence: 10_000, ...account })
  const buyer = await aUser(database, { customerIds: [customerId] })
  const product_no = await aProduct(database, { priceListId })
  const deliveryAddressId = to === null ? null : uuidv7()
  if (to !== null && deliveryAddressId !== null) {
    await database.insert(deliveryAddresses).values({
      id: deliveryAddressId,
      customerId,
      name: 'Stall',
      contactName: 'Ada Lees',
      contactPhone: '01904 123456',
      addressLines: ['3 Mill Lane'],
      town: 'York',
      postcode: to,
      updatedAt: NOON,
    })
  }
  const id = await aTrolly(database, {
    customerId,
    createdBy: buyer.id,
    deliveryDay: '2026-12-02',
    deliveryAddressId,
    lines: [{ product_no, quantity: 4 }],
  })
  const reply = await call(trollies.checkout, { token: buyer.token, params: { id }, body: {} })
  return { reply, deliveryAddressId }
}

const CHECKS = {
  unserved: 'order_delivery_date_check',
  otherDay: 'order_delivery_date_check',
  late: 'order_cutoff_check',
  tooSmall: 'order_minimum_value_check',
} as const

it.each([
  ['late', { cutOffTime: '12:00' }],
  ['tooSmall', { minimumOrderPence: 5_001 }],
  ['otherDay', { deliveryWeekdays: [2, 4] }],
  ['unserved', { served: false }],
  ['unserved', { deliveryWeekdays: [] }],
  ['late', { cutOffTime: '12:00', minimumOrderPence: 5_001, deliveryChargePence: 900 }],
] as const)('counts an order as %s by %j, which the checkout then refuses', async (reason, changed) => {
  const parts = {
    ...changed,
    deliveryWeekdays: [...('deliveryWeekdays' in changed ? changed.deliveryWeekdays : [3])],
  }
  const district = nextDistrict()
  const { id } = await save(district)
  expect((await order(`${district} 7HH`)).reply.status).toBe(200)
  expect(await tried(district, { cutOffTime: '12:01', minimumOrderPence: 5_000 }, id)).toEqual(NONE)
  expect(await tried(district, parts, id)).toEqual({ ...NONE, [reason]: 1 })

  await call(deliveryPostcodes.update, { token, params: { id }, body: parts })
  const { reply } = await order(`${district} 7HH`)
  expect(failedChecks(reply.error.validation_checks as never)[0]).toBe(CHECKS[reason])
  // By the rule as it is now it is no news.
  expect(await tried(district, { ...parts, deliveryChargePence: 900 }, id)).toEqual(NONE)
  expect(await tried(district, {}, id)).toEqual({ ...NONE, accepted: 1 })
})

it('tells what would be charged differently, below the account’s free delivery', async () => {
  const district = nextDistrict()
  const { id } = await save(district)
  await order(`${district} 7HH`)
  await order(`${district} 7HH`, { freeDeliveryPence: 5_000 })
  await order(`${district} 7HH`, { freeDeliveryPence: null })
  const two = { ...NONE, orders: 3, toAddresses: 3 }
  expect(await tried(district, { deliveryChargePence: 750 }, id)).toEqual({
    ...two,
    charged: 1,
    differencePence: 250,
  })
  expect(await tried(district, { deliveryChargePence: 0 }, id)).toEqual({
    ...two,
    charged: 1,
    differencePence: -500,
  })
})

it('changes the charge alone of an order to an account, which has its own days, cut-off and minimum', async () => {
  const district = nextDistrict()
  const { id } = await save(district)
  const { reply } = await order(null, {
    postcode: `${district.toLowerCase()}7hh`,
    cutOffDaysBefore: 0,
    minimumOrderPence: 4_000,
  })
  expect(reply.body.totals.deliveryChargePence).toBe(500)
  const own = { ...NONE, toAddresses: 0 }
  const parts = { cutOffTime: '08:00', minimumOrderPence: 9_000, deliveryWeekdays: [1] }
  expect(await tried(district, parts, id)).toEqual(own)
  expect(await tried(district, { ...parts, served: false, deliveryChargePence: 600 }, id)).toEqual({
    ...own,
    charged: 1,
    differencePence: 100,
  })
})

it('takes the working days before the cut-off from the account', async () => {
  const district = nextDistrict()
  const { id } = await save(district)
  await order(`${district} 7HH`, { cutOffDaysBefore: 0 })
  expect(await tried(district, { cutOffTime: '00:00' }, id)).toEqual(NONE)
})

it('lets a narrower prefix take orders from a wider one, which then decides the others alone', async () => {
  const district = nextDistrict()
  const sector = `${district} 7`
  const wide = await save(district)
  const { deliveryAddressId } = await order(`${sector}HH`)
  await order(`${district} 8HH`)
  // An order went where its address was then.
  await database
    .update(deliveryAddresses)
    .set({ postcode: 'AB1 1AB' })
    .where(eq(deliveryAddresses.id, deliveryAddressId ?? ''))
  const dearer = { deliveryChargePence: 800 }
  const charged = { ...NONE, charged: 1, differencePence: 300 }
  expect(await tried(sector.toLowerCase(), dearer)).toEqual(charged)
  expect(await tried(district, dearer, wide.id)).toMatchObject({ orders: 2, charged: 2 })

  const narrow = await save(sector)
  expect(await tried(district, dearer, wide.id)).toEqual(charged)
  expect(await tried(`${district.slice(0, 2)}`, dearer)).toMatchObject({ orders: 0 })
  // One that gets another prefix leaves its orders to the others, or to none.
  const elsewhere = `${district} 9`
  expect(await tried(elsewhere, dearer, narrow.id)).toEqual(NONE)
  expect(await tried(elsewhere, dearer, wide.id)).toEqual({ ...NONE, unserved: 1 })
})

it('is of deliveries of the last four weeks that still stand', async () => {
  const district = nextDistrict()
  const { id } = await save(district)
  const placed = async () => (await order(`${district} 7HH`)).reply.body.id
  const set = async (parts: Partial<typeof orders.$inferInsert>) =>
    await database
      .update(orders)
      .set(parts)
      .where(eq(orders.id, await placed()))
  await set({ cancelledAt: NOON })
  await set({ method: 'collection' })
  await set({ placedAt: new Date('2026-11-03T11:59:59.000Z') })
  expect(await tried(district, {}, id)).toEqual({ ...NONE, orders: 0, toAddresses: 0 })
  await set({ placedAt: new Date('2026-11-03T12:00:00.000Z'), deliveryDay: '2026-11-04' })
  expect(await tried(district, {}, id)).toEqual(NONE)
})

it('refuses what is no prefix', async () => {
  const { status, error } = await trial('12', {})
  expect([status, error.errors?.[0]?.path]).toEqual([400, 'body/prefix'])
})
