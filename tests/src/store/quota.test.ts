import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { TrackedOrder } from '#contract/orders.ts'
import type { Order } from '#contract/trollies.ts'
import { keepOrders, readKeptOrders } from '#src/store/known-orders.ts'
import { isQuotaExceeded, withRoom } from '#src/store/quota.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { aCreate, aProduct, aRecord } from '#tests/support/signed-in.tsx'

/** A device with a trolly line, an unsent operation, more products, prices, downloads and two orders. */
const aFullDevice = async (): Promise<UserDatabase> => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  await database.products.bulkPut(['A1', 'B2', 'C3'].map((product_no) => aProduct({ product_no })))
  await database.prices.bulkPut(
    ['A1', 'B2', 'C3'].map((product_no) => ({ priceListId: 'PUBS', product_no, pence: 900 })),
  )
  await database.lines.put({
    trollyId: 'T1',
    product_no: 'A1',
    quantity: 2,
    version: 1,
    removed: false,
    seenPricePence: 900,
    addedAt: '',
  })
  await database.outbox.add(aRecord({ lane: 'trolly:T2', operation: aCreate('T2') }))
  await database.outbox.add(aRecord({ lane: 'trolly:T2', operation: { kind: 'remove', product_no: 'B2' } }))
  await database.downloads.put({ name: 'assortment', cursor: 'c', at: 1, usedAt: 1 })
  await database.searchIndex.put({ name: 'head', value: {} })
  await keepOrders(database, '200101', [{ id: 'o1' } as TrackedOrder])
  await database.placedOrders.bulkPut([{ basketId: 'T2' } as Order, { basketId: 'old' } as Order])
  return database
}

const full = (): Error => Object.assign(new Error('full'), { name: 'QuotaExceededError' })

/** Fails for that many attempts. */
const failing = (attempts: number) => {
  let made = 0
  return vi.fn(async () => {
    made += 1
    if (made <= attempts) throw full()
    return 'written'
  })
}

test('a write that fits drops nothing', async () => {
  const database = await aFullDevice()
  const caches = { delete: vi.fn(async () => true) }
  await expect(withRoom({ database, caches }, failing(0))).resolves.toBe('written')
  expect(caches.delete).not.toHaveBeenCalled()
  expect(await database.products.count()).toBe(3)
})

test('pictures are dropped first, and nothing else if that is enough', async () => {
  const database = await aFullDevice()
  const caches = { delete: vi.fn(async () => true) }
  await withRoom({ database, caches }, failing(1))
  expect(caches.delete).toHaveBeenCalledWith('trolly-images')
  expect(await database.products.count()).toBe(3)
})

test('then the product list is dropped, except for products in trollies and unsent changes', async () => {
  const database = await aFullDevice()
  await withRoom({ database, caches: undefined }, failing(2))
  expect(await database.products.toCollection().primaryKeys()).toEqual(['A1', 'B2'])
  expect(await database.prices.count()).toBe(2)
  // The orders read are still there, and when.
  expect(await database.downloads.toCollection().primaryKeys()).toEqual(['orders:200101'])
  expect(await readKeptOrders(database, '200101')).toHaveLength(1)
  expect(await database.searchIndex.count()).toBe(0)
  expect(await database.placedOrders.count()).toBe(2)
})

test('then history is dropped, except for an order that unsent work is compared with', async () => {
  const database = await aFullDevice()
  await withRoom({ database, caches: undefined }, failing(3))
  expect(await database.placedOrders.toCollection().primaryKeys()).toEqual(['T2'])
  expect(await readKeptOrders(database, '200101')).toEqual([])
  expect(await database.downloads.count()).toBe(0)
})

test('once nothing is left to drop, the write fails and unsent work is unchanged', async () => {
  const database = await aFullDevice()
  const write = failing(9)
  await expect(withRoom({ database, caches: undefined }, write)).rejects.toThrow('full')
  expect(write).toHaveBeenCalledTimes(4)
  expect(await database.outbox.count()).toBe(2)
  expect(await database.lines.count()).toBe(1)
})

test('another kind of failure drops nothing and is not retried', async () => {
  const database = await aFullDevice()
  const write = vi.fn(async () => {
    throw new Error('refused')
  })
  await expect(withRoom({ database, caches: undefined }, write)).rejects.toThrow('refused')
  expect(write).toHaveBeenCalledTimes(1)
})

test('recognises errors wrapped by Dexie', () => {
  const wrapped = Object.assign(new Error('aborted'), { name: 'AbortError', inner: full() })
  expect(isQuotaExceeded(wrapped)).toBe(true)
  expect(isQuotaExceeded(new Error('QuotaExceededError'))).toBe(false)
})
