import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { pathOf } from '#contract/endpoint.ts'
import { favourites } from '#contract/favourites.ts'
import { operations } from '#contract/operations.ts'
import { aShared, READS_CUSTOMER, SIGNED_IN, testAccess } from '#tests/support/access.ts'
import { aProduct, aShop, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
const { database, call } = app
const shared = await aShared(database)
const { customer, product_no } = shared

testAccess(app, shared, { favourites }, ({ id }) => ({
  'favourites.add': {
    expected: SIGNED_IN,
    request: { params: { id, productNo: product_no } },
  },
  'favourites.remove': {
    expected: SIGNED_IN,
    request: { params: { id, productNo: product_no } },
  },
  'favourites.search': {
    expected: READS_CUSTOMER,
    request: { body: { customerId: customer.id } },
  },
}))

/** Favourites need no trolly that exists. */
const shop = async () => {
  const made = await aShop(database, call)
  const { token } = made
  const change = (endpoint: typeof favourites.add, productNo: string, key?: string) =>
    call(endpoint, { token, params: { id: uuidv7(), productNo }, ...(key && { key }) })
  const listed = async (body: { page?: number; pageLength?: number; customerId?: string } = {}) =>
    (await call(favourites.search, { token, body })).body
  return { ...made, change, listed }
}

describe('a favourite', () => {
  it('is added, listed most recent first at the customer’s price, and removed', async () => {
    const { change, listed, product_no, otherProductNo, customer } = await shop()
    const { body } = await change(favourites.add, product_no)
    expect(body).toEqual({ product_no, addedAt: expect.stringContaining('T') })
    await change(favourites.add, otherProductNo)
    const found = await listed({ customerId: customer.id })
    expect(found.total).toBe(2)
    expect(found.data.map((each) => each.product_no).toSorted()).toEqual(
      [product_no, otherProductNo].toSorted(),
    )
    expect(found.data.every(({ product }) => product?.pricePence !== null)).toBe(true)
    expect((await change(favourites.remove, product_no)).body).toEqual({ product_no, addedAt: null })
    expect((await listed()).data.map((each) => each.product_no)).toEqual([otherProductNo])
  })

  it('can be added or removed twice without effect', async () => {
    const { change, listed, product_no } = await shop()
    const first = await change(favourites.add, product_no)
    expect((await change(favourites.add, product_no)).body).toEqual(first.body)
    expect((await listed()).total).toBe(1)
    await change(favourites.remove, product_no)
    expect((await change(favourites.remove, product_no)).status).toBe(200)
    expect((await listed()).total).toBe(0)
  })

  it('is priced for the only account if none is named, and listed by page', async () => {
    const { change, listed, product_no, otherProductNo } = await shop()
    await change(favourites.add, product_no)
    await change(favourites.add, otherProductNo)
    const [first, second] = [
      await listed({ page: 1, pageLength: 1 }),
      await listed({ page: 2, pageLength: 1 }),
    ]
    expect([first.total, first.data.length, second.data.length]).toEqual([2, 1, 1])
    expect(first.data[0]?.product_no).not.toBe(second.data[0]?.product_no)
    expect(first.data[0]?.product?.pricePence).toBe(1_250)
  })

  it('stays listed without its product once that is no longer sold', async () => {
    const { change, listed, product_no } = await shop()
    await change(favourites.add, product_no)
    await database.$client.query('UPDATE products SET active = false WHERE product_no = $1', [product_no])
    expect((await listed()).data).toMatchObject([{ product_no, product: null }])
    expect((await change(favourites.add, product_no)).error.code).toBe('product_not_found')
    expect((await change(favourites.remove, product_no)).status).toBe(200)
  })

  it('of an unknown product is refused', async () => {
    const { change } = await shop()
    expect(await change(favourites.add, 'NO-SUCH')).toMatchObject({
      status: 404,
      error: { code: 'product_not_found' },
    })
  })

  it('belongs to its user: a colleague has their own', async () => {
    const { change, listed, product_no, customer } = await shop()
    const colleague = await aUser(database, { customerIds: [customer.id] })
    await change(favourites.add, product_no)
    const theirs = await call(favourites.search, { token: colleague.token, body: {} })
    expect(theirs.body.total).toBe(0)
    await call(favourites.remove, {
      token: colleague.token,
      params: { id: uuidv7(), productNo: product_no },
    })
    expect((await listed()).total).toBe(1)
  })

  it('is never priced for someone else’s customer', async () => {
    const { token } = await shop()
    const other = await aShop(database, call)
    const { error } = await call(favourites.search, { token, body: { customerId: other.customer.id } })
    expect(error.code).toBe('customer_not_found')
  })

  it('changed in a batch, and again with the same keys, ends up as requested', async () => {
    const { token, listed, product_no } = await shop()
    const another = await aProduct(database)
    const operation = (endpoint: typeof favourites.add, productNo: string) => ({
      method: endpoint.method,
      path: pathOf(endpoint, { id: uuidv7(), productNo }),
      headers: { 'idempotency-key': uuidv7() },
      body: '',
    })
    const body = {
      operations: [
        operation(favourites.add, product_no),
        operation(favourites.add, another),
        operation(favourites.remove, product_no),
      ],
    }
    const first = await call(operations.run, { token, body })
    expect(first.body.results.map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await call(operations.run, { token, body })).body).toEqual(first.body)
    expect((await listed()).data.map((each) => each.product_no)).toEqual([another])
  })
})
