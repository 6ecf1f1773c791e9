import { describe, expect, it } from 'vitest'
import { catalogue } from '#contract/catalogue.ts'
import { productSearch } from '#contract/product-search.ts'
import { ANYONE, aShared, testAccess } from '#tests/support/access.ts'
import { aCustomer, aProduct, aTrolly, aUser } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const app = await startTestApp()
const { database, call } = app
const shared = await aShared(database)
const customer = await aCustomer(database)
const { priceListId } = customer

const goods = (parts: Parameters<typeof aProduct>[1]) => aProduct(database, { priceListId, ...parts })
const dairy = { department: 'Dairy', storageType: 'chilled' } as const

const brie = await goods({
  ...dairy,
  product_no: 'BRI-1',
  name: 'Brie de Meaux',
  brand: 'Rouzaire',
  pack: '1 × 2.8 kg',
  group: 'Cheese',
  category: 'Soft cheese',
  gtins: ['3254550000015'],
  suitableFor: ['vegetarian'],
  contains: ['milk'],
  mayContain: [],
  description: 'Matured for eight weeks.',
  ingredients: 'Raw cow’s milk, salt.',
  origin: 'France',
  pricePence: 2_345,
  stockQuantity: 7,
  salesRank: 3,
  promotion: true,
  catchWeight: true,
})
await goods({
  ...dairy,
  product_no: 'CHE-1',
  name: 'Mature Cheddar',
  group: 'Cheese',
  category: 'Hard cheese',
})
await goods({
  ...dairy,
  product_no: 'CRE-1',
  name: 'Double Cream',
  group: 'Cream',
  category: 'Double',
  isNew: true,
})
await goods({
  product_no: 'PEA-1',
  name: 'Garden Peas',
  department: 'Frozen',
  group: 'Vegetables',
  storageType: 'frozen',
})
await goods({
  product_no: 'OLD-1',
  name: 'Cheddar of old',
  department: 'Dairy',
  group: 'Cheese',
  active: false,
})

const search = (body: object = {}, token?: string) =>
  call(catalogue.search, { body, ...(token && { token }) })
const found = async (body: object) => (await search(body)).body.data.map(({ product_no }) => product_no)
const countsOf = ({ options }: { options: readonly { name: string; count?: number }[] }) =>
  Object.fromEntries(options.map(({ name, count }) => [name, count]))

testAccess(app, shared, { catalogue }, () => ({
  'catalogue.search': { expected: ANYONE, request: { body: { queryString: 'cheddar' } } },
  'catalogue.get': { expected: ANYONE, request: { params: { productNo: brie } } },
}))

