import { Dexie, RangeSet } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { storePrices } from '#src/store/products/price-lists.ts'
import type { PricedProducts } from '#src/store/products/pricing.ts'
import { watchProducts } from '#src/store/products/watch-products.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { aProduct } from '#tests/support/signed-in.tsx'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

let users = 0

/** Of its own name: Dexie tells of writes by the database's name, and a little later. */
const openDatabase = (): UserDatabase =>
  openUserDatabase(`user ${++users}`, { indexedDB: new IDBFactory(), IDBKeyRange })

const price = (product_no: string, pence: number) => ({ priceListId: 'PUBS', product_no, pence })

const watch = (database: UserDatabase, productNos: readonly string[]): PricedProducts[] => {
  const told: PricedProducts[] = []
  stops.push(
    watchProducts({ database, priceListId: 'PUBS', productNos }, (read) => {
      if (typeof read === 'symbol') throw new Error('The database could not be read')
      told.push(read)
    }),
  )
  return told
}

test('tells what it has read although each reading is overtaken by a further write', async () => {
  const database = openDatabase()
  await database.products.bulkPut([aProduct({ product_no: '1' })])
  // As another tab or a worker tells of its writes.
  const written = { [`idb://${database.name}/products/`]: new RangeSet('1') }
  const bulkGet = database.products.bulkGet.bind(database.products)
  vi.spyOn(database.products, 'bulkGet').mockImplementation((numbers) => {
    Dexie.on.storagemutated.fire(written)
    return bulkGet(numbers)
  })
  const told = watch(database, ['1'])
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(2))
  expect(told.at(-1)?.products.has('1')).toBe(true)
})

test('tells a new price, and nothing for other products or lists', async () => {
  const database = openDatabase()
  await database.products.bulkPut([aProduct({ product_no: '1' })])
  await database.prices.bulkPut([price('1', 100)])
  const told = watch(database, ['1'])
  await vi.waitFor(() => expect(told.length).toBe(1))
  await database.products.bulkPut([aProduct({ product_no: '2' })])
  await database.prices.bulkPut([{ ...price('1', 5), priceListId: 'SHIPS' }, price('2', 3)])
  await database.prices.bulkPut([price('1', 120)])
  await vi.waitFor(() => expect(told.at(-1)?.products.get('1')?.pricePence).toBe(120))
  expect(told).toHaveLength(2)
})

test('a product without a price is told to have none once the list is whole', async () => {
  const database = openDatabase()
  await database.products.bulkPut([aProduct({ product_no: '1' })])
  const told = watch(database, ['1'])
  await vi.waitFor(() => expect(told.at(-1)?.pricesHere).toBe(false))
  await storePrices(
    database,
    { priceListId: 'PUBS', product_nos: ['2'], pence: [50], whole: true, cursor: 'c' },
    { known: undefined, now: 1 },
  )
  await vi.waitFor(() => expect(told.at(-1)?.pricesHere).toBe(true))
})

test('stops', async () => {
  const database = openDatabase()
  // Creating it counts as a write to every table.
  await database.open()
  const told = watch(database, ['1'])
  await vi.waitFor(() => expect(told.length).toBe(1))
  for (const stop of stops.splice(0)) stop()
  await database.products.bulkPut([aProduct({ product_no: '1' })])
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(told).toHaveLength(1)
})
