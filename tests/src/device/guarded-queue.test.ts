import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { OperationRefused } from '#domain/trollies/refused.ts'
import { guardedQueue } from '#src/device/user-device.ts'
import { askForPersistence } from '#src/store/persistence.ts'
import { watchStorage } from '#src/store/storage-health.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { keepDraft } from '#src/sync/trollies/drafts.ts'
import { aCreate, aCustomer, aProduct } from '#tests/support/signed-in.tsx'
import { waitingWork } from '#tests/support/waiting-work.ts'

const full = (): Error => Object.assign(new Error('full'), { name: 'QuotaExceededError' })

/** @param fullFor how many writes to the outbox fail for lack of space */
const anOutbox = (fullFor = 0) => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  let failures = fullFor
  database.outbox.hook('creating', () => {
    if (failures-- > 0) throw full()
  })
  const health = watchStorage({
    database,
    userId: 'someone',
    storage: { getItem: () => null, setItem: () => {} },
    events: new EventTarget(),
    after: () => () => {},
  })
  const onBegun = vi.fn()
  const { outbox } = waitingWork(database, {
    guarded: (queue) => guardedQueue(queue, { database, caches: undefined, health, onBegun }),
  })
  onTestFinished(() => {
    health.stop()
    database.close()
  })
  return { outbox, database, health, onBegun }
}

test('a change is saved on a full device by dropping the product list', async () => {
  const { outbox, database, health } = anOutbox(2)
  await database.products.put(aProduct())
  await outbox.append('T1', aCreate('T1'))
  expect(await database.outbox.count()).toBe(1)
  expect(await database.products.count()).toBe(0)
  expect(health.get().notSaved).toBeNull()
})

test('a change that cannot be saved even so is rejected and reported as not saved', async () => {
  const { outbox, database, health } = anOutbox(99)
  await expect(outbox.append('T1', aCreate('T1'))).rejects.toThrow()
  expect(await database.outbox.count()).toBe(0)
  expect(health.get().notSaved).toEqual({ reason: 'full' })
})

test('a change refused by the rules is not reported as a storage problem', async () => {
  const { outbox, health } = anOutbox()
  await expect(outbox.append('T1', { kind: 'delete' })).rejects.toBeInstanceOf(OperationRefused)
  expect(health.get().notSaved).toBeNull()
})

test('the first trolly asks the browser to keep the storage; later changes do not', async () => {
  const { outbox, onBegun } = anOutbox()
  await outbox.append('T1', aCreate('T1'))
  await outbox.append('T1', { kind: 'details', changes: { poNumber: 'PO 7' } })
  expect(onBegun).toHaveBeenCalledTimes(1)
})

test('so does the first line of a draft', async () => {
  const { outbox, database, onBegun } = anOutbox()
  const trollyId = await keepDraft(database, { customer: aCustomer(), deliveryDay: '2026-12-03' })
  expect(onBegun).not.toHaveBeenCalled()
  await outbox.append(trollyId, {
    kind: 'add',
    product_no: 'A1',
    quantity: 1,
    seenPricePence: 900,
    toPresent: false,
    addedAt: '2026-11-20T09:00:00.000Z',
  })
  expect(onBegun).toHaveBeenCalledTimes(1)
})

test('the browser is asked once, and not if it has already agreed', async () => {
  const { database } = anOutbox()
  const storage = { persisted: vi.fn(async () => false), persist: vi.fn(async () => true) }
  await askForPersistence(database, storage)
  await askForPersistence(database, storage)
  expect(storage.persist).toHaveBeenCalledTimes(1)
  const other = anOutbox()
  const agreed = { persisted: async () => true, persist: vi.fn(async () => true) }
  await askForPersistence(other.database, agreed)
  expect(agreed.persist).not.toHaveBeenCalled()
})
