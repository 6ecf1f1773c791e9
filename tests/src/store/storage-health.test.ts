import { waitFor } from '@testing-library/react'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { expect, onTestFinished, test } from 'vitest'
import { keptMarkerKey, OPENING_TOO_LONG_MS, watchStorage } from '#src/store/storage-health.ts'
import { openUserDatabase, type UserDatabase } from '#src/store/user-database.ts'
import { aCreate, aRecord } from '#tests/support/signed-in.tsx'

const USER = 'someone'
const never = (): boolean => false

const aStorage = (entries: Record<string, string> = {}) => {
  const kept = new Map(Object.entries(entries))
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

const aDatabase = (indexedDB = new IDBFactory()): UserDatabase => {
  const database = openUserDatabase(USER, { indexedDB, IDBKeyRange })
  onTestFinished(() => database.close())
  return database
}

const watching = (database: UserDatabase, storage = aStorage()) => {
  const timers: { delayMs: number; act: () => void }[] = []
  const events = new EventTarget()
  const health = watchStorage({
    database,
    userId: USER,
    storage,
    events,
    after: (delayMs, act) => {
      const timer = { delayMs, act }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  onTestFinished(health.stop)
  const opened = () => waitFor(() => expect(health.get().database).toBe('open'))
  return { health, timers, storage, opened, leavePage: () => events.dispatchEvent(new Event('pagehide')) }
}

test('a database that opens is reported as open, and leaves no timer', async () => {
  const { opened, timers, health } = watching(aDatabase())
  await opened()
  await waitFor(() => expect(timers).toEqual([]))
  expect(health.get()).toEqual({ database: 'open', notSaved: null, evicted: null })
})

test('a database that does not open within three seconds is unavailable, and writes fail at once', async () => {
  const database = aDatabase()
  database.open = () => new Promise(() => {}) as never
  const { health, timers } = watching(database)
  expect(timers.map(({ delayMs }) => delayMs)).toEqual([OPENING_TOO_LONG_MS])
  timers[0]?.act()
  expect(health.get().database).toBe('unavailable')
  await expect(health.watch(() => new Promise(() => {}), never)).rejects.toThrow('does not open')
  expect(health.get().notSaved).toEqual({ reason: 'failed' })
})

test('a database that refuses to open is unavailable, and can be retried', async () => {
  const database = aDatabase()
  const open = database.open.bind(database)
  database.open = () => Promise.reject(new Error('no')) as never
  const { health, opened } = watching(database)
  await waitFor(() => expect(health.get().database).toBe('unavailable'))
  database.open = open
  health.reopen()
  await opened()
})

test('a failed write is reported until the next one succeeds', async () => {
  const { health, opened } = watching(aDatabase())
  await opened()
  const fail = () => Promise.reject(Object.assign(new Error('full'), { name: 'QuotaExceededError' }))
  await expect(health.watch(fail, never)).rejects.toThrow('full')
  expect(health.get().notSaved).toEqual({ reason: 'full' })
  await health.watch(async () => 'kept', never)
  expect(health.get().notSaved).toBeNull()
})

test('an operation refused by the rules is not a storage failure', async () => {
  const { health, opened } = watching(aDatabase())
  await opened()
  await expect(
    health.watch(
      () => Promise.reject(new Error('refused')),
      () => true,
    ),
  ).rejects.toThrow('refused')
  expect(health.get().notSaved).toBeNull()
})

test('detects that the browser cleared the database, and how much was unsent', async () => {
  const storage = aStorage({ [keptMarkerKey(USER)]: '{"waiting":3}' })
  const { health, opened } = watching(aDatabase(), storage)
  await opened()
  expect(health.get().evicted).toEqual({ operations: 3 })
  health.dismissEvicted()
  expect(health.get().evicted).toBeNull()
})

test('storage cleared while the page is open is reported at once, with its unsent work', async () => {
  const database = aDatabase()
  const { health, storage, opened } = watching(database)
  await opened()
  await database.outbox.add(aRecord({ lane: 'trolly:trolly', operation: aCreate('trolly') }))
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":1}'))
  await empty(database)
  await waitFor(() => expect(health.get().evicted).toEqual({ operations: 1 }))
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":0,"lost":1}'))
  expect(health.get().evicted).toEqual({ operations: 1 })
})

/** As a browser does: all tables at once, and the database exists again, empty. */
const empty = (database: UserDatabase): Promise<unknown> =>
  database.transaction('rw', database.tables, () =>
    Promise.all(database.tables.map((table) => table.clear())),
  )

test('the amount lost is known even if local storage was cleared too', async () => {
  const database = aDatabase()
  const { health, storage, opened } = watching(database)
  await opened()
  await database.outbox.add(aRecord({ lane: 'trolly:trolly', operation: aCreate('trolly') }))
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":1}'))
  storage.kept.clear()
  await empty(database)
  await waitFor(() => expect(health.get().evicted).toEqual({ operations: 1 }))
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":0,"lost":1}'))
})

test('a loss is reported at every start until acknowledged', async () => {
  const indexedDB = new IDBFactory()
  const storage = aStorage({ [keptMarkerKey(USER)]: '{"waiting":3}' })
  const first = watching(aDatabase(indexedDB), storage)
  await first.opened()
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":0,"lost":3}'))
  first.health.stop()
  const second = watching(aDatabase(indexedDB), storage)
  await second.opened()
  expect(second.health.get().evicted).toEqual({ operations: 3 })
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":0,"lost":3}'))
  second.health.dismissEvicted()
  expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":0}')
  second.health.stop()
  const third = watching(aDatabase(indexedDB), storage)
  await third.opened()
  expect(third.health.get().evicted).toBeNull()
})

test('leaving a page records the unsent work, in case everything was cleared', async () => {
  const database = aDatabase()
  const { storage, opened, leavePage, health } = watching(database)
  await opened()
  await database.outbox.add(aRecord({ lane: 'trolly:trolly', operation: aCreate('trolly') }))
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":1}'))
  storage.kept.clear()
  leavePage()
  expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":1}')
  health.stop()
  const afterwards = watching(aDatabase(), storage)
  await afterwards.opened()
  expect(afterwards.health.get().evicted).toEqual({ operations: 1 })
})

test('a session that has ended records nothing more', async () => {
  const { storage, opened, leavePage, health } = watching(aDatabase())
  await opened()
  await waitFor(() => expect(storage.kept.size).toBe(1))
  health.stop()
  storage.kept.clear()
  leavePage()
  expect(storage.kept.size).toBe(0)
})

test('neither a first start nor an intact one counts as cleared', async () => {
  const indexedDB = new IDBFactory()
  const first = watching(aDatabase(indexedDB))
  await first.opened()
  expect(first.health.get().evicted).toBeNull()
  first.health.stop()
  const second = watching(aDatabase(indexedDB), first.storage)
  await second.opened()
  expect(second.health.get().evicted).toBeNull()
})

test('counts the unsent work outside the database', async () => {
  const database = aDatabase()
  const { storage, opened } = watching(database)
  await opened()
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":0}'))
  await database.outbox.add(aRecord({ lane: 'trolly:T1', operation: aCreate('T1') }))
  await waitFor(() => expect(storage.kept.get(keptMarkerKey(USER))).toBe('{"waiting":1}'))
})
