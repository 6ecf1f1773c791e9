import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { describe, expect, it } from 'vitest'
import type { ProductFacts } from '#domain/product.ts'
import { parseSearch } from '#search/query.ts'
import { NO_TRADE_TERMS } from '#search/trade-terms.ts'
import { createIndexKeeper } from '#src/features/search/engine/index-keeper.ts'
import { noteChangedProducts } from '#src/store/products/index-parts.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { randomCatalogue } from '#tests/search/random-catalogue.ts'

const aDatabase = (indexedDB = new IDBFactory()) => openUserDatabase('user', { indexedDB, IDBKeyRange })
const list = (count: number, seed = 5): ProductFacts[] =>
  randomCatalogue(count, seed).map(({ pricePence: _, ...facts }) => facts)

/** As src/store/products/assortment.ts does. */
const put = (database: UserDatabase, products: ProductFacts[]) =>
  database.transaction('rw', [database.products, database.searchIndex], async () => {
    await database.products.bulkPut(products)
    await noteChangedProducts(
      database,
      products.map(({ product_no }) => product_no),
    )
  })
const remove = (database: UserDatabase, product_nos: string[]) =>
  database.transaction('rw', [database.products, database.searchIndex], async () => {
    await database.products.bulkDelete(product_nos)
    await noteChangedProducts(database, product_nos)
  })

const keeperOf = (database: UserDatabase) => {
  const keeper = createIndexKeeper(database)
  let steps = 0
  return {
    keeper,
    steps: () => steps,
    update: () =>
      keeper.bringUpToDate(() => {
        steps += 1
      }),
    find: (text: string) =>
      keeper.index().find({
        query: parseSearch(text, NO_TRADE_TERMS),
        terms: NO_TRADE_TERMS,
        purchases: new Map(),
        filterWords: [],
        sort: 'relevance',
        offset: 0,
        limit: 500,
      }),
  }
}

const chunkWrites = async (database: UserDatabase): Promise<Map<string, unknown>> =>
  new Map((await database.searchIndex.toArray()).map(({ name, value }) => [name, value]))

