import { liveQuery, type Subscription } from 'dexie'
import { useSyncExternalStore } from 'react'
import type { UserDatabase } from '#src/store/user-database.ts'
import { useUserDevice } from './device-context.tsx'
import { useStorageState } from './use-storage-state.ts'
import { type Stored, storedOr } from './use-stored.ts'

/**
 * As `useStored`, for what several parts of a page read: one live query for all of them. Every tap on a product runs each live
 * query of the lines again, and on a slow phone five of the same were most of the time until the new quantity was painted.
 *
 * @param read a function of a module: the query is shared by those that pass the same one
 */
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

/** Runs while somebody listens, and forgets what it read when nobody does. */
function createQuery<Value>(read: () => Promise<Value>): Query<Value> {
  const listeners = new Set<() => void>()
  let stored: Stored<Value> | undefined
  let subscription: Subscription | undefined
  const tell = (next: Stored<Value>) => {
    // The same number or word read again is no reason to draw again.
    if (stored?.state === 'ready' && next.state === 'ready' && Object.is(stored.value, next.value)) return
    stored = next
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
