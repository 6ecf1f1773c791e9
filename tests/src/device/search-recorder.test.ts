import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSearchRecorder } from '#src/device/search-recorder.ts'
import {
  COMPLETE_AFTER_MS,
  EVENTS_KEPT_MAX,
  LEADS_TO_MS,
  type LoggedSearch,
  REPEATS_MS,
  readUnsentEvents,
} from '#src/store/search-log.ts'
import { openUserDatabase } from '#src/store/user-database.ts'

/** Tabs of one device: each has a recorder over the same database. */
const aDevice = () => {
  let now = Date.parse('2026-11-23T09:00:00Z')
  const database = openUserDatabase(uuidv7(), { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  const aTab = () => {
    const recorder = createSearchRecorder({ database, newId: uuidv7, now: () => now })
    return {
      ...recorder,
      type: (text: string, parts: Partial<Parameters<typeof recorder.seen>[0]> = {}) =>
        recorder.seen({ customerId: 'C1', text, found: 3, shown: [], ...parts }),
      add: (product_no: string, parts: Partial<Parameters<typeof recorder.added>[0]> = {}) =>
        recorder.added({ customerId: 'C1', product_no, quantity: 1, ...parts }),
    }
  }
  return {
    database,
    aTab,
    ...aTab(),
    pass: (ms: number) => {
      now += ms
    },
    /** What the log would send now: searches by term, additions by product. */
    unsent: async () =>
      (await readUnsentEvents(database, 100, now)).map((event) =>
        event.kind === 'searched' ? event.term : event.product_no,
      ),
    searches: async () =>
      (await database.searchLog.toArray()).filter(
        (event): event is LoggedSearch => event.kind === 'searched',
      ),
  }
}

const QUICK_MS = 300

test('the letters of a word are one search, which is not sent until typing has paused', async () => {
  const { type, pass, unsent, searches } = aDevice()
  for (const text of ['t', 'to', 'tom', 'Tomatp', 'tomat', 'Tomato ']) {
    await type(text)
    pass(QUICK_MS)
  }
  expect(await unsent()).toEqual([])
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['tomato'])
  expect(await searches()).toHaveLength(1)
})

test('a search is stored with its answer, so a tab that ends at once loses none', async () => {
  const { type, pass, unsent, aTab } = aDevice()
  await type('tomato')
  // The next start.
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['tomato'])
  await aTab().type('milk')
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['tomato', 'milk'])
})

test('leaving, emptying the field and typing something else each end a search at once', async () => {
  const { type, left, unsent, pass } = aDevice()
  await type('tomato')
  await left()
  expect(await unsent()).toEqual(['tomato'])
  await type('milk')
  await type(' ')
  expect(await unsent()).toEqual(['tomato', 'milk'])
  await type('butter')
  await type('lamb')
  pass(QUICK_MS)
  expect(await unsent()).toEqual(['tomato', 'milk', 'butter'])
})

test('deleting letters is no search, and what had been typed is', async () => {
  const { type, pass, unsent } = aDevice()
  for (const text of ['milk', 'mil', 'mi', 'm', 'mo', 'mozz']) await type(text)
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['milk', 'mozz'])
  // A search that was complete.
  for (const text of ['moz', 'm', '']) await type(text)
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['milk', 'mozz'])
  // A shorter word that stays is meant.
  for (const text of ['eggs', 'egg']) await type(text)
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['milk', 'mozz', 'egg'])
})

test('a repeat within minutes is one search, in another tab too; later it is another', async () => {
  const { type, left, pass, unsent, aTab } = aDevice()
  await type('tomato')
  await left()
  pass(REPEATS_MS / 2)
  await type('to')
  await aTab().type('TOMATO')
  await type('tomato')
  expect(await unsent()).toEqual(['tomato'])
  await left()
  pass(REPEATS_MS)
  await type('tomato')
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['tomato', 'tomato'])
  // A page that stays open, over a list that has changed.
  pass(REPEATS_MS)
  await type('tomato', { again: true })
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['tomato', 'tomato'])
})

test('another customer’s search for the same is another', async () => {
  const { type, unsent, pass } = aDevice()
  await type('tomato')
  await type('tomato', { customerId: 'C2' })
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['tomato', 'tomato'])
})

test('a search that failed is recorded, and counts the most that its words then find', async () => {
  const { type, searches } = aDevice()
  const found = async () => (await searches()).map((search) => search.found)
  await type('tomato', { found: null })
  expect(await found()).toEqual([null])
  await type('tomato', { found: 4, again: true })
  // Filters leave fewer, or nothing.
  await type('tomato', { found: null, again: true })
  await type('tomato', { found: 2, again: true })
  expect(await found()).toEqual([4])
})

test('an addition belongs to the latest search that showed the product, from any tab, for two hours', async () => {
  const { type, pass, add, aTab, database, searches } = aDevice()
  await type('milk', { shown: ['M1', 'M2'] })
  pass(QUICK_MS)
  await add('M1')
  pass(COMPLETE_AFTER_MS)
  await type('butter', { shown: ['B1'] })
  pass(COMPLETE_AFTER_MS)
  pass(REPEATS_MS)
  await aTab().add('M2', { quantity: 6 })
  await aTab().add('B1')
  const [milk, butter] = await searches()
  const additions = async () => (await database.searchLog.toArray()).filter(({ kind }) => kind === 'added')
  expect(await additions()).toMatchObject([
    { searchId: milk?.id, product_no: 'M1', quantity: 1 },
    { searchId: milk?.id, product_no: 'M2', quantity: 6 },
    { searchId: butter?.id, product_no: 'B1' },
  ])
  // Never shown, for somebody else, and too late.
  await add('F1')
  await add('M1', { customerId: 'C2' })
  pass(LEADS_TO_MS)
  await add('B1')
  expect(await additions()).toHaveLength(3)
})

test('an addition completes its search: further letters are another', async () => {
  const { type, add, unsent, pass } = aDevice()
  await type('tom', { shown: ['T1'] })
  await add('T1')
  expect(await unsent()).toEqual(['tom', 'T1'])
  await type('toma')
  pass(COMPLETE_AFTER_MS)
  expect(await unsent()).toEqual(['tom', 'T1', 'toma'])
})

test('a clock that was set back holds no search open', async () => {
  const { type, pass, unsent } = aDevice()
  await type('tomato')
  pass(-3_600_000)
  expect(await unsent()).toEqual(['tomato'])
})

test('the oldest are dropped once the log is full, which is told', async () => {
  const { database, type, searches } = aDevice()
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  onTestFinished(() => warned.mockRestore())
  await database.searchLog.bulkAdd(
    Array.from({ length: EVENTS_KEPT_MAX }, (_, at) => ({
      kind: 'searched' as const,
      id: uuidv7(),
      customerId: 'C1',
      term: `term ${at}`,
      found: 1,
      at: '2026-11-20T09:00:00.000Z',
      shown: [],
      completeAt: 0,
    })),
  )
  await type('tomato')
  const kept = await searches()
  expect([kept.length, kept[0]?.term, kept.at(-1)?.term]).toEqual([EVENTS_KEPT_MAX, 'term 1', 'tomato'])
  expect(warned).toHaveBeenCalledOnce()
})