describe('the stored index', () => {
  it('is built from the stored products, and loaded by the next worker without rebuilding', async () => {
    const database = aDatabase()
    const products = list(2_300)
    await database.products.bulkPut(products)
    const first = keeperOf(database)
    await first.update()
    expect(first.keeper.index().size).toBe(2_300)
    expect(first.steps()).toBeGreaterThan(3)

    const second = keeperOf(database)
    await second.update()
    expect(second.steps()).toBe(1)
    for (const text of ['tom', 'milk', '10001', 'choclate', ''])
      expect(await second.find(text)).toEqual(await first.find(text))
  })

  it('is not complete before it has what the last part of a download brought', async () => {
    const database = aDatabase()
    const products = list(1_200)
    const store = (part: ProductFacts[], after?: string) =>
      database.transaction('rw', [database.products, database.searchIndex, database.downloads], async () => {
        await put(database, part)
        const through = after === undefined ? {} : { after }
        await database.downloads.put({ name: 'assortment', cursor: 'c', at: 0, usedAt: 0, ...through })
      })
    const { keeper, update } = keeperOf(database)
    await store(products.slice(0, 500), products[499]?.product_no)
    await update()
    expect(await keeper.isComplete()).toBe(false)
    const before = await keeper.stamp()
    await store(products.slice(500))
    expect(await keeper.isComplete()).toBe(false)
    expect(await keeper.stamp()).not.toBe(before)
    await update()
    expect(await keeper.isComplete()).toBe(true)
    expect(keeper.index().size).toBe(1_200)
  })

  it('is brought up to date when a download ends without another product', async () => {
    const database = aDatabase()
    const download = { name: 'assortment', cursor: 'c', at: 0, usedAt: 0 }
    await put(database, list(10))
    await database.downloads.put({ ...download, after: '1' })
    const { keeper, update } = keeperOf(database)
    await update()
    const before = await keeper.stamp()
    await database.downloads.put(download)
    expect(await keeper.stamp()).not.toBe(before)
    await update()
    expect(await keeper.isComplete()).toBe(true)
  })

  it('applies recorded changes, and writes only the changed chunks', async () => {
    const database = aDatabase()
    const products = list(2_300)
    await put(database, products)
    const first = keeperOf(database)
    await first.update()
    const before = await chunkWrites(database)

    const [one] = products
    if (!one) throw new Error('Too few products')
    await put(database, [{ ...one, name: 'Zanzibar cloves' }])
    await first.update()
    expect((await first.find('zanzibar')).product_nos).toEqual([one.product_no])

    const after = await chunkWrites(database)
    const written = [...after].filter(
      ([name, value]) => JSON.stringify(before.get(name)) !== JSON.stringify(value),
    )
    expect(written.map(([name]) => name).filter((name) => name.startsWith('chunk:'))).toHaveLength(1)
    expect([...after.keys()].filter((name) => name.startsWith('changed:'))).toEqual([])

    const second = keeperOf(database)
    await second.update()
    expect((await second.find('zanzibar')).product_nos).toEqual([one.product_no])
  })

  it('removes deleted products', async () => {
    const database = aDatabase()
    const products = list(50)
    await put(database, products)
    const worker = keeperOf(database)
    await worker.update()
    const gone = products.slice(0, 20).map(({ product_no }) => product_no)
    await remove(database, gone)
    await worker.update()
    expect(worker.keeper.index().size).toBe(30)
    expect((await worker.find(gone[0] ?? '')).product_nos).not.toContain(gone[0])
  })

  it('is shared by tabs: the first applies changes and the others load them', async () => {
    const indexedDB = new IDBFactory()
    const [here, there] = [aDatabase(indexedDB), aDatabase(indexedDB)]
    const products = list(1_200)
    await put(here, products)
    const [first, second] = [keeperOf(here), keeperOf(there)]
    await Promise.all([first.update(), second.update()])
    for (let round = 0; round < 4; round += 1) {
      const [one, two, three] = products.slice(round * 3)
      if (!one || !two || !three) throw new Error('Too few products')
      await put(here, [{ ...one, name: `Zanzibar ${round}` }])
      await remove(there, [two.product_no])
      await put(there, [{ ...three, product_no: `NEW${round}`, name: `Zanzibar new ${round}` }])
      const order = round % 2 === 0 ? [first, second] : [second, first]
      for (const tab of order) await tab.update()
      expect((await first.find('zanzibar')).product_nos).toHaveLength(2 * (round + 1))
      expect(await second.find('zanzibar')).toEqual(await first.find('zanzibar'))
      expect(await second.find('')).toEqual(await first.find(''))
    }
    await Promise.all([first.update(), second.update()])
    expect(second.keeper.index().size).toBe(first.keeper.index().size)
  })

  it('resumes after a worker ended part-way', async () => {
    const database = aDatabase()
    await database.products.bulkPut(list(3_200))
    const ended = keeperOf(database)
    await expect(
      ended.keeper.bringUpToDate(() => {
        throw new Error('The tab was closed')
      }),
    ).rejects.toThrow('closed')
    const next = keeperOf(database)
    await next.update()
    expect(next.keeper.index().size).toBe(3_200)
    // A thousand were there already: two full steps, a partial one, and one that finds nothing.
    expect(next.steps()).toBe(4)
  })

  it('is rebuilt for another format, ignoring earlier records of changes', async () => {
    const database = aDatabase()
    await put(database, list(300))
    await keeperOf(database).update()
    await database.searchIndex
      .where('name')
      .equals('head')
      .modify((part) => {
        part.value = { ...(part.value as object), format: 'older' }
      })
    const worker = keeperOf(database)
    await worker.update()
    expect(worker.keeper.index().size).toBe(300)
    expect((await worker.find('')).total).toBe(300)
  })

  it('is rebuilt by a running worker when everything is cleared', async () => {
    const database = aDatabase()
    await put(database, list(300))
    const worker = keeperOf(database)
    await worker.update()
    await database.searchIndex.clear()
    await database.products.clear()
    await worker.update()
    expect((await worker.find('')).total).toBe(0)
    await put(database, list(10, 6))
    await worker.update()
    expect((await worker.find('')).total).toBe(10)
  })

  it('is unchanged if a step cannot be stored, and applies the change next time', async () => {
    const database = aDatabase()
    const products = list(20)
    await put(database, products)
    const worker = keeperOf(database)
    await worker.update()
    const [one] = products
    if (!one) throw new Error('Too few products')
    await put(database, [{ ...one, name: 'Zanzibar cloves' }])
    const fail = () => {
      throw new DOMException('Full', 'QuotaExceededError')
    }
    database.searchIndex.hook('updating', fail)
    await expect(worker.update()).rejects.toThrow()
    database.searchIndex.hook('updating').unsubscribe(fail)
    await worker.update()
    expect((await worker.find('zanzibar')).product_nos).toEqual([one.product_no])
    expect(worker.keeper.index().size).toBe(20)
  })
})
