import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { customers as accounts } from '#contract/customers.ts'
import { trollies } from '#contract/trollies.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { customers, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { aShop } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** A Monday noon in London. */
const { database, call } = await startTestApp({ now: () => new Date('2026-11-23T12:00:00Z') })
const siteId = uuidv7()
beforeAll(async () => {
  await database
    .insert(deliveryPostcodes)
    .values({ prefix: 'YO', deliveryWeekdays: [1, 2, 3, 4, 5], deliveryChargePence: 500 })
  await database.insert(collectionAddresses).values({
    id: siteId,
    name: 'Halifax depot',
    weekdays: [1, 2, 3, 4, 5],
    slots: [{ from: '07:00', to: '09:00', capacity: 2 }],
    storageTypes: ['ambient'],
  })
})

const anAddress = async (customerId: string, parts: Partial<typeof deliveryAddresses.$inferInsert> = {}) => {
  const id = uuidv7()
  await database.insert(deliveryAddresses).values({
    id,
    customerId,
    name: 'Home',
    contactName: 'Ada Lees',
    contactPhone: '01904 123456',
    addressLines: ['3 Mill Lane'],
    town: 'York',
    postcode: 'YO1 7HH',
    updatedAt: new Date(),
    ...parts,
  })
  return id
}

/** A shop whose delivery is free from £40, with one line of £12.50. */
const aShopWithLine = async () => {
  const shop = await aShop(database, call)
  await database.update(customers).set({ freeDeliveryPence: 4_000, accountKind: 'cash' })
  const { token, params, product_no } = shop
  await call(trollies.addItem, { token, params, body: { product_no, quantity: 1, seenPricePence: 1_250 } })
  const update = async (body: object) => {
    const { detailsVersion } = (await call(trollies.get, { token, params })).body
    return await call(trollies.update, { token, params, body, ifMatch: `"${detailsVersion}"` })
  }
  const checkout = (seen: object) =>
    call(trollies.checkout, {
      token,
      params,
      body: {
        deliveryDay: '2026-11-25',
        lines: [{ product_no, quantity: 1, unitPricePence: 1_250 }],
        totalPence: 1_250,
        confirmations: { ageRestricted: false, catchWeight: false },
        ...seen,
      },
    })
  return { ...shop, update, checkout }
}

describe('the details of a trolly', () => {
  it('include the delivery address, with its route’s charge and VAT in the totals', async () => {
    const { customer, token, params, product_no, update } = await aShopWithLine()
    const deliveryAddressId = await anAddress(customer.id)
    const { body } = await update({ deliveryAddressId })
    expect(body.basket).toMatchObject({ method: 'delivery', deliveryAddressId, detailsVersion: 2 })
    expect(body.basket.totals).toMatchObject({
      netPence: 1_250,
      deliveryChargePence: 500,
      deliveryVatBasisPoints: 2_000,
      freeDeliveryFromPence: 4_000,
      vat: [
        { vatBasisPoints: 0, netPence: 1_250, vatPence: 0 },
        { vatBasisPoints: 2_000, netPence: 500, vatPence: 100 },
      ],
      vatPence: 100,
      totalPence: 1_850,
    })
    const more = { token, params, body: { product_no, quantity: 3, seenPricePence: 1_250 } }
    const { totals } = (await call(trollies.addItem, more)).body.basket
    expect(totals).toMatchObject({ netPence: 5_000, deliveryChargePence: 0, totalPence: 5_000 })
    const listed = (await call(trollies.list, { token, query: { customerId: customer.id } })).body.data
    expect(listed[0]?.totals).toEqual(totals)
  })

  it('are charged by the longest prefix that names the postcode, as its account is told', async () => {
    await database.insert(deliveryPostcodes).values([
      { prefix: 'S', deliveryChargePence: 100 },
      { prefix: 'SE1', deliveryChargePence: 200 },
      { prefix: 'SE1 7', deliveryChargePence: 300 },
      { prefix: 'SE1 8', deliveryChargePence: 400, deleted: true },
    ])
    const { customer, token, params } = await aShopWithLine()
    const charges = []
    for (const postcode of ['SE1 7HH', 'SE1 8HH', 'SE17 7HH']) {
      await database.update(customers).set({ postcode }).where(eq(customers.id, customer.id))
      const told = (await call(accounts.get, { token, params: { id: customer.id } })).body
      const { totals } = (await call(trollies.get, { token, params })).body
      charges.push([totals.deliveryChargePence ?? 0, told.deliveryChargePence])
    }
    expect(charges).toEqual([
      [300, 300],
      [200, 200],
      [0, 0],
    ])
  })

  it('default to the account’s default address', async () => {
    const { customer, token } = await aShopWithLine()
    const deliveryAddressId = await anAddress(customer.id, { isDefault: true })
    await anAddress(customer.id, { name: 'Stall' })
    const body = { customerId: customer.id, deliveryDay: null, poNumber: '', instructions: '' }
    const create = (more: object) =>
      call(trollies.create, { token, body: { id: uuidv7(), ...body, ...more } })
    expect((await create({})).body.basket.deliveryAddressId).toBe(deliveryAddressId)
    expect((await create({ deliveryAddressId: null })).body.basket.deliveryAddressId).toBe(null)
  })

  it('include the site and slot of a collection, which is free', async () => {
    const { customer, update } = await aShopWithLine()
    await update({ deliveryAddressId: await anAddress(customer.id) })
    const collection = { method: 'collection', collectionSiteId: siteId, collectionSlot: '07:00-09:00' }
    const { body } = await update(collection)
    expect(body.basket).toMatchObject(collection)
    expect(body.basket.totals.totalPence).toBe(1_250)
    expect(body.basket.totals.deliveryChargePence).toBeUndefined()
  })

  it('reject another account’s address, an unknown address and an unknown site', async () => {
    const { update, token, customer } = await aShopWithLine()
    const other = await aShopWithLine()
    const theirs = await anAddress(other.customer.id)
    const refusals = [
      [{ deliveryAddressId: theirs }, 'address_not_found'],
      [{ deliveryAddressId: uuidv7() }, 'address_not_found'],
      [{ collectionSiteId: uuidv7() }, 'collection_address_not_found'],
    ] as const
    for (const [body, code] of refusals) {
      const { status, error } = await update(body)
      expect([status, error.code]).toEqual([404, code])
      const details = { deliveryDay: null, poNumber: '', instructions: '', ...body }
      const created = await call(trollies.create, {
        token,
        body: { id: uuidv7(), customerId: customer.id, ...details },
      })
      expect([created.status, created.error.code]).toEqual([404, code])
    }
  })

  it('reject a change based on an older version', async () => {
    const { customer, token, params, update } = await aShopWithLine()
    const deliveryAddressId = await anAddress(customer.id)
    await update({ method: 'collection' })
    const late = await call(trollies.update, { token, params, body: { deliveryAddressId }, ifMatch: '"1"' })
    expect([late.status, late.error.code]).toEqual([412, 'version_mismatch'])
  })
})

