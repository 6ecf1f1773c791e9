import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, describe, expect, it } from 'vitest'
import { createProductSearch } from '#src/features/search/engine/product-search.ts'
import { serveSearch } from '#src/features/search/engine/serve-search.ts'
import { storeAssortment } from '#src/store/products/assortment.ts'
import { storePrices } from '#src/store/products/price-lists.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { browserClock } from '#src/sync/engine/browser-ports.ts'
import { randomCatalogue } from '#tests/search/random-catalogue.ts'
import { eventually } from '#tests/support/eventually.ts'
import { workerStandIn } from './worker-stand-in.ts'

/** Both sides with the user's database between them: a page, the worker's program, and a downloaded list. */

const PRODUCTS = randomCatalogue(60, 3).map((product, place) => ({
  ...product,
  name: `Basmati rice ${place}`,
}))
const NO_STOCK = { product_nos: [], quantities: [] }

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const aDevice = () => {
  const options = { indexedDB: new IDBFactory(), IDBKeyRange }
  const open = (): UserDatabase => {
    const database = openUserDatabase('user', options)
    closing.push(() => database.close())
    return database
  }
  const database = open()
  const search = createProductSearch({
    userId: 'user',
    openWorker: () => {
      const standIn = workerStandIn()
      serveSearch(standIn.inside, open)
      return standIn.worker
    },
    after: browserClock.after,
    now: browserClock.now,
    onTrouble: (error) => {
      throw error
    },
  })
  closing.push(search.close)
  return { database, search }
}

const download = async (database: UserDatabase, products = PRODUCTS) => {
  const facts = products.map(({ pricePence: _, ...product }) => product)
  await storePrices(
    database,
    {
      cursor: 'p',
      whole: true,
      priceListId: 'TRADE',
      product_nos: products.map(({ product_no }) => product_no),
      pence: products.map(({ pricePence }) => pricePence),
    },
    { known: undefined, now: 1 },
  )
  return await storeAssortment(
    database,
    { cursor: 'a', range: { after: '', through: null }, products: facts, removed: [], stock: NO_STOCK },
    { known: undefined, now: 1 },
  )
}

const asked = (body: object) => ({ body, priceListId: 'TRADE', customerId: 'KETTLE' })

