import { replaceEqualDeep } from '@tanstack/react-query'
import { liveQuery } from 'dexie'
import { useSyncExternalStore } from 'react'
import type { Watched } from '#src/store/trollies/watch-trolly.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { useUserDevice } from './device-context.tsx'
import { useStorageState } from './use-storage-state.ts'
import { type Stored, storedOr } from './use-stored.ts'

/** One live query for all readers: five equal ones dominated the paint on slow phones. @param read identity is the key */
export const useSharedStored = <Value>(read: (database: UserDatabase) => Promise<Value>): Stored<Value> =>
  useShared(read, (database, tell) => {
    const subscription = liveQuery(() => read(database)).subscribe({
      next: (value) => tell({ state: 'ready', value }),
      error: () => tell({ state: 'failed' }),
    })
    return () => subscription.unsubscribe()
  })

/** The same for values combined from several queries. @param watch identity is the key; returns how to stop */
export const useSharedWatched = <Value>(watch: Watch<Value>): Stored<Value> => useShared(watch, watch)

type Watch<Value> = (database: UserDatabase, tell: (watched: Watched<Value>) => void) => () => void

const useShared = <Value>(key: unknown, watch: Watch<Value>): Stored<Value> => {
  const { database } = useUserDevice()
  const { database: opened } = useStorageState()
  const query = queryOf(database, key, watch)
  return storedOr(useSyncExternalStore(query.subscribe, query.get), opened)
}

type Query<Value> = { subscribe: (changed: () => void) => () => void; get: () => Stored<Value> | undefined }

const queries = new WeakMap<UserDatabase, Map<unknown, Query<unknown>>>()

function queryOf<Value>(database: UserDatabase, key: unknown, watch: Watch<Value>): Query<Value> {
  const ofDatabase = queries.get(database) ?? new Map<unknown, Query<unknown>>()
  queries.set(database, ofDatabase)
  const query =
    (ofDatabase.get(key) as Query<Value> | undefined) ?? createQuery<Value>((tell) => watch(database, tell))
  ofDatabase.set(key, query)
  return query
}

/** Runs while it has listeners. */
function createQuery<Value>(watch: (tell: (watched: Watched<Value>) => void) => () => void): Query<Value> {
  const listeners = new Set<() => void>()
  let stored: Stored<Value> | undefined
  let stop: (() => void) | undefined
  const tell = (next: Watched<Value>) => {
    if (next.state === 'failed') stored = { state: 'failed', value: undefined }
    else if (stored?.state === 'ready') {
      // Equal parts keep their identity, so a tap only re-renders what it changed.
      const value = replaceEqualDeep(stored.value, next.value)
      if (Object.is(stored.value, value)) return
      stored = { state: 'ready', value }
    } else stored = next
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => stored,
    subscribe: (changed) => {
      listeners.add(changed)
      stop ??= watch(tell)
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
        stored = undefined
      }
    },
  }
}