describe('the order of a trolly with a delivery charge', () => {
  it('includes the charge, and the address at the time', async () => {
    const { customer, token, params, update, checkout } = await aShopWithLine()
    const deliveryAddressId = await anAddress(customer.id, { accessNotes: 'Side gate' })
    await update({ deliveryAddressId, deliveryDay: '2026-11-25' })
    const { body: order } = await checkout({
      method: 'delivery',
      deliveryAddressId,
      deliveryChargePence: 500,
      totalPence: 1_850,
    })
    expect(order).toMatchObject({
      method: 'delivery',
      deliveryAddressId,
      address: {
        name: 'Home',
        contactName: 'Ada Lees',
        contactPhone: '01904 123456',
        addressLines: ['3 Mill Lane'],
        town: 'York',
        postcode: 'YO1 7HH',
        accessNotes: 'Side gate',
      },
      totals: { netPence: 1_250, deliveryChargePence: 500, vatPence: 100, totalPence: 1_850 },
    })
    await database.update(deliveryAddresses).set({ name: 'Old home' })
    const again = await call(trollies.remove, { token, params, ifMatch: '"1"' })
    expect(again.error.code).toBe('checked_out')
    expect(again.error.order).toEqual(order)
  })

  it.each([
    ['a device that showed no charge', {}],
    ['a device that showed another charge', { deliveryChargePence: 400, totalPence: 1_850 }],
    ['a device that showed another address', { deliveryAddressId: null, totalPence: 1_850 }],
    ['a device that showed a collection', { method: 'collection', totalPence: 1_850 }],
  ])('is not placed by %s: the trolly goes to review', async (_, seen) => {
    const { customer, update, checkout } = await aShopWithLine()
    await update({ deliveryAddressId: await anAddress(customer.id), deliveryDay: '2026-11-25' })
    const { status, error } = await checkout(seen)
    expect([status, error.code]).toEqual([409, 'changed'])
    expect((error.basket as { totals: object }).totals).toMatchObject({ totalPence: 1_850 })
  })

  it('is placed for an older device that showed the same total', async () => {
    const { customer, update, checkout } = await aShopWithLine()
    await update({ deliveryAddressId: await anAddress(customer.id), deliveryDay: '2026-11-25' })
    expect((await checkout({ totalPence: 1_850 })).status).toBe(200)
  })
})
