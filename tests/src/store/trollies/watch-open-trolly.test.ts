import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { TrollyLine } from '#domain/trolly.ts'
import type { OpenTrolly } from '#src/store/trollies/open-trolly.ts'
import { putProducts } from '#src/store/trollies/trollies.ts'
import { findTrollyAhead, readTrollyAhead, watchOpenTrolly } from '#src/store/trollies/watch-open-trolly.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { aHead, aProduct } from '#tests/support/signed-in.tsx'

const HEAD = aHead({ id: 'T1', priceListId: 'PUBS' })

const aLine = (product_no: string, quantity: number): TrollyLine & { trollyId: string } => ({
  trollyId: 'T1',
  product_no,
  quantity,
  version: 1,
  removed: false,
  seenPricePence: 100,
  addedAt: `2026-11-20T09:00:00.${product_no}Z`,
})

const aWatchedTrolly = async () => {
  const database = openUserDatabase('someone', { indexedDB: new IDBFactory(), IDBKeyRange })
  const products = ['101', '102', '103'].map((product_no) => ({
    ...aProduct({ product_no, name: `Product ${product_no}` }),
    pricePence: 250,
  }))
  const tables = [database.products, database.prices, database.searchIndex]
  const tell = (told: typeof products) =>
    database.transaction('rw', tables, () => putProducts(database, 'PUBS', told))
  await tell(products)
  const seen: (OpenTrolly | null)[] = []
  const stop = watchOpenTrolly({ database, trollyId: 'T1' }, (watched) => {
    if (watched.state === 'ready') seen.push(watched.value)
  })
  onTestFinished(() => {
    stop()
    database.close()
  })
  const names = () => seen.at(-1)?.rows.map(({ line, product }) => [product?.name, line.quantity])
  const put = (...lines: ReturnType<typeof aLine>[]) =>
    database.transaction('rw', [database.trollies, database.lines], async () => {
      await database.trollies.put(HEAD)
      await database.lines.bulkPut(lines)
    })
  return { database, seen, names, put, tell, products }
}

test('reports a missing trolly, and shows it once it exists', async () => {
  const { seen, names, put } = await aWatchedTrolly()
  await vi.waitFor(() => expect(seen).toEqual([null]))
  await put(aLine('101', 2))
  await vi.waitFor(() => expect(names()).toEqual([['Product 101', 2]]))
})

test('never shows a new line without its product', async () => {
  const { seen, names, put } = await aWatchedTrolly()
  await put(aLine('101', 2))
  await vi.waitFor(() => expect(names()).toEqual([['Product 101', 2]]))
  await put(aLine('102', 1))
  await vi.waitFor(() =>
    expect(names()).toEqual([
      ['Product 101', 2],
      ['Product 102', 1],
    ]),
  )
  expect(seen.flatMap((trolly) => trolly?.rows ?? []).every(({ product }) => product !== null)).toBe(true)
})

test('reuses the rows that have not changed', async () => {
  const { seen, names, put } = await aWatchedTrolly()
  await put(aLine('101', 2), aLine('102', 1))
  await vi.waitFor(() => expect(names()).toHaveLength(2))
  const before = seen.at(-1)?.rows
  await put(aLine('102', 5))
  await vi.waitFor(() => expect(names()?.[1]).toEqual(['Product 102', 5]))
  expect(seen.at(-1)?.rows[0]).toBe(before?.[0])
  expect(seen.at(-1)?.rows[1]).not.toBe(before?.[1])
})

test('follows a price change', async () => {
  const { seen, put, tell, products } = await aWatchedTrolly()
  await put(aLine('101', 2))
  await vi.waitFor(() => expect(seen.at(-1)?.totals.netPence).toBe(500))
  await tell(products.map((product) => ({ ...product, pricePence: 300 })))
  await vi.waitFor(() => expect(seen.at(-1)?.totals.netPence).toBe(600))
})

test('a trolly read ahead is available at once, and its watcher then receives every change', async () => {
  const { database, put } = await aWatchedTrolly()
  await put(aLine('101', 2))
  const trolly = { database, trollyId: 'T1' }
  await readTrollyAhead(trolly)
  expect(findTrollyAhead(trolly)).toMatchObject({ state: 'ready', value: { totals: { lineCount: 1 } } })

  const counts: (number | undefined)[] = []
  const stop = watchOpenTrolly(trolly, (watched) => {
    counts.push(watched.state === 'ready' ? watched.value?.totals.lineCount : undefined)
  })
  expect(counts).toEqual([1])
  expect(findTrollyAhead(trolly)).toBeUndefined()
  await put(aLine('102', 1))
  await vi.waitFor(() => expect(counts.at(-1)).toBe(2))
  stop()
})

test('a trolly read ahead does not affect another', async () => {
  const { database, put } = await aWatchedTrolly()
  await put(aLine('101', 2))
  await readTrollyAhead({ database, trollyId: 'T1' })
  expect(findTrollyAhead({ database, trollyId: 'T2' })).toBeUndefined()
  const seen: unknown[] = []
  onTestFinished(watchOpenTrolly({ database, trollyId: 'T2' }, (watched) => seen.push(watched)))
  await vi.waitFor(() => expect(seen).toEqual([{ state: 'ready', value: null }]))
})

test('unreadable storage does not delay a page', async () => {
  const { database } = await aWatchedTrolly()
  vi.spyOn(database.trollies, 'get').mockRejectedValue(new Error('The storage is gone'))
  const trolly = { database, trollyId: 'T3' }
  await readTrollyAhead(trolly)
  expect(findTrollyAhead(trolly)).toEqual({ state: 'failed' })
})
