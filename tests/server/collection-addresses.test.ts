import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { collectionAddresses } from '#contract/collection-addresses.ts'
import { activeOrders } from '#contract/orders.ts'
import { trollies } from '#contract/trollies.ts'
import { totalsOf } from '#domain/totals.ts'
import type { DeliveryChoice } from '#domain/trolly.ts'
import { collectionAddresses as addressRows } from '#server/db/schema/collection-addresses.ts'
import { holidays } from '#server/db/schema/customers.ts'
import { aShared, SIGNED_IN, testAccess } from '#tests/support/access.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** A Monday noon in London. */
const NOW = new Date('2026-11-23T12:00:00Z')
const app = await startTestApp({ now: () => NOW })
const { database, call } = app
const shared = await aShared(database)
await database.insert(holidays).values({ day: '2026-11-25', name: 'Stocktaking' })

testAccess(app, shared, { collectionAddresses }, () => ({
  'collectionAddresses.search': { expected: SIGNED_IN, request: { body: {} } },
}))

const aSite = async (parts: Partial<typeof addressRows.$inferInsert> = {}): Promise<string> => {
  const id = uuidv7()
  await database.insert(addressRows).values({
    id,
    name: 'Halifax depot',
    addressLines: ['Dean Clough Wharf'],
    town: 'Halifax',
    postcode: 'HX3 5AX',
    phone: '01632 960 123',
    weekdays: [2, 3, 4],
    slots: [{ from: '07:00', to: '09:00', capacity: 2 }],
    leadTimeMinutes: 120,
    closures: ['2026-11-26'],
    storageTypes: ['ambient', 'chilled'],
    ...parts,
  })
  return id
}

/** Orders the same slot that many times at once, each from a separate trolly. */
const collectors = async (siteId: string, count: number) => {
  const { id: customerId, priceListId } = await aCustomer(database)
  const { id: createdBy, token } = await aUser(database, { customerIds: [customerId] })
  const product_no = await aProduct(database, { priceListId })
  const choice: Required<DeliveryChoice> = {
    method: 'collection',
    deliveryAddressId: null,
    collectionSiteId: siteId,
    collectionSlot: '07:00-09:00',
  }
  const order = async () => {
    const id = await aTrolly(database, {
      customerId,
      createdBy,
      deliveryDay: '2026-11-24',
      ...choice,
      lines: [{ product_no }],
    })
    return await call(trollies.checkout, {
      token,
      params: { id },
      body: {
        deliveryDay: '2026-11-24',
        ...choice,
        lines: [{ product_no, quantity: 1, unitPricePence: 1_250 }],
        totalPence: totalsOf([]).totalPence + 1_250,
        confirmations: { ageRestricted: false, catchWeight: false },
      },
    })
  }
  return { token, replies: await Promise.all(Array.from({ length: count }, order)) }
}

describe('collection sites', () => {
  it('have free slots for two weeks, except on holidays and closed days', async () => {
    const id = await aSite({ name: 'Northgate', town: 'Huddersfield' })
    const { body } = await call(collectionAddresses.search, {
      token: shared.someone.token,
      body: { queryString: 'northgate huddersfield' },
    })
    expect(body).toMatchObject({ total: 1, page: 1, pageLength: 24 })
    const [site] = body.data
    expect(site).toMatchObject({
      id,
      name: 'Northgate',
      addressLines: ['Dean Clough Wharf'],
      town: 'Huddersfield',
      postcode: 'HX3 5AX',
      phone: '01632 960 123',
      storageTypes: ['ambient', 'chilled'],
    })
    expect(site?.days[0]).toEqual({
      day: '2026-11-24',
      slots: [{ slot: '07:00-09:00', closesAt: '2026-11-24T05:00:00.000Z', free: 2 }],
    })
    expect(site?.days.map(({ day }) => day)).toEqual(['2026-11-24', '2026-12-01', '2026-12-02', '2026-12-03'])
  })

  it('are not listed once withdrawn, nor found by unrelated words', async () => {
    await aSite({ name: 'Southgate', active: false })
    for (const queryString of ['southgate', 'nowhere at all']) {
      const { body } = await call(collectionAddresses.search, {
        token: shared.someone.token,
        body: { queryString },
      })
      expect(body.data).toEqual([])
    }
  })
})

describe('a slot', () => {
  it('takes no more orders than its capacity, however they arrive', async () => {
    const siteId = await aSite({ name: 'Westgate' })
    const { token, replies } = await collectors(siteId, 6)
    const refused = replies.filter(({ status }) => status !== 200)
    expect(replies.length - refused.length).toBe(2)
    for (const { error } of refused) {
      expect(error.message).toBe('Tue 24 Nov, 07:00–09:00 is fully booked. Choose another collection time')
    }
    const { body } = await call(collectionAddresses.search, { token, body: { queryString: 'westgate' } })
    expect(body.data[0]?.days[0]?.slots[0]?.free).toBe(0)
  })

  it('is stored with the order, together with its site', async () => {
    const siteId = await aSite({ name: 'Eastgate' })
    const { replies } = await collectors(siteId, 1)
    expect(replies[0]?.body).toMatchObject({
      method: 'collection',
      collectionSiteId: siteId,
      collectionSlot: '07:00-09:00',
      address: { name: 'Eastgate', addressLines: ['Dean Clough Wharf'], postcode: 'HX3 5AX' },
    })
  })

  it('becomes free when its order is cancelled', async () => {
    const siteId = await aSite({ name: 'Kirkgate' })
    const { token, replies } = await collectors(siteId, 2)
    const params = { id: replies[0]?.body.id ?? '' }
    const cancelled = await call(activeOrders.cancel, { token, params })
    expect(cancelled.body).toMatchObject({
      status: 'cancelled',
      method: 'collection',
      collectionSlot: '07:00-09:00',
      address: { name: 'Kirkgate' },
    })
    const { body } = await call(collectionAddresses.search, { token, body: { queryString: 'kirkgate' } })
    expect(body.data[0]?.days[0]?.slots[0]?.free).toBe(1)
  })

  it('stays with an order that is changed, even if fully booked', async () => {
    const siteId = await aSite({ name: 'Briggate' })
    const { token, replies } = await collectors(siteId, 2)
    const { id: orderId, orderNo, lines } = replies[0]?.body ?? { id: '', orderNo: '', lines: [] }
    const params = { id: orderId }
    const { body: basket } = await call(activeOrders.change, { token, params, body: { basketId: uuidv7() } })
    expect(basket).toMatchObject({
      method: 'collection',
      collectionSiteId: siteId,
      collectionSlot: '07:00-09:00',
      deliveryDay: '2026-11-24',
    })
    const changed = await call(trollies.checkout, {
      token,
      params: { id: basket.id },
      body: {
        deliveryDay: '2026-11-24',
        collectionSlot: '07:00-09:00',
        lines: lines.map(({ product_no, quantity, unitPricePence }) => ({
          product_no,
          quantity,
          unitPricePence,
        })),
        totalPence: 1_250,
        confirmations: { ageRestricted: false, catchWeight: false },
      },
    })
    expect(changed.body).toMatchObject({ orderNo, collectionSlot: '07:00-09:00' })
    const tracked = await call(activeOrders.get, { token, params: { id: changed.body.id } })
    expect(tracked.body).toMatchObject({ cutOffAt: '2026-11-24T05:00:00.000Z', collectionSiteId: siteId })
  })
})
