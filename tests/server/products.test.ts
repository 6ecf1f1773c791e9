import { eq } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { productSearch } from '#contract/product-search.ts'
import { products } from '#contract/products.ts'
import { stock } from '#server/db/schema/products.ts'
import { aCustomer, aProduct, aTrolly, aUser, anOrder as placeOrder } from '#tests/support/builders.ts'
import { startTestApp } from '#tests/support/server.ts'

const NOW = new Date('2027-03-01T10:00:00Z')
const { database, call } = await startTestApp({ now: () => NOW })

const customer = await aCustomer(database)
const { priceListId } = customer
const user = await aUser(database, { customerIds: [customer.id] })
const { token } = user
const trolly = await aTrolly(database, { customerId: customer.id, createdBy: user.id })
const params = { id: trolly }

const passata = await aProduct(database, {
  product_no: 'PAS-1',
  name: 'Passata rustica',
  brand: "Nonna's",
  pack: '12 × 700 g',
  gtins: ['5000112637922'],
  department: 'Ambient',
  suitableFor: ['vegan'],
  storageType: 'ambient',
  promotion: true,
  description: 'Sieved tomatoes.',
  ingredients: 'Tomatoes, salt.',
  origin: 'Italy',
  contains: ['celery'],
  pricePence: 1_899,
  priceListId,
  stockQuantity: 250,
  salesRank: 2,
})
const frozen = await aProduct(database, {
  product_no: 'PIZ-9',
  name: 'Passata pizza',
  department: 'Frozen',
  storageType: 'frozen',
  isNew: true,
  pricePence: null,
  stockQuantity: 0,
  salesRank: 1,
})
await aProduct(database, { product_no: 'OLD-1', name: 'Passata of old', active: false, priceListId })

const search = (body: object, as = token) => call(productSearch.search, { token: as, params, body })
const numbersOf = async (body: object) => (await search(body)).body.data.map(({ product_no }) => product_no)

const anOrder = (customerId: string, product_no: string, daysAgo: number): Promise<string> =>
  placeOrder(database, {
    customerId,
    product_nos: [product_no],
    placedAt: new Date(NOW.getTime() - daysAgo * 86_400_000),
  })

describe('the product search of a trolly', () => {
  it('finds products by words, with the customer’s prices and the visible stock', async () => {
    const { body } = await search({ queryString: 'passata' })
    expect(body).toMatchObject({ total: 2, page: 1, pageLength: 24 })
    expect(
      body.data.map(({ product_no, pricePence, stockQuantity }) => [product_no, pricePence, stockQuantity]),
    ).toEqual([
      [frozen, null, 0],
      [passata, 1_899, 100],
    ])
  })

  it.each([
    [{ queryString: 'rustica' }, [passata]],
    [{ queryString: 'nonnas 700g' }, [passata]],
    [{ queryString: '5000112637922' }, [passata]],
    [{ queryString: 'pas1' }, [passata]],
    [{ queryString: 'passatta' }, [frozen, passata]],
    [{ queryString: 'passata', storage_type: 'frozen' }, [frozen]],
    [{ suitable_for: 'vegan' }, [passata]],
    [{ new: '1' }, [frozen]],
    [{ promotion: '1', department: 'Ambient' }, [passata]],
    [{ department: "Nobody's" }, []],
    [{ sort_by: 'price' }, [passata, frozen]],
    [{ sort_by: 'name' }, [frozen, passata]],
    [{ queryString: 'of old' }, []],
    [{ queryString: '%' }, []],
    // Folds to 18 characters each: as a product code it would exceed PostgreSQL's word length.
    [{ queryString: '\uFDFA'.repeat(200) }, []],
  ])('%j finds %j', async (body, expected) => {
    expect(await numbersOf(body)).toEqual(expected)
  })

  it('lists products without a sales rank last', async () => {
    for (const [product_no, salesRank] of [
      ['ORZ-1', null],
      ['ORZ-2', 2_000_000],
      ['ORZ-3', 0],
    ] as const)
      await aProduct(database, { product_no, name: 'Orzo', priceListId, salesRank })
    expect(await numbersOf({ queryString: 'orzo' })).toEqual(['ORZ-3', 'ORZ-2', 'ORZ-1'])
  })

  it('can filter by what the customer bought in the last 90 days', async () => {
    const stranger = await aCustomer(database)
    await anOrder(customer.id, passata, 89)
    await anOrder(customer.id, frozen, 91)
    await anOrder(stranger.id, frozen, 1)
    expect(await numbersOf({ recently_purchased: '1' })).toEqual([passata])
    expect(await numbersOf({ recently_purchased: '1', queryString: 'passata' })).toEqual([passata])
    expect(await numbersOf({ recently_purchased: '1', storage_type: 'frozen' })).toEqual([])
  })

  it.each([
    [{ sort_by: 'best' }],
    [{ page: 0 }],
    [{ pageLength: 97 }],
    [{ colour: 'red' }],
    [{ new: 'yes' }],
    [{ queryString: 'x'.repeat(201) }],
    [{ queryString: 'a\u0000b' }],
  ])('refuses %j', async (body) => {
    const { status, error } = await search(body)
    expect([status, error.code]).toEqual([400, 'invalid_request'])
  })

  it('treats special characters as plain text', async () => {
    for (const queryString of [
      "' | 'a",
      ":* & !('",
      '\\',
      "a'':*B",
      '<->',
      '(((',
      '𝒜𝒷',
      '\u202E',
      ' '.repeat(200),
    ])
      expect((await search({ queryString })).status, JSON.stringify(queryString)).toBe(200)
  })
})

