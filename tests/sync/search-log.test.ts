import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { type MadeSearch, productSearchAnalysis } from '#contract/product-search-analysis.ts'
import { SEARCHES_SENT_AT_ONCE } from '#domain/searches.ts'
import { putSearch, readSearches } from '#src/store/search-log.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { reportSearches } from '#src/sync/search-log.ts'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'

const made = (parts: Partial<MadeSearch> = {}): MadeSearch => ({
  id: uuidv7(),
  customerId: 'C1',
  at: '2026-11-23T09:00:00.000Z',
  term: 'tomato',
  found: 3,
  added: false,
  ...parts,
})

const aPhone = async (searches: MadeSearch[]) => {
  const database = openUserDatabase(uuidv7(), { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  for (const search of searches) await putSearch(database, search)
  const server = fakeApi()
  const told: MadeSearch[][] = []
  server.on(productSearchAnalysis.record, ({ body }) => {
    told.push(body?.searches ?? [])
    return { recorded: body?.searches.length ?? 0 }
  })
  return { database, server, told, report: () => reportSearches({ database, api: server.api }) }
}

test('searches made offline wait, and are reported in batches once online', async () => {
  const searches = Array.from({ length: SEARCHES_SENT_AT_ONCE + 2 }, () => made())
  const { database, server, told, report } = await aPhone(searches)
  server.cut(productSearchAnalysis.record)
  await report()
  expect(await readSearches(database, 100)).toHaveLength(searches.length)

  server.on(productSearchAnalysis.record, ({ body }) => {
    told.push(body?.searches ?? [])
    return { recorded: 1 }
  })
  await report()
  expect(told.map(({ length }) => length)).toEqual([SEARCHES_SENT_AT_ONCE, 2])
  expect(told.flat()).toEqual(searches)
  expect(await readSearches(database, 100)).toEqual([])
})

test('a search that leads to a product while being sent is reported again', async () => {
  const search = made()
  const { database, server, told, report } = await aPhone([search])
  server.on(productSearchAnalysis.record, async ({ body }) => {
    told.push(body?.searches ?? [])
    if (told.length === 1) await putSearch(database, { ...search, added: true })
    return { recorded: 1 }
  })
  await report()
  expect(told.flat().map(({ added }) => added)).toEqual([false, true])
})

test.each(['not_found', 'invalid_request'] as const)('a search refused with %s is dropped', async (code) => {
  const { database, server, report } = await aPhone([made()])
  server.on(productSearchAnalysis.record, () => {
    throw refusal(code)
  })
  await report()
  expect(await readSearches(database, 100)).toEqual([])
})

test('a search is retried if the server is busy', async () => {
  const { database, server, report } = await aPhone([made()])
  server.on(productSearchAnalysis.record, () => {
    throw refusal('busy')
  })
  await report()
  expect(await readSearches(database, 100)).toHaveLength(1)
})
