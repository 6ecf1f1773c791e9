import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type DistributorProductCodeFields, distributorProductCodes } from '#contract/distributor-codes.ts'
import { customers } from '#server/db/schema/customers.ts'
import { aShared, DISTRIBUTORS, testAccess } from '#tests/support/access.ts'
import { aCustomer, aProduct, aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
const { database, call } = app
const shared = await aShared(database)
await database.update(customers).set({ distributorNo: 'D7' }).where(eq(customers.id, shared.customer.id))
const { token: staff } = await aUser(database, { accountType: 'ST' })
const { token: own } = await aUser(database, { accountType: 'DS', customerIds: [shared.customer.id] })
const rivals = [(await aCustomer(database, { distributorNo: 'D8' })).id]
const { token: rival } = await aUser(database, { accountType: 'DS', customerIds: rivals })

let codes = 0
const fields = (parts: Partial<DistributorProductCodeFields> = {}): DistributorProductCodeFields => {
  codes += 1
  return {
    distributorNo: 'D7',
    theirCode: `10-${codes}`,
    productNo: shared.product_no,
    packFactor: 12,
    validFrom: null,
    validTo: null,
    ...parts,
  }
}
const create = (parts: Partial<DistributorProductCodeFields> = {}, token = staff) =>
  call(distributorProductCodes.create, { token, body: fields(parts) })
const mine = (await create()).body
const other = (await create()).body
const history = { token: staff, body: { record_id: other.id } }
const changeId = (await call(distributorProductCodes.changes, history)).body.data[0]?.id ?? ''

testAccess(app, shared, { distributorProductCodes }, () =>
  maintainedAccess('distributorProductCodes', {
    id: mine.id,
    changeId,
    fields,
    change: { packFactor: 6 },
    expected: DISTRIBUTORS,
  }),
)

describe('a code of a product', () => {
  it('says how many of our units one of theirs is', async () => {
    expect((await create({ theirCode: 'CASE', packFactor: 24 }, own)).body).toMatchObject({ packFactor: 24 })
    expect((await create({ packFactor: 0 })).error.errors?.[0]?.path).toBe('body/packFactor')
  })

  it.each([
    [{ productNo: 'NOTHING' }, 'body/productNo', 'is no product’s code'],
    [{ distributorNo: 'D0' }, 'body/distributorNo', 'is no distributor’s number'],
  ])('%j is refused by its field', async (parts, path, message) => {
    expect((await create(parts)).error).toMatchObject({
      code: 'invalid_request',
      errors: [{ path, message }],
    })
  })

  it('means one product on one day', async () => {
    const productNo = await aProduct(database)
    await create({ theirCode: 'ONCE', validTo: '2026-12-31' })
    const { error } = await create({ theirCode: 'ONCE', productNo, validFrom: '2026-12-31' })
    expect(error.errors).toMatchObject([
      {
        path: 'body/theirCode',
        message: 'is taken to 31 Dec 2026. End that one first, or choose other days',
      },
    ])
    expect((await create({ theirCode: 'ONCE', productNo, validFrom: '2027-01-01' })).status).toBe(200)
    // Another distributor may use the same code.
    expect((await create({ theirCode: 'ONCE', distributorNo: 'D8' })).status).toBe(200)
  })

  it('is listed with the name of our product', async () => {
    const productNo = await aProduct(database, { name: 'King Prawns' })
    await create({ theirCode: 'PRAWNS', productNo })
    const body = { queryString: 'king prawns' }
    const found = await call(distributorProductCodes.search, { token: own, body })
    expect(found.body.data).toMatchObject([{ productNo, names: { productNo: 'King Prawns' } }])
  })

  it('comes from a file, without a factor as 1', async () => {
    const csv = `distributorNo,theirCode,productNo\nD7,FILE-1,${shared.product_no}\nD7,FILE-2,NOTHING`
    const { body } = await call(distributorProductCodes.preview, { token: own, body: { csv } })
    expect(body.changes).toMatchObject([{ key: 'FILE-1', kind: 'added' }])
    expect(body.changes[0]?.fields).toContainEqual({ field: 'packFactor', before: null, after: 1 })
    expect(body.refused).toMatchObject([{ problems: [{ code: 'unknown_product' }] }])
  })

  it('of another distributor is not there', async () => {
    const search = { token: rival, body: { distributorNo: 'D7' } }
    expect((await call(distributorProductCodes.search, search)).body.total).toBe(0)
    const params = { id: mine.id }
    const refused = await call(distributorProductCodes.update, {
      token: rival,
      params,
      body: { packFactor: 1 },
    })
    expect(refused.error.code).toBe('record_not_found')
  })
})
