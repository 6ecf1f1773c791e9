import { render, renderHook } from '@testing-library/react'
import { Dexie, RangeSet } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { createElement } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type LiveQuery, prefetchLive, type Stored, useLiveIn } from '#src/device/use-live.ts'
import { storePrices } from '#src/store/products/price-lists.ts'
import { productsQuery } from '#src/store/products/pricing.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aProduct } from '#tests/support/signed-in.tsx'

let users = 0

/** Has a name of its own: Dexie tells of writes by the database's name, and a little later. */
const openDatabase = async (): Promise<UserDatabase> => {
  const database = openUserDatabase(`user ${++users}`, { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  // Creating it counts as a write to every table.
  await database.open()
  return database
}

const watch = <Value>(database: UserDatabase, query: LiveQuery<Value>) => {
  const told: Stored<Value>[] = []
  const { result, unmount } = renderHook(() => {
    const stored = useLiveIn(database, query)
    if (told.at(-1) !== stored) told.push(stored)
    return stored
  })
  const ready = () => told.flatMap(({ state, value }) => (state === 'ready' ? [value] : []))
  return { result, ready, told, unmount }
}

const SETTINGS = {
  key: ['settings'],
  read: ({ settings }: UserDatabase) => settings.toArray(),
}

const price = (product_no: string, pence: number) => ({ priceListId: 'PUBS', product_no, pence })

test('tells what it has read although each reading is overtaken by a further write', async () => {
  const database = await openDatabase()
  await database.products.bulkPut([aProduct({ product_no: '1' })])
  // Another tab or a worker tells of its writes like this.
  const written = { [`idb://${database.name}/products/`]: new RangeSet('1') }
  const bulkGet = database.products.bulkGet.bind(database.products)
  let count = 0
  vi.spyOn(database.products, 'bulkGet').mockImplementation((numbers) =>
    bulkGet(numbers).then((found) => {
      Dexie.on.storagemutated.fire(written)
      count += 1
      return found.map((product) => product && { ...product, stockQuantity: count })
    }),
  )
  const { ready } = watch(database, productsQuery('PUBS', ['1']))
  await eventually(() => expect(ready().length).toBeGreaterThan(3))
  expect(ready().at(-1)?.products[0]?.product_no).toBe('1')
})

test('tells a new price, and nothing for other products or lists', async () => {
  const database = await openDatabase()
  await database.products.bulkPut([aProduct({ product_no: '1' })])
  await database.prices.bulkPut([price('1', 100)])
  const { ready } = watch(database, productsQuery('PUBS', ['1']))
  await eventually(() => expect(ready()).toHaveLength(1))
  await database.products.bulkPut([aProduct({ product_no: '2' })])
  await database.prices.bulkPut([{ ...price('1', 5), priceListId: 'SHIPS' }, price('2', 3)])
  await database.prices.bulkPut([price('1', 120)])
  await eventually(() => expect(ready().at(-1)?.products[0]?.pricePence).toBe(120))
  expect(ready()).toHaveLength(2)
})

test('a product without a price is told to have none once the list is whole', async () => {
  const database = await openDatabase()
  await database.products.bulkPut([aProduct({ product_no: '1' })])
  const { ready } = watch(database, productsQuery('PUBS', ['1']))
  await eventually(() => expect(ready().at(-1)?.pricesHere).toBe(false))
  await storePrices(
    database,
    { priceListId: 'PUBS', product_nos: ['2'], pence: [50], whole: true, cursor: 'c' },
    { known: undefined, now: 1 },
  )
  await eventually(() => expect(ready().at(-1)?.pricesHere).toBe(true))
})

test('reads once for all readers of a key, and goes on for the others when one stops', async () => {
  const database = await openDatabase()
  const reads = vi.spyOn(database.settings, 'toArray')
  const one = watch(database, SETTINGS)
  const other = watch(database, SETTINGS)
  await eventually(() => expect([one.ready(), other.ready()]).toEqual([[[]], [[]]]))
  expect(reads).toHaveBeenCalledTimes(1)
  one.unmount()
  await database.settings.put({ name: 'a', value: 1 })
  await eventually(() => expect(other.ready().at(-1)).toHaveLength(1))
  expect(one.ready()).toHaveLength(1)
  other.unmount()
  reads.mockClear()
  await database.settings.put({ name: 'a', value: 2 })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(reads).not.toHaveBeenCalled()
})

test('a page that begins to read a key as the one before stops is told what is read', async () => {
  const database = await openDatabase()
  function Page() {
    return createElement('p', null, useLiveIn(database, SETTINGS).state)
  }
  const { container, rerender } = render(createElement(Page, { key: 'one' }))
  rerender(createElement(Page, { key: 'other' }))
  await eventually(() => expect(container.textContent).toBe('ready'))
  const reads = vi.spyOn(database.settings, 'toArray')
  expect(watch(database, SETTINGS).told[0]?.state).toBe('ready')
  expect(reads).not.toHaveBeenCalled()
})

test('equal parts of a value keep their identity', async () => {
  const database = await openDatabase()
  await database.settings.bulkPut([
    { name: 'a', value: 1 },
    { name: 'b', value: 1 },
  ])
  const { ready } = watch(database, SETTINGS)
  await eventually(() => expect(ready()).toHaveLength(1))
  await database.settings.put({ name: 'b', value: 1 })
  await database.settings.put({ name: 'b', value: 2 })
  await eventually(() => expect(ready().at(-1)?.[1]?.value).toBe(2))
  expect(ready()).toHaveLength(2)
  expect(ready()[1]?.[0]).toBe(ready()[0]?.[0])
})

test('what was read ahead is there at the first render, and follows every change', async () => {
  const database = await openDatabase()
  expect(await prefetchLive(database, SETTINGS)).toEqual([])
  await database.settings.put({ name: 'a', value: 1 })
  await eventually(async () => expect(await prefetchLive(database, SETTINGS)).toHaveLength(1))
  const { told } = watch(database, SETTINGS)
  expect(told).toEqual([{ state: 'ready', value: [{ name: 'a', value: 1 }] }])
  const other = watch(database, { ...SETTINGS, key: ['other'] })
  expect(other.told).toEqual([{ state: 'loading', value: undefined }])
  await database.settings.put({ name: 'b', value: 1 })
  await eventually(() => expect(told.at(-1)?.value).toHaveLength(2))
})

test('unreadable storage is told, and does not delay a page', async () => {
  const database = await openDatabase()
  vi.spyOn(database.settings, 'toArray').mockRejectedValueOnce(new Error('The storage is gone'))
  expect(await prefetchLive(database, SETTINGS)).toBeUndefined()
  const { told } = watch(database, SETTINGS)
  expect(told).toEqual([{ state: 'failed', value: undefined }])
})