describe('the public catalogue', () => {
  it('finds products by text as a trolly’s search does, mistyped words included', async () => {
    expect(await found({ queryString: 'cheddar' })).toEqual(['CHE-1'])
    expect(await found({ queryString: 'BRI-1' })).toEqual(['BRI-1'])
    const { body } = await search({ queryString: 'chedar' })
    expect(body.data.map(({ product_no }) => product_no)).toEqual(['CHE-1'])
    expect(body.corrections).toEqual([{ typed: 'chedar', meant: 'cheddar' }])
  })

  it('counts departments, the groups of a department and the categories of a group', async () => {
    const { filters, total } = (await search()).body
    expect(total).toBe(5)
    expect(countsOf(filters.department)).toEqual({ Dairy: 3, Frozen: 1 })
    expect([filters.group, filters.category]).toEqual([{ options: [] }, { options: [] }])
    expect(filters.new).toMatchObject({ enabled: true, count: 1 })
    expect(countsOf(filters.storage_type)).toMatchObject({ Chilled: 3, Frozen: 1 })

    const inDairy = (await search({ department: 'Dairy' })).body
    expect(inDairy.total).toBe(3)
    expect(countsOf(inDairy.filters.group)).toEqual({ Cheese: 2, Cream: 1 })

    const cheese = (await search({ department: 'Dairy', group: 'Cheese', category: 'Soft cheese' })).body
    expect(cheese.data.map(({ product_no }) => product_no)).toEqual(['BRI-1'])
    // Each level shows its alternatives.
    expect(countsOf(cheese.filters.department)).toEqual({ Dairy: 3, Frozen: 1 })
    expect(countsOf(cheese.filters.group)).toEqual({ Cheese: 2, Cream: 1 })
    expect(countsOf(cheese.filters.category)).toEqual({ 'Hard cheese': 1, 'Soft cheese': 1 })
  })

  it('is paged, and narrowed by what everybody may know', async () => {
    const pages = await Promise.all(
      [1, 2].map((page) => search({ department: 'Dairy', page, pageLength: 2 })),
    )
    expect(pages.map(({ body }) => [body.page, body.total, body.data.length])).toEqual([
      [1, 3, 2],
      [2, 3, 1],
    ])
    expect(new Set(pages.flatMap(({ body }) => body.data.map(({ product_no }) => product_no))).size).toBe(3)
    expect(await found({ new: '1' })).toEqual(['CRE-1'])
    expect(await found({ suitable_for: 'vegetarian' })).toEqual(['BRI-1'])
    expect(await found({ storage_type: 'frozen' })).toEqual(['PEA-1'])
  })

  it.each([
    { promotion: '1' },
    { reduced_to_clear: '1' },
    { sort_by: 'price' },
    { favourite: '1' },
    { customerId: customer.id },
    { pageLength: 97 },
    { queryString: 'x'.repeat(201) },
  ])('refuses %j', async (body) => {
    const { status, error } = await search(body)
    expect([status, error.code]).toEqual([400, 'invalid_request'])
  })

  it('tells everything about one product', async () => {
    expect((await call(catalogue.get, { params: { productNo: brie } })).body).toEqual({
      product_no: 'BRI-1',
      name: 'Brie de Meaux',
      brand: 'Rouzaire',
      pack: '1 × 2.8 kg',
      unit: 'each',
      department: 'Dairy',
      group: 'Cheese',
      category: 'Soft cheese',
      storageType: 'chilled',
      suitableFor: ['vegetarian'],
      catchWeight: true,
      minimumAge: null,
      isNew: false,
      picture: '',
      otherUnitProductNo: null,
      gtins: ['3254550000015'],
      contains: ['milk'],
      mayContain: [],
      description: 'Matured for eight weeks.',
      ingredients: 'Raw cow’s milk, salt.',
      origin: 'France',
    })
  })

  it.each(['OLD-1', 'NOTHING'])('does not have %s, which is not sold', async (productNo) => {
    const { status, error } = await call(catalogue.get, { params: { productNo } })
    expect([status, error.code]).toEqual([404, 'product_not_found'])
  })

  it('holds no price, stock or sales, for a visitor or for anybody else', async () => {
    const { token } = await aUser(database, { customerIds: [customer.id] })
    const replies = await Promise.all([
      search({ department: 'Dairy', group: 'Cheese' }),
      search({ department: 'Dairy', group: 'Cheese' }, token),
      call(catalogue.get, { params: { productNo: brie } }),
      call(catalogue.get, { params: { productNo: brie }, token }),
    ])
    const names = new Set<string>()
    JSON.stringify(
      replies.map(({ body }) => body),
      (name, value) => {
        names.add(name)
        return value
      },
    )
    expect(
      [...names].filter((name) => /price|pence|stock|sales|rank|promotion|reduced|vat|customer/i.test(name)),
    ).toEqual([])
    expect(JSON.stringify(replies.map(({ body }) => body))).not.toContain('2345')
  })
})

const orderer = await aUser(database, { customerIds: [customer.id] })
const id = await aTrolly(database, { customerId: customer.id, createdBy: orderer.id })

describe('a product of an order’s trolly', () => {
  it('has the price of the trolly’s customer, as at the basket’s address', async () => {
    const asked = { token: orderer.token, params: { id, productNo: brie } }
    const { body } = await call(productSearch.getForTrolly, asked)
    expect(body).toMatchObject({ product_no: brie, pricePence: 2_345, stockQuantity: 7, origin: 'France' })
    expect(body).toEqual((await call(productSearch.get, asked)).body)
  })

  it('is priced for a trolly that the server does not know, if its customer is named', async () => {
    const params = { id: crypto.randomUUID(), productNo: brie }
    const ask = (token: string) =>
      call(productSearch.getForTrolly, { token, params, query: { customerId: customer.id } })
    expect((await ask(orderer.token)).body).toMatchObject({ pricePence: 2_345 })
    expect((await ask(shared.someone.token)).error.code).toBe('trolly_not_found')
  })

  it('is not found if it is not sold, nor for somebody else’s trolly whether it is or not', async () => {
    const ask = async (token: string, productNo: string) => {
      const { status, error } = await call(productSearch.getForTrolly, { token, params: { id, productNo } })
      return [status, error.code]
    }
    expect(await ask(orderer.token, 'OLD-1')).toEqual([404, 'product_not_found'])
    for (const productNo of [brie, 'NOTHING'])
      expect(await ask(shared.someone.token, productNo)).toEqual([404, 'trolly_not_found'])
  })
})