describe('a product of a trolly', () => {
  it('says when the customer bought it and at what price, and when more of it comes', async () => {
    const theirs = await aCustomer(database)
    const productNo = await aProduct(database, { name: 'Brioche buns', priceListId, stockQuantity: 0 })
    await anOrder(customer.id, productNo, 40)
    await anOrder(customer.id, productNo, 3)
    await anOrder(customer.id, productNo, 900)
    await anOrder(theirs.id, productNo, 2)
    await database
      .update(stock)
      .set({ expectedOn: '2027-03-04', expectedQuantity: 40 })
      .where(eq(stock.product_no, productNo))
    const { body } = await call(productSearch.get, { token, params: { id: trolly, productNo } })
    expect(body).toMatchObject({ expectedOn: '2027-03-04', expectedQuantity: 40 })
    const once = { day: '2027-01-01', quantity: 1, unitPricePence: 1 }
    expect(body.bought).toEqual([once, once])
  })
})

describe('products of another user’s trolly, or of an unknown one', () => {
  it('get the same reply of not found from every call', async () => {
    const other = await aCustomer(database)
    const theirs = await aTrolly(database, { customerId: other.id, createdBy: user.id })
    for (const id of [theirs, uuidv7()]) {
      const replies = await Promise.all([
        call(productSearch.search, { token, params: { id }, body: {} }),
        call(productSearch.filters, { token, params: { id } }),
        call(productSearch.get, { token, params: { id, productNo: passata } }),
        call(productSearch.get, { token, params: { id, productNo: 'NOTHING' } }),
      ])
      expect(replies.map(({ status, error }) => [status, error.code])).toEqual(
        replies.map(() => [404, 'trolly_not_found']),
      )
    }
  })

  it('require a token', async () => {
    expect((await call(productSearch.search, { params, body: {} })).status).toBe(401)
    expect((await call(products.assortment, {})).status).toBe(401)
  })
})

describe('the filters of a trolly', () => {
  it('have at least one match each', async () => {
    const { body } = await call(productSearch.filters, { token, params })
    expect(body.department.options.map(({ name }) => name)).toEqual(['Ambient', 'Frozen'])
    expect(body.product_attributes.storage_type.options).toMatchObject([
      { name: 'Ambient', parameter_name: 'storage_type', parameter_value: 'ambient' },
      { name: 'Frozen', parameter_name: 'storage_type', parameter_value: 'frozen' },
    ])
    expect(body.suitable_for.options.map(({ name }) => name)).toEqual(['Vegan'])
    expect(body.product_attributes.new.enabled).toBe(true)
    expect(body.product_pricing.promotion.enabled).toBe(true)
    expect(body.product_pricing.reduced_to_clear.enabled).toBe(false)
    expect(body.product_pricing.is_spot_priced.enabled).toBe(false)
    expect(body.sort_by.sort_by.options.map(({ parameter_value }) => parameter_value)).toEqual([
      'relevance',
      'sales',
      'name',
      'price',
      'price_descending',
    ])
  })

  it('include recent purchases only for customers who have some', async () => {
    const fresh = await aCustomer(database)
    const theirs = await aUser(database, { customerIds: [fresh.id] })
    const id = await aTrolly(database, { customerId: fresh.id, createdBy: theirs.id })
    const enabled = async () =>
      (await call(productSearch.filters, { token: theirs.token, params: { id } })).body.product_pricing
        .recently_purchased.enabled
    expect(await enabled()).toBe(false)
    await anOrder(fresh.id, passata, 1)
    expect(await enabled()).toBe(true)
  })
})

describe('a single product', () => {
  it('is returned with all its details', async () => {
    const { body } = await call(productSearch.get, { token, params: { ...params, productNo: passata } })
    expect(body).toMatchObject({
      product_no: passata,
      pricePence: 1_899,
      description: 'Sieved tomatoes.',
      ingredients: 'Tomatoes, salt.',
      origin: 'Italy',
      contains: ['celery'],
      mayContain: null,
    })
  })

  it.each(['OLD-1', 'NOTHING'])('is not found if it is not sold: %s', async (productNo) => {
    const { status, error } = await call(productSearch.get, { token, params: { ...params, productNo } })
    expect([status, error.code]).toEqual([404, 'product_not_found'])
  })
})
