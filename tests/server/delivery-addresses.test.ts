import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { customers } from '#contract/customers.ts'
import { type DeliveryAddressFields, deliveryAddresses } from '#contract/delivery-addresses.ts'
import { customers as customerRows, deliveryPostcodes } from '#server/db/schema/customers.ts'
import { deliveryAddresses as addressRows } from '#server/db/schema/delivery-addresses.ts'
import { aShared, READS_CUSTOMER, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

/** A Monday noon in London. */
const app = await startTestApp({ now: () => new Date('2026-11-23T12:00:00Z') })
const { database, call } = app
const shared = await aShared(database)
await database.update(customerRows).set({ accountKind: 'cash' })

beforeAll(async () => {
  await database.insert(deliveryPostcodes).values([
    {
      prefix: 'YO',
      route: 'YORK',
      deliveryWeekdays: [2, 5],
      cutOffTime: '16:00',
      minimumOrderPence: 2_500,
      deliveryChargePence: 499,
    },
    { prefix: 'YO61', served: false },
  ])
})

const HOME: DeliveryAddressFields = {
  name: 'Home',
  contactName: 'Ada Lees',
  contactPhone: '01904 123456',
  addressLines: ['3 Mill Lane'],
  town: 'York',
  postcode: 'YO1 7HH',
  accessNotes: '',
  isDefault: false,
}

const deliveryAddressId = uuidv7()
beforeAll(async () => {
  const { customer } = shared
  await database
    .insert(addressRows)
    .values({ id: deliveryAddressId, customerId: customer.id, ...HOME, updatedAt: new Date() })
})

const CHANGES_ADDRESS = { ...READS_CUSTOMER, noOrders: 'may_not_order', stranger: 'address_not_found' }

testAccess(app, shared, { deliveryAddresses }, () => ({
  'deliveryAddresses.search': {
    expected: READS_CUSTOMER,
    request: { body: { customerId: shared.customer.id } },
  },
  'deliveryAddresses.create': {
    expected: { ...CHANGES_ADDRESS, stranger: 'customer_not_found' },
    request: { body: { id: uuidv7(), customerId: shared.customer.id, ...HOME } },
  },
  // Its current values, so that each caller finds the first version.
  'deliveryAddresses.update': {
    expected: CHANGES_ADDRESS,
    request: { params: { id: deliveryAddressId }, body: { version: 1, ...HOME, name: 'Home' } },
  },
  'deliveryAddresses.remove': {
    expected: CHANGES_ADDRESS,
    request: { params: { id: deliveryAddressId } },
  },
  'deliveryAddresses.restore': {
    expected: CHANGES_ADDRESS,
    request: { params: { id: deliveryAddressId } },
  },
}))

const household = async (accountKind: 'cash' | 'credit' = 'cash') => {
  const { id: customerId } = await aCustomer(database, { accountKind })
  const { token } = await aUser(database, { customerIds: [customerId] })
  const add = (fields: Partial<DeliveryAddressFields> = {}, id = uuidv7()) =>
    call(deliveryAddresses.create, { token, body: { id, customerId, ...HOME, ...fields } })
  const listed = async (body: { queryString?: string; state?: 'current' | 'deleted' } = {}) =>
    (await call(deliveryAddresses.search, { token, body: { customerId, ...body } })).body
  return { customerId, token, add, listed }
}

describe('a delivery address', () => {
  it('is added with a normalised postcode and its route’s terms, the first one as default', async () => {
    const { add, listed, customerId } = await household()
    const { body } = await add({ postcode: 'yo17hh' })
    expect(body).toMatchObject({
      customerId,
      postcode: 'YO1 7HH',
      isDefault: true,
      version: 1,
      deleted: false,
    })
    expect(body.delivery).toEqual({
      route: 'YORK',
      weekdays: [2, 5],
      cutOffTime: '16:00',
      minimumOrderPence: 2_500,
      deliveryChargePence: 499,
    })
    expect((await listed()).data).toEqual([body])
  })

  it.each([
    ['not a postcode', 'near York', 'must be a UK postcode, such as YO1 7HH'],
    ['outside the delivery area', 'LS1 1AA', 'is outside our delivery area'],
    ['in an excluded part of a served area', 'YO61 1AA', 'is outside our delivery area'],
  ])('is refused at its postcode if it is %s', async (_, postcode, message) => {
    const { add, listed } = await household()
    const { status, error } = await add({ postcode })
    expect([status, error.code]).toEqual([422, 'not_served'])
    expect(error.errors).toEqual([{ path: 'body/postcode', message }])
    expect((await listed()).total).toBe(0)
  })

  it('is for cash accounts only', async () => {
    const { add, listed } = await household('credit')
    expect(await add()).toMatchObject({ status: 403, error: { code: 'cash_accounts_only' } })
    expect((await listed()).total).toBe(0)
  })

  it('is added once, however often its request arrives', async () => {
    const { add, listed } = await household()
    const id = uuidv7()
    const first = await add({}, id)
    expect((await add({}, id)).body).toEqual(first.body)
    expect((await listed()).total).toBe(1)
    expect((await add({ name: 'Marquee' }, id)).error.code).toBe('version_mismatch')
    const other = await household()
    expect((await other.add({}, id)).error).toMatchObject({ code: 'version_mismatch' })
    expect((await other.listed()).total).toBe(0)
  })

  it('is changed only from its current version, and a repeat changes nothing', async () => {
    const { add, token } = await household()
    const { body } = await add()
    const change = (version: number, name: string) =>
      call(deliveryAddresses.update, { token, params: { id: body.id }, body: { version, ...HOME, name } })
    expect((await change(1, 'Cottage')).body).toMatchObject({ name: 'Cottage', version: 2 })
    expect((await change(1, 'Cottage')).body).toMatchObject({ name: 'Cottage', version: 2 })
    const { status, error } = await change(1, 'Barn')
    expect([status, error.code]).toEqual([412, 'version_mismatch'])
    expect(error).toMatchObject({ address: { name: 'Cottage', version: 2 } })
  })

  it('takes over as default, and stays default if deleted and restored', async () => {
    const { add, listed, token } = await household()
    const home = (await add()).body
    const barn = (await add({ name: 'Barn', isDefault: true })).body
    const defaults = async () =>
      (await listed()).data.filter((each) => each.isDefault).map((each) => each.name)
    expect(await defaults()).toEqual(['Barn'])
    await call(deliveryAddresses.remove, { token, params: { id: barn.id } })
    expect((await listed({ state: 'deleted' })).data.map(({ name }) => name)).toEqual(['Barn'])
    expect(await defaults()).toEqual([])
    await call(deliveryAddresses.restore, { token, params: { id: barn.id } })
    expect(await defaults()).toEqual(['Barn'])
    await call(deliveryAddresses.remove, { token, params: { id: barn.id } })
    await call(deliveryAddresses.update, {
      token,
      params: { id: home.id },
      body: { version: home.version, ...HOME, isDefault: true },
    })
    await call(deliveryAddresses.restore, { token, params: { id: barn.id } })
    expect(await defaults()).toEqual(['Home'])
  })

  it('becomes the only default when eight devices add one at once', async () => {
    const { add, listed } = await household()
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, at) => add({ name: `Place ${at}`, isDefault: true })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
    const { data, total } = await listed()
    expect(total).toBe(8)
    expect(data.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  it('cannot be changed after it is deleted', async () => {
    const { add, token } = await household()
    const { body } = await add()
    await call(deliveryAddresses.remove, { token, params: { id: body.id } })
    const { error } = await call(deliveryAddresses.update, {
      token,
      params: { id: body.id },
      body: { version: 2, ...HOME, name: 'Barn' },
    })
    expect(error).toMatchObject({ code: 'version_mismatch', address: { deleted: true } })
  })

  it('cannot move outside the delivery area: it is refused at its postcode and unchanged', async () => {
    const { add, listed, token } = await household()
    const { body } = await add()
    const { status, error } = await call(deliveryAddresses.update, {
      token,
      params: { id: body.id },
      body: { version: 1, ...HOME, postcode: 'LS1 1AA' },
    })
    expect([status, error.code]).toEqual([422, 'not_served'])
    expect(error.errors).toEqual([{ path: 'body/postcode', message: 'is outside our delivery area' }])
    expect((await listed()).data).toEqual([body])
  })

  it('can be deleted and restored twice: the repeat changes nothing', async () => {
    const { add, listed, token } = await household()
    const { id } = (await add()).body
    for (const [endpoint, deleted] of [
      [deliveryAddresses.remove, true],
      [deliveryAddresses.restore, false],
    ] as const) {
      const { body } = await call(endpoint, { token, params: { id } })
      expect(body).toMatchObject({ id, deleted })
      expect((await call(endpoint, { token, params: { id } })).body).toEqual(body)
      expect((await listed({ state: 'deleted' })).total).toBe(deleted ? 1 : 0)
    }
  })

  it('is listed by page, the default first, in the requested order', async () => {
    const { add, customerId, token } = await household()
    for (const [name, postcode] of [
      ['Barn', 'YO1 3AA'],
      ['Attic', 'YO1 1AA'],
      ['Cellar', 'YO1 2AA'],
    ] as const)
      await add({ name, postcode })
    const page = async (of: object) => {
      const { body } = await call(deliveryAddresses.search, { token, body: { customerId, ...of } })
      return [body.total, ...body.data.map(({ name }) => name)]
    }
    expect(await page({})).toEqual([3, 'Barn', 'Attic', 'Cellar'])
    expect(await page({ sort_by: 'postcode_descending', page: 2, pageLength: 2 })).toEqual([3, 'Attic'])
  })

  it('is found by any of its words in any field', async () => {
    const { add, listed } = await household()
    await add()
    await add({ name: 'Marquee', town: 'Malton', postcode: 'YO17 7HH', contactName: 'Jo' })
    const found = async (queryString: string) => (await listed({ queryString })).data.map(({ name }) => name)
    expect(await found('mill york')).toEqual(['Home'])
    expect(await found('jo malton')).toEqual(['Marquee'])
    expect(await found('100%')).toEqual([])
  })

  it('is hidden from other users', async () => {
    const { add, customerId } = await household()
    const { id } = (await add()).body
    const { token } = await aUser(database)
    const params = { id }
    const codes = [
      await call(deliveryAddresses.search, { token, body: { customerId } }),
      await call(deliveryAddresses.create, { token, body: { id: uuidv7(), customerId, ...HOME } }),
      await call(deliveryAddresses.update, { token, params, body: { version: 1, ...HOME } }),
      await call(deliveryAddresses.remove, { token, params }),
      await call(deliveryAddresses.restore, { token, params }),
      await call(deliveryAddresses.remove, { token, params: { id: uuidv7() } }),
    ].map(({ error }) => error.code)
    expect(codes).toEqual(['customer_not_found', 'customer_not_found', ...Array(4).fill('address_not_found')])
  })
})

describe('the delivery dates of an address', () => {
  it('are those of its postcode’s route, with its cut-off', async () => {
    const { add, token, customerId } = await household()
    const { id } = (await add()).body
    const dates = async (delivery_address_id?: string) =>
      call(customers.deliveryDates, {
        token,
        params: { id: customerId },
        ...(delivery_address_id && { query: { delivery_address_id } }),
      })
    expect((await dates(id)).body.data.slice(0, 3)).toEqual([
      { day: '2026-11-24', cutOffAt: '2026-11-23T16:00:00.000Z' },
      { day: '2026-11-27', cutOffAt: '2026-11-26T16:00:00.000Z' },
      { day: '2026-12-01', cutOffAt: '2026-11-30T16:00:00.000Z' },
    ])
    expect((await dates()).body.data[0]?.cutOffAt).toBe('2026-11-21T22:00:00.000Z')
    expect((await dates(uuidv7())).error.code).toBe('address_not_found')
    const other = await household()
    expect((await dates((await other.add()).body.id)).error.code).toBe('address_not_found')
    await call(deliveryAddresses.remove, { token, params: { id } })
    expect((await dates(id)).error.code).toBe('address_not_found')
    await call(deliveryAddresses.restore, { token, params: { id } })
    await database.update(deliveryPostcodes).set({ served: false })
    expect((await dates(id)).error.code).toBe('not_served')
  })
})
