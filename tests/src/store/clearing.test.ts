import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test } from 'vitest'
import type { Order } from '#contract/trollies.ts'
import { clearCaches } from '#src/store/clearing.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { aCreate, aHead, aProduct, aRecord } from '#tests/support/signed-in.tsx'

const PRODUCTS = ['IN_WAITING', 'ADDED', 'IN_OTHER', 'LISTED']

/** One trolly with unsent changes, one without, and an unsent one created here. */
const aDevice = async (): Promise<UserDatabase> => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  await database.trollies.bulkPut([aHead({ id: 'waiting' }), aHead({ id: 'other' })])
  const line = { quantity: 1, version: 1, removed: false, seenPricePence: 1, addedAt: '' }
  await database.lines.bulkPut([
    { ...line, trollyId: 'waiting', product_no: 'IN_WAITING' },
    { ...line, trollyId: 'other', product_no: 'IN_OTHER' },
  ])
  await database.outbox.add(
    aRecord({ lane: 'trolly:waiting', operation: { kind: 'remove', product_no: 'IN_WAITING' } }),
  )
  await database.outbox.add(
    aRecord({ lane: 'trolly:new', operation: aCreate('new', { priceListId: 'CAFES' }) }),
  )
  await database.outbox.add(
    aRecord({
      lane: 'trolly:new',
      operation: {
        kind: 'add',
        product_no: 'ADDED',
        quantity: 1,
        seenPricePence: 1,
        toPresent: false,
        addedAt: '',
      },
    }),
  )
  await database.products.bulkPut(PRODUCTS.map((product_no) => aProduct({ product_no })))
  await database.prices.bulkPut(
    ['PUBS', 'CAFES', 'SCHOOLS'].flatMap((priceListId) =>
      PRODUCTS.map((product_no) => ({ priceListId, product_no, pence: 1 })),
    ),
  )
  await database.placedOrders.bulkPut([{ basketId: 'waiting' } as Order, { basketId: 'other' } as Order])
  await database.downloads.put({ name: 'assortment', cursor: 'c', at: 1, usedAt: 1 })
  return database
}

test('unsent work is kept, with everything needed to show it', async () => {
  const database = await aDevice()
  await clearCaches(database)
  expect(await database.outbox.count()).toBe(3)
  expect(await database.trollies.toCollection().primaryKeys()).toEqual(['waiting'])
  expect(await database.lines.toCollection().primaryKeys()).toEqual([['waiting', 'IN_WAITING']])
  expect(await database.products.toCollection().primaryKeys()).toEqual(['ADDED', 'IN_WAITING'])
  expect(await database.prices.toCollection().primaryKeys()).toEqual([
    ['CAFES', 'ADDED'],
    ['CAFES', 'IN_WAITING'],
    ['PUBS', 'ADDED'],
    ['PUBS', 'IN_WAITING'],
  ])
  expect(await database.placedOrders.toCollection().primaryKeys()).toEqual(['waiting'])
  expect(await database.downloads.count()).toBe(0)
})

test('without unsent work everything is cleared', async () => {
  const database = await aDevice()
  await database.outbox.clear()
  await clearCaches(database)
  for (const table of [database.trollies, database.lines, database.products, database.prices])
    expect(await table.count()).toBe(0)
})
