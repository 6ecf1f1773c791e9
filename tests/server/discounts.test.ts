import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { type DiscountFields, discounts } from '#contract/discounts.ts'
import { aShared, testAccess } from '#tests/support/access.ts'
import { aCustomer, aUser } from '#tests/support/builders.ts'
import { maintainedAccess } from '#tests/support/maintained.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
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

testAccess(app, shared, { discounts }, () =>
  maintainedAccess('discounts', {
    id: recordId,
    changeId,
    fields: () => fields(),
    change: { name: 'Offer' },
  }),
)

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

describe('a file of discounts', () => {
  it('adds and changes them, and refuses rows that name nothing', async () => {
    const { code } = await add({ name: 'Before' })
    const csv = [
      'code,name,kind,basisPoints,cap,customerId,validFrom,validTo',
      `${code},After,percent,250,12.50,,,`,
      `${code}-new,Off,per_unit,,,,,`,
      `${code}-bad,Off,percent,100,,NOBODY,,`,
      `${code}-days,Off,percent,100,,,2026-04-02,2026-04-01`,
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
    ])
    const id = uuidv7()
    await call(discounts.write, { token, body: { id, seen: preview.seen, ...file } })
    expect(await search({ queryString: code })).toMatchObject([
      { code, name: 'After', basisPoints: 250, capPence: 1_250 },
      { code: `${code}-new`, kind: 'per_unit', offUnitPence: 0, active: true },
    ])
    await call(discounts.undo, { token, params: { id } })
    expect((await search({ queryString: code })).map(({ name }) => name)).toEqual(['Before'])
  })
})
