import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { v7 as uuidv7 } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { productSearchAnalysis } from '#contract/product-search-analysis.ts'
import { SEARCHES_SENT_AT_ONCE } from '#domain/searches.ts'
import { clearCaches } from '#src/store/clearing.ts'
import { LEADS_TO_MS, type NewEvent } from '#src/store/search-log.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { reportSearches } from '#src/sync/search-log.ts'
import { fakeApi, noSignal, refusal } from '#tests/support/fake-api.ts'

const NOW = Date.parse('2026-11-23T10:00:00.000Z')
type Searched = Extract<NewEvent, { kind: 'searched' }>
type Added = Extract<NewEvent, { kind: 'added' }>

const searched = (parts: Partial<Searched> = {}): Searched => ({
  kind: 'searched',
  id: uuidv7(),
  customerId: 'C1',
  at: '2026-11-23T09:59:00.000Z',
  term: 'tomato',
  found: 3,
  shown: [],
  completeAt: 0,
  ...parts,
})
const added = (searchId: string, parts: Partial<Added> = {}): Added => ({
  kind: 'added',
  id: uuidv7(),
  searchId,
  at: '2026-11-23T09:59:30.000Z',
  product_no: 'T1',
  quantity: 2,
  ...parts,
})

type Body = BodyOf<typeof productSearchAnalysis.recordEvents>
const idsOf = ({ searches, additions }: Body): string[] => [...searches, ...additions].map(({ id }) => id)

const aPhone = async (events: NewEvent[]) => {
  const database = openUserDatabase(uuidv7(), { indexedDB: new IDBFactory(), IDBKeyRange })
  onTestFinished(() => database.close())
  await database.searchLog.bulkAdd(events)
  const server = fakeApi()
  const told: Body[] = []
  const answer = (act: (body: Body) => string[] | Promise<string[]> = () => []) =>
    server.on(productSearchAnalysis.recordEvents, async ({ body }) => {
      if (!body) throw refusal('invalid_request')
      told.push(body)
      return { refused: await act(body) }
    })
  answer()
  return {
    database,
    server,
    told,
    answer,
    report: (now = NOW) => reportSearches({ database, api: server.api, now: () => now }),
    waiting: async () =>
      (await database.searchLog.toArray()).flatMap((event) =>
        event.kind === 'searched' && event.sent ? [] : [event.id],
      ),
  }
}

test('what happened offline waits, and is reported in order and in batches once online', async () => {
  const searches = Array.from({ length: SEARCHES_SENT_AT_ONCE }, () => searched())
  const [first] = searches
  const events = [...searches, added(first?.id ?? '')]
  const { server, answer, told, report, waiting } = await aPhone(events)
  server.cut(productSearchAnalysis.recordEvents)
  await report()
  expect(await waiting()).toHaveLength(events.length)

  answer()
  await report()
  expect(told.map((body) => idsOf(body).length)).toEqual([SEARCHES_SENT_AT_ONCE, 1])
  expect(told.flatMap(idsOf)).toEqual(events.map(({ id }) => id))
  expect(told[0]).toMatchObject({ sentAt: '2026-11-23T10:00:00.000Z' })
  expect(Object.keys(told[0]?.searches[0] ?? {}).sort()).toEqual(['at', 'customerId', 'found', 'id', 'term'])
  expect(await waiting()).toEqual([])
})

test('a search still being typed is not sent, nor held back by one', async () => {
  const [open, complete] = [searched({ completeAt: NOW + 1_000 }), searched()]
  const { told, report, waiting } = await aPhone([open, complete])
  await report()
  expect(told.flatMap(idsOf)).toEqual([complete.id])
  expect(await waiting()).toEqual([open.id])
  await report(NOW + 1_000)
  expect(await waiting()).toEqual([])
})

