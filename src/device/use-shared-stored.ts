import { replaceEqualDeep } from '@tanstack/react-query'
import { liveQuery, type Subscription } from 'dexie'
import { useSyncExternalStore } from 'react'
import type { UserDatabase } from '#src/store/user-database.ts'
import { useUserDevice } from './device-context.tsx'
import { useStorageState } from './use-storage-state.ts'
import { type Stored, storedOr } from './use-stored.ts'

/** One live query for all readers: five equal ones dominated the paint on slow phones. @param read identity is the key */
export const useSharedStored = <Value>(read: (database: UserDatabase) => Promise<Value>): Stored<Value> => {
  const { database } = useUserDevice()
  const { database: opened } = useStorageState()
  const query = queryOf(database, read)
  return storedOr(useSyncExternalStore(query.subscribe, query.get), opened)
}

type Query<Value> = { subscribe: (changed: () => void) => () => void; get: () => Stored<Value> | undefined }

const queries = new WeakMap<UserDatabase, Map<unknown, Query<unknown>>>()

function queryOf<Value>(database: UserDatabase, read: (database: UserDatabase) => Promise<Value>) {
  const ofDatabase = queries.get(database) ?? new Map<unknown, Query<unknown>>()
  queries.set(database, ofDatabase)
  const query = (ofDatabase.get(read) as Query<Value> | undefined) ?? createQuery(() => read(database))
  ofDatabase.set(read, query)
  return query
}

/** Runs while it has listeners. */
function createQuery<Value>(read: () => Promise<Value>): Query<Value> {
  const listeners = new Set<() => void>()
  let stored: Stored<Value> | undefined
  let subscription: Subscription | undefined
  const tell = (next: Stored<Value>) => {
    if (stored?.state === 'ready' && next.state === 'ready') {
      // Equal parts keep their identity, so a tap only re-renders what it changed.
      const value = replaceEqualDeep(stored.value, next.value)
      if (Object.is(stored.value, value)) return
      stored = { state: 'ready', value }
    } else stored = next
    for (const listener of [...listeners]) listener()
  }
  const failed = () => tell({ state: 'failed', value: undefined })
  return {
    get: () => stored,
    subscribe: (changed) => {
      listeners.add(changed)
      subscription ??= liveQuery(read).subscribe({
        next: (value) => tell({ state: 'ready', value }),
        error: failed,
      })
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        subscription?.unsubscribe()
        subscription = undefined
        stored = undefined
      }
    },
  }
}
