import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { FAVOURITES_SHOWN } from '#domain/favourites.ts'
import { findShown } from '#src/store/lane-rows.ts'
import { openUserDatabase, userDatabaseName } from '#src/store/user-database.ts'
import { add, checkout } from '#tests/domain/trollies/builders.ts'
import { aRecord } from '#tests/support/signed-in.tsx'

const REQUEST = { method: 'POST', path: '/api/basket/new/T1/item?v=1', headers: {}, body: '{}' }

/** As the previous build left it: lanes were ids of trollies. */
const before = async (indexedDB: IDBFactory) => {
  const database = new Dexie(userDatabaseName('someone'), { indexedDB, IDBKeyRange })
  database.version(2).stores({ outbox: '++seq, &opId, lane', trollies: 'id, customerId' })
  const records = [
    { ...aRecord({ lane: 'trolly:T1', operation: add(2), attempts: 1 }), request: REQUEST },
    aRecord({ lane: 'trolly:T1', operation: checkout() }),
    aRecord({ lane: 'trolly:T2', operation: add(1, 'B'), state: 'attention' }),
  ].map((record) => ({ ...record, v: 1, lane: record.lane.slice('trolly:'.length) }))
  await database.table('outbox').bulkAdd(records)
  database.close()
  return records
}

test('a queue left by the previous build is migrated with keys, bytes and order', async () => {
  const indexedDB = new IDBFactory()
  const records = await before(indexedDB)
  const database = openUserDatabase('someone', { indexedDB, IDBKeyRange })
  const carried = await database.outbox.orderBy('seq').toArray()
  expect(carried).toEqual(
    records.map((record, at) => ({ ...record, seq: at + 1, v: 2, lane: `trolly:${record.lane}` })),
  )
  expect(await database.outbox.where('lane').equals('trolly:T1').count()).toBe(2)
  database.close()
})

test('favourites stored by the previous build are migrated, and count as downloaded', async () => {
  const indexedDB = new IDBFactory()
  const earlier = new Dexie(userDatabaseName('someone'), { indexedDB, IDBKeyRange })
  earlier.version(5).stores({ outbox: '++seq, &opId, lane', favourites: 'product_no', downloads: 'name' })
  const favourite = { product_no: 'A1', addedAt: '2026-11-20T10:00:00.000Z' }
  await earlier.table('favourites').put(favourite)
  await earlier.table('downloads').put({ name: 'favourites', cursor: '', at: 1, usedAt: 1 })
  earlier.close()
  const database = openUserDatabase('someone', { indexedDB, IDBKeyRange })
  expect(await findShown(database, FAVOURITES_SHOWN)).toEqual([favourite])
  database.close()
})
