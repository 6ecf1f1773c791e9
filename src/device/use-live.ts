import { replaceEqualDeep } from '@tanstack/react-query'
import { type Dexie, liveQuery } from 'dexie'
import { useMemo, useSyncExternalStore } from 'react'
import type { UserDatabase } from '#src/store/user-database.ts'
import { useUserDevice } from './device-context.tsx'
import { useStorageState } from './use-storage-state.ts'

/**
 * Reads what this device keeps, again after each write that matters. Readers of one key share a reading, and equal parts of a value
 * keep their identity, so that a tap only draws what it changed.
 */

/** What `read` combines it reads in one transaction, or a page may show parts from before and after a write. */
export type LiveQuery<Value, Database = UserDatabase> = {
  key: readonly unknown[]
  read: (database: Database) => Promise<Value>
}

/** A failing database is a state to show. */
export type Stored<Value> =
  | { state: 'loading'; value: undefined }
  | { state: 'ready'; value: Value }
  | { state: 'failed'; value: undefined }

export const useLive = <Value>(query: LiveQuery<Value>): Stored<Value> => {
  const { database } = useUserDevice()
  const { database: opened } = useStorageState()
  const stored = useLiveIn(database, query)
  return stored.state === 'loading' && opened === 'unavailable' ? FAILED : stored
}

/** For the databases that all users of the device share. */
export const useLiveIn = <Value, Database extends Dexie>(
  database: Database,
  query: LiveQuery<Value, Database>,
): Stored<Value> => {
  const name = nameOf(query.key)
  // Kept: when readers leave, the key gets another reading, which React would not subscribe to while both are loading.
  // biome-ignore lint/correctness/useExhaustiveDependencies: A key names its query, which is made anew at each render.
  const live = useMemo(() => liveOf(database, query), [database, name])
  return useSyncExternalStore(live.subscribe, live.get)
}

/** How long a page has to open. */
const READ_AHEAD_MS = 10_000

/** Reads before the page opens, so that it draws at once. @returns undefined if the storage cannot be read */
export const prefetchLive = <Value>(
  database: UserDatabase,
  query: LiveQuery<Value>,
): Promise<Value | undefined> =>
  new Promise((resolve) => {
    const live = liveOf(database, query)
    const answer = (): void => {
      const { state, value } = live.get()
      if (state !== 'loading') resolve(value)
    }
    setTimeout(live.subscribe(answer), READ_AHEAD_MS)
    answer()
  })

const LOADING = { state: 'loading', value: undefined } as const
const FAILED = { state: 'failed', value: undefined } as const

type Live<Value> = { subscribe: (changed: () => void) => () => void; get: () => Stored<Value> }

const lives = new WeakMap<Dexie, Map<string, Live<unknown>>>()

const liveOf = <Value, Database extends Dexie>(
  database: Database,
  { key, read }: LiveQuery<Value, Database>,
): Live<Value> => {
  const ofDatabase = lives.get(database) ?? new Map<string, Live<unknown>>()
  lives.set(database, ofDatabase)
  const name = nameOf(key)
  const known = ofDatabase.get(name) as Live<Value> | undefined
  if (known) return known
  const live: Live<Value> = createLive(() => read(database), {
    // A page may come to read it at the moment at which the one before stops.
    onUsed: () => {
      if (!ofDatabase.has(name)) ofDatabase.set(name, live)
    },
    // A reader that came meanwhile may have begun another one.
    onUnused: () => {
      if (ofDatabase.get(name) === live) ofDatabase.delete(name)
    },
  })
  ofDatabase.set(name, live)
  return live
}

const nameOf = (key: readonly unknown[]): string => JSON.stringify(key)

/** Reads while it has listeners. */
const createLive = <Value>(
  read: () => Promise<Value>,
  { onUsed, onUnused }: { onUsed: () => void; onUnused: () => void },
): Live<Value> => {
  const listeners = new Set<() => void>()
  let stored: Stored<Value> = LOADING
  let stop: (() => void) | undefined
  const tell = (next: Stored<Value>): void => {
    const value = replaceEqualDeep(stored.value, next.value)
    if (next.state === stored.state && Object.is(value, stored.value)) return
    stored = { ...next, value } as Stored<Value>
    for (const listener of [...listeners]) listener()
  }
  return {
    get: () => stored,
    subscribe: (changed) => {
      listeners.add(changed)
      onUsed()
      stop ??= keepReading(read, tell)
      return () => {
        listeners.delete(changed)
        if (listeners.size > 0) return
        stop?.()
        stop = undefined
        stored = LOADING
        onUnused()
      }
    },
  }
}

/** Reading takes a third of the time at most while something else keeps writing. */
const PAUSE_PER_READING = 2
/** A database that another tab closed, or that is cut off from its disk, may be back. */
const AFTER_FAILURE_MS = 2_000
/** A phone that slept while it was reading has not been busy all the time. */
const PAUSE_AT_MOST_MS = 1000

/**
 * Dexie's live query says nothing of a reading that a write overtook, and reads again at once: while a download wrote several times a
 * second, a list showed nothing new for a minute. So each reading is a live query of its own, which is told in any case, and a pause
 * follows one that was overtaken. @returns stops it
 */
const keepReading = <Value>(
  read: () => Promise<Value>,
  tell: (stored: Stored<Value>) => void,
): (() => void) => {
  let subscription: { unsubscribe: () => void }
  let timer: ReturnType<typeof setTimeout> | undefined
  const begin = (): void => {
    const begunAt = performance.now()
    let hasBegun = false
    let isTold = false
    let stored: Stored<Value> = LOADING
    const readOnce = (): Promise<void> => {
      hasBegun = true
      return read().then(
        (value) => {
          stored = { state: 'ready', value }
        },
        () => {
          stored = FAILED
        },
      )
    }
    const tellOvertaken = (): void => {
      const pauseMs = Math.min(PAUSE_PER_READING * (performance.now() - begunAt), PAUSE_AT_MOST_MS)
      timer = setTimeout(begin, pauseMs)
      tell(stored)
    }
    const onWritten = (): void => {
      subscription.unsubscribe()
      // Dexie would take what listeners read for a part of this reading.
      timer = setTimeout(isTold ? begin : tellOvertaken)
    }
    subscription = liveQuery(() => (hasBegun ? onWritten() : readOnce())).subscribe(() => {
      isTold = true
      tell(stored)
      if (stored.state !== 'failed') return
      subscription.unsubscribe()
      timer = setTimeout(begin, AFTER_FAILURE_MS)
    })
  }
  begin()
  return () => {
    subscription.unsubscribe()
    clearTimeout(timer)
  }
}
