import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import { products } from '#contract/products.ts'
import { ApiError } from '#src/api/api-error.ts'
import { createPause } from '#src/api/pause.ts'
import { findAssortmentAge } from '#src/store/products/assortment.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { createAssortmentInWorker, type DownloadsWorker } from '#src/sync/assortment-in-worker.ts'
import type { FromDownloads, ToDownloads } from '#src/sync/assortment-protocol.ts'
import { serveAssortment } from '#src/sync/serve-assortment.ts'
import { eventually } from '#tests/support/eventually.ts'

const CUSTOMER = { customerId: '200101', priceListId: 'PUBS' }

/** A page with a worker played by the test, and what both did. */
const aPage = (parts: { worker?: boolean } = {}) => {
  const indexedDB = new IDBFactory()
  const database = openUserDatabase('user', { indexedDB, IDBKeyRange })
  onTestFinished(() => database.close())
  const said: ToDownloads[] = []
  const heard = { message: (_: FromDownloads): void => {}, error: (): void => {} }
  const worker = {
    postMessage: (message: ToDownloads) => said.push(message),
    addEventListener: (type: 'message' | 'error', listener: (event: never) => void) => {
      if (type === 'message') heard.message = (data) => listener({ data } as never)
      else heard.error = () => listener(new Event('error', { cancelable: true }) as never)
    },
    terminate: vi.fn(),
  }
  const ports = {
    database,
    userId: 'user',
    inPage: { refresh: vi.fn(async () => {}) },
    openWorker: parts.worker === false ? undefined : vi.fn(() => worker as unknown as DownloadsWorker),
    pause: createPause(() => 0),
    token: () => 'token',
    onContact: vi.fn(),
    onEpoch: vi.fn(),
    onUnauthenticated: vi.fn(),
    whenQuiet: (act: () => void) => {
      queueMicrotask(act)
      return () => {}
    },
  }
  const asked = () => eventually(() => expect(said).toHaveLength(1))
  return { database, indexedDB, ports, worker, heard, said, asked, sync: createAssortmentInWorker(ports) }
}

test('the worker downloads first, the page handles its messages, and it is terminated at the end', async () => {
  const { sync, ports, worker, heard, said, asked } = aPage()
  const done = sync.refresh(CUSTOMER)
  await asked()
  expect(said).toEqual([{ userId: 'user', token: 'token', customer: CUSTOMER }])
  heard.message({ kind: 'begun' })
  heard.message({ kind: 'contact', reached: true })
  heard.message({ kind: 'epoch', epoch: 'e1' })
  expect(worker.terminate).not.toHaveBeenCalled()
  heard.message({ kind: 'done' })
  await done
  expect(ports.onContact).toHaveBeenCalledWith(true)
  expect(ports.onEpoch).toHaveBeenCalledWith('e1')
  expect(worker.terminate).toHaveBeenCalledOnce()
  expect(ports.inPage.refresh).not.toHaveBeenCalled()
})

test('changes to a complete list are applied without a worker', async () => {
  const { sync, ports, database } = aPage()
  await database.downloads.bulkPut([
    { name: 'assortment', cursor: 'c', at: 1, usedAt: 1 },
    { name: 'prices:PUBS', cursor: 'c', at: 1, usedAt: 1 },
  ])
  await sync.refresh(CUSTOMER)
  expect(ports.openWorker).not.toHaveBeenCalled()
  expect(ports.inPage.refresh).toHaveBeenCalledOnce()
})

test('a partial price list is completed by the worker', async () => {
  const { sync, database, heard, asked } = aPage()
  await database.downloads.bulkPut([
    { name: 'assortment', cursor: 'c', at: 1, usedAt: 1 },
    { name: 'prices:PUBS', cursor: 'c', at: 1, usedAt: 1, after: 'M00999' },
  ])
  const done = sync.refresh(CUSTOMER)
  await asked()
  heard.message({ kind: 'done' })
  await done
})

test('if the worker’s script does not load, the page does the work', async () => {
  const { sync, ports, heard, asked } = aPage()
  const done = sync.refresh(CUSTOMER)
  await asked()
  heard.error()
  await done
  expect(ports.inPage.refresh).toHaveBeenCalledOnce()
})

test('a refused call fails with its code, and an ended session ends in the page', async () => {
  const { sync, ports, heard, asked } = aPage()
  const done = sync.refresh(CUSTOMER)
  await asked()
  heard.message({ kind: 'unauthenticated' })
  heard.message({
    kind: 'failed',
    error: { name: 'ApiError', message: 'No', status: 401, code: 'unauthenticated' },
  })
  await expect(done).rejects.toMatchObject({ status: 401, code: 'unauthenticated' })
  await expect(done).rejects.toBeInstanceOf(ApiError)
  expect(ports.onUnauthenticated).toHaveBeenCalledOnce()
})

test('the end of a session terminates its worker, so that nothing is written afterwards', async () => {
  const { sync, worker, asked } = aPage()
  const done = sync.refresh(CUSTOMER)
  await asked()
  sync.stop()
  await expect(done).rejects.toMatchObject({ name: 'AbortError' })
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('the worker stores list and prices and reports its calls', async () => {
  const { indexedDB, database } = aPage()
  const told: FromDownloads[] = []
  await serveAssortment(
    { userId: 'user', token: 'token', customer: CUSTOMER },
    (message) => told.push(message),
    {
      openDatabase: (userId) => openUserDatabase(userId, { indexedDB, IDBKeyRange }),
      inTurn: (_, act) => act(),
      caches: undefined,
      now: () => 7,
      createApi: ({ token, onContact }) => ({
        hasToken: () => true,
        call: async (endpoint) => {
          expect(token()).toBe('token')
          onContact?.(true)
          const cursor = 'c1'
          const stock = { product_nos: [], quantities: [] }
          return (
            endpoint === (products.prices as never)
              ? { cursor, whole: false, priceListId: 'PUBS', product_nos: ['A1'], pence: [120] }
              : { cursor, range: null, products: [], removed: [], stock, unchanged: [], months: [] }
          ) as never
        },
      }),
    },
  )
  // Prices, products, trade terms, adverts and the purchase history.
  const contacts = Array.from({ length: 5 }, () => 'contact')
  expect(told.map(({ kind }) => kind)).toEqual(['begun', ...contacts, 'done'])
  expect(await findAssortmentAge(database)).toBe(7)
  expect((await database.prices.toArray()).map(({ pence }) => pence)).toEqual([120])
})

test('a server’s request to wait pauses the app’s calls, and the next download does not start', async () => {
  const { sync, ports, heard, said, asked } = aPage()
  const done = sync.refresh(CUSTOMER)
  await asked()
  const error = {
    name: 'ApiError',
    message: 'Wait.',
    status: 503,
    code: 'maintenance',
    retryAfterSeconds: 60,
  }
  heard.message({ kind: 'failed', error })
  await expect(done).rejects.toMatchObject({ status: 503 })
  expect(ports.pause.isOn()).toBe(true)
  await expect(sync.refresh(CUSTOMER)).rejects.toMatchObject({ code: 'paused' })
  expect(said).toHaveLength(1)
})