test('a report whose reply is lost is sent again, under the same ids', async () => {
  const search = searched()
  const { told, answer, report, waiting } = await aPhone([search, added(search.id)])
  answer(() => {
    throw noSignal()
  })
  await report()
  expect(await waiting()).toHaveLength(2)
  answer()
  await report()
  expect(told.map(idsOf)[1]).toEqual(told.map(idsOf)[0])
  expect(await waiting()).toEqual([])
})

test('an event that the server refuses is dropped, and the others are recorded', async () => {
  const events = [searched(), searched(), searched()]
  const { told, answer, report, database } = await aPhone(events)
  answer(() => [events[1]?.id ?? ''])
  await report()
  expect(told).toHaveLength(1)
  expect((await database.searchLog.toArray()).map(({ id }) => id)).toEqual([events[0]?.id, events[2]?.id])
})

test.each(['invalid_request', 'body_too_large'] as const)(
  'an event because of which a whole report is refused with %s costs the others nothing',
  async (code) => {
    const events = Array.from({ length: SEARCHES_SENT_AT_ONCE }, () => searched())
    const bad = events[17]?.id ?? ''
    const { told, answer, report, waiting } = await aPhone(events)
    const recorded = new Set<string>()
    answer((body) => {
      if (idsOf(body).includes(bad)) throw refusal(code)
      for (const id of idsOf(body)) recorded.add(id)
      return []
    })
    await report()
    expect(recorded).toEqual(new Set(events.flatMap(({ id }) => (id === bad ? [] : [id]))))
    expect(await waiting()).toEqual([])
    expect(told.length).toBeLessThan(20)
  },
)

test.each(['not_found', 'busy', 'unauthenticated'] as const)(
  'everything waits if the server answers %s, as an older one does',
  async (code) => {
    const { answer, report, waiting } = await aPhone([searched()])
    answer(() => {
      throw refusal(code)
    })
    await report()
    expect(await waiting()).toHaveLength(1)
  },
)

test('a search that finds more while it is being sent is sent once more', async () => {
  const search = searched({ found: null })
  const { told, answer, report, database, waiting } = await aPhone([search])
  answer(async () => {
    if (told.length === 1) await database.searchLog.put({ ...search, seq: 1, found: 8 })
    return []
  })
  await report()
  expect(told.map(({ searches }) => searches[0]?.found)).toEqual([null, 8])
  expect(await waiting()).toEqual([])
})

test('a sent search stays while something may yet be added after it', async () => {
  const { database, report } = await aPhone([searched()])
  await report()
  expect(await database.searchLog.count()).toBe(1)
  await database.searchLog.add(searched({ at: new Date(NOW + LEADS_TO_MS).toISOString() }))
  await report(NOW + LEADS_TO_MS)
  expect(await database.searchLog.count()).toBe(1)
})

test('a sign-out keeps what is not yet reported, and nothing else', async () => {
  const [sent, unsent] = [searched({ sent: true }), searched()]
  const { database } = await aPhone([sent, unsent, added(sent.id)])
  await clearCaches(database)
  expect((await database.searchLog.toArray()).map(({ kind, id }) => [kind, id === sent.id])).toEqual([
    ['searched', false],
    ['added', false],
  ])
})

test('the log of an earlier build is reported by its own call', async () => {
  const earlier = { id: uuidv7(), customerId: 'C1', at: '2026-11-23T09:00:00.000Z', term: 'tomato', found: 3 }
  const { database, server, report, waiting } = await aPhone([searched()])
  await database.searchInputs.put({ name: 'search-log', value: [{ ...earlier, added: true }] })
  await report()
  // Without an answer it waits, but holds nothing back.
  expect([await database.searchInputs.count(), (await waiting()).length]).toEqual([1, 0])
  const told: unknown[] = []
  server.on(productSearchAnalysis.record, ({ body }) => {
    told.push(...(body?.searches ?? []))
    return { recorded: 1 }
  })
  await report()
  expect(told).toEqual([{ ...earlier, added: true }])
  expect(await database.searchInputs.count()).toBe(0)
})