describe('the search worker', () => {
  it('returns products with the prices of the requested list', async () => {
    const { database, search } = aDevice()
    await download(database)
    await eventually(async () => {
      const result = await search.search(asked({ queryString: PRODUCTS[7]?.product_no, pageLength: 12 }))
      expect(result).toMatchObject({ total: 1, page: 1, pageLength: 12, complete: true })
      expect(result.data).toEqual([PRODUCTS[7]])
    })
    const elsewhere = await search.search({
      ...asked({ queryString: PRODUCTS[7]?.product_no }),
      priceListId: 'OTHER',
    })
    expect(elsewhere.data[0]?.pricePence).toBeNull()
  })

  it('finds products of a download in progress without being told', async () => {
    const { database, search } = aDevice()
    expect(await search.search(asked({ queryString: 'basmati' }))).toMatchObject({
      total: 0,
      complete: false,
    })
    const known = await download(database)
    await eventually(() =>
      expect(search.state()).toEqual({ status: 'ready', products: PRODUCTS.length, complete: true }),
    )
    expect(await search.search(asked({ queryString: 'basmati' }))).toMatchObject({
      total: 60,
      complete: true,
    })

    const [gone] = PRODUCTS
    await storeAssortment(
      database,
      { cursor: 'b', range: null, products: [], removed: [gone?.product_no ?? ''], stock: NO_STOCK },
      { known, now: 2 },
    )
    await eventually(async () =>
      expect(await search.search(asked({ queryString: 'basmati' }))).toMatchObject({ total: 59 }),
    )
  })

  it('reports the list as incomplete while parts are missing', async () => {
    const { database, search } = aDevice()
    const [first] = PRODUCTS
    if (!first) throw new Error('Too few products')
    const { pricePence: _, ...facts } = first
    await storeAssortment(
      database,
      {
        cursor: 'a',
        range: { after: '', through: first.product_no },
        products: [facts],
        removed: [],
        stock: NO_STOCK,
      },
      { known: undefined, now: 1 },
    )
    expect(await search.search(asked({}))).toMatchObject({ total: 1, complete: false })
  })

  it('sorts by current prices', async () => {
    const { database, search } = aDevice()
    await download(database)
    const cheapest = async () => (await search.search(asked({ sort_by: 'price' }))).data[0]?.product_no
    const expected = [...PRODUCTS].filter(({ pricePence }) => pricePence !== null)
    expect(await cheapest()).toBe(
      expected.sort((a, b) => Number(a.pricePence) - Number(b.pricePence))[0]?.product_no,
    )
    const last = PRODUCTS.at(-1)?.product_no ?? ''
    await storePrices(
      database,
      { cursor: 'q', whole: false, priceListId: 'TRADE', product_nos: [last], pence: [1] },
      { known: await database.downloads.get('prices:TRADE'), now: 2 },
    )
    expect(await cheapest()).toBe(last)
  })

  it('refuses to filter by unknown purchases instead of ignoring the filter', async () => {
    const { database, search } = aDevice()
    await download(database)
    await expect(search.search(asked({ recently_purchased: '1' }))).rejects.toMatchObject({
      code: 'filter_needs_server',
    })
  })

  it('offers the filters that match products on this device', async () => {
    const { database, search } = aDevice()
    await download(
      database,
      PRODUCTS.map((product) => ({ ...product, promotion: false, isNew: true, department: 'Rice' })),
    )
    const filters = await search.filters({ body: {}, customerId: 'KETTLE' })
    expect(filters.total).toBe(PRODUCTS.length)
    expect(filters.department.options).toMatchObject([{ name: 'Rice', count: PRODUCTS.length }])
    expect(filters.product_attributes.new.enabled).toBe(true)
    expect(filters.product_pricing.promotion.enabled).toBe(false)
    expect(filters.product_pricing.recently_purchased.enabled).toBe(false)
  })

  it('suggests terms, categories and products for a text', async () => {
    const { database, search } = aDevice()
    await download(
      database,
      PRODUCTS.map((product) => ({ ...product, department: 'Rice' })),
    )
    await search.search(asked({}))
    const suggestions = await search.suggest({ text: 'bas', customerId: 'KETTLE' })
    expect(suggestions).toContainEqual({ kind: 'term', text: 'basmati rice' })
    expect(suggestions.find(({ kind }) => kind === 'product')).toMatchObject({
      text: expect.stringMatching(/^Basmati rice/),
      product_no: expect.any(String),
    })
    expect(await search.suggest({ text: 'ric', customerId: 'KETTLE' })).toContainEqual(
      expect.objectContaining({ kind: 'category', text: 'Rice' }),
    )
  })

  it('answers only the newest of several texts', async () => {
    const { database, search } = aDevice()
    await download(database)
    const first = search.suggest({ text: 'b', customerId: 'KETTLE' })
    const second = search.suggest({ text: 'ba', customerId: 'KETTLE' })
    await expect(first).rejects.toMatchObject({ code: 'superseded' })
    await second
  })

  it('answers each line of a message, and takes no line for a search that supersedes another', async () => {
    const { database, search } = aDevice()
    await download(database)
    const lines = [
      { text: '2 basmati', words: 'basmati', count: 2 },
      { text: 'unicorn', words: 'unicorn' },
    ]
    const said = search.findSaid({ lines, customerId: 'KETTLE', priceListId: 'TRADE' })
    await search.search(asked({ queryString: 'basmati' }))
    const { found } = await said
    expect(found).toMatchObject([
      [{ line: lines[0], products: [{}, {}, {}], doubt: 'several' }],
      [{ line: lines[1], products: [], doubt: 'none' }],
    ])
  })

  it('rebuilds a stored index with a missing part', async () => {
    const { database, search } = aDevice()
    await download(database)
    await search.search(asked({}))
    search.close()
    await database.searchIndex.where('name').startsWith('chunk:').delete()
    const next = createProductSearch({
      userId: 'user',
      openWorker: () => {
        const standIn = workerStandIn()
        serveSearch(standIn.inside, () => database)
        return standIn.worker
      },
      after: browserClock.after,
      now: browserClock.now,
      onTrouble: (error) => {
        throw error
      },
    })
    closing.push(next.close)
    expect(await next.search(asked({}))).toMatchObject({ total: PRODUCTS.length })
  })
})
