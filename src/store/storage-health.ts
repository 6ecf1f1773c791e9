import { liveQuery } from 'dexie'
import { isQuotaExceeded } from './quota.ts'
import type { UserDatabase } from './user-database.ts'

/**
 * Whether what a person does is really kept on this device. Watches three things that browsers do: a database that does
 * not open, a write that fails, and storage that was emptied behind our back.
 */
export type StorageState = {
  /**
   * 'unavailable': it did not open within three seconds, or not at all. It may still open later. 'memory': the person goes
   * on without it, and nothing outlives the page.
   */
  database: 'opening' | 'open' | 'unavailable' | 'memory'
  notSaved: { reason: 'full' | 'failed' } | null
  /** The browser has emptied what was kept, and how many changes had not been sent then. */
  evicted: { operations: number } | null
}

export type StorageHealth = {
  get: () => StorageState
  subscribe: (listener: () => void) => () => void
  /**
   * Runs a write and notes whether it was kept. `isRefusal` tells what the rules refused from what the storage lost.
   * @throws what `write` threw, or StorageUnavailable
   */
  watch: <Result>(write: () => Promise<Result>, isRefusal: (error: unknown) => boolean) => Promise<Result>
  dismissEvicted: () => void
  /** Whatever lies outside the database may have been emptied as well: what has to outlive the page is written again. */
  keepMarker: () => void
  reopen: () => void
  stop: () => void
}

export type StorageHealthPorts = {
  database: UserDatabase
  userId: string
  /** Outside IndexedDB, so that it can tell when that was emptied. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  /** `window`, for the page that is left. */
  events: EventTarget
  after: (delayMs: number, act: () => void) => () => void
}

/** Nothing can be kept: the database did not open. */
export class StorageUnavailable extends Error {
  constructor() {
    super('The database of this device does not open')
    this.name = 'StorageUnavailable'
  }
}

export const OPENING_TOO_LONG_MS = 3_000

/**
 * The marker outside the database: how much waited in it when it was last seen, and what was lost of it and the person has
 * not read yet.
 */
type Marker = { waiting: number; lost?: number }
export const keptMarkerKey = (userId: string): string => `trolly-kept-${userId}`
const KEPT = 'kept'

export const watchStorage = ({
  database,
  userId,
  storage,
  events,
  after,
}: StorageHealthPorts): StorageHealth => {
  const listeners = new Set<() => void>()
  let state: StorageState = { database: 'opening', notSaved: null, evicted: null }
  let stopped = false
  /** How much waits by this page's own count; undefined: not counted yet. */
  let counted: number | undefined
  let stopCounting = () => {}
  let cancelTimer = () => {}

  const become = (part: Partial<StorageState>): void => {
    if (stopped) return
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  const open = (): void => {
    cancelTimer = after(OPENING_TOO_LONG_MS, () => become({ database: 'unavailable' }))
    database
      .open()
      .then(lookForEviction)
      .then(
        () => become({ database: 'open' }),
        () => become({ database: 'unavailable' }),
      )
      .finally(() => cancelTimer())
  }

  const lookForEviction = async (): Promise<void> => {
    const marker = markerIn(storage.getItem(keptMarkerKey(userId)))
    const isKept = (await database.settings.get(KEPT)) !== undefined
    if (!isKept) await database.settings.put({ name: KEPT, value: true })
    if (stopped) return
    const lostNow = marker && !isKept ? marker.waiting : undefined
    // Before the first count, which keeps the marker and what was lost with it.
    become({ evicted: addedLoss(marker?.lost, lostNow) })
    const counting = liveQuery(() => countKept(database)).subscribe({
      next: (waiting) => {
        if (waiting === undefined) noticeEmptied()
        else {
          counted = waiting
          keepMarker()
        }
      },
      // Whatever ails the database is told of by the write that meets it.
      error: () => {},
    })
    stopCounting = () => counting.unsubscribe()
  }

  /** While the page is open, which goes on over a database that is new and empty. */
  const noticeEmptied = (): void => {
    if (stopped) return
    // By this page's count: the marker may have been emptied along with the database.
    const waiting = counted ?? markerIn(storage.getItem(keptMarkerKey(userId)))?.waiting ?? 0
    become({ evicted: addedLoss(state.evicted?.operations, waiting) })
    counted = 0
    keepMarker()
    // Counting goes on from here. Where this fails, the next look notices it again.
    database.settings.put({ name: KEPT, value: true }).catch(() => {})
  }

  const keepMarker = (): void => {
    if (stopped || counted === undefined) return
    const { evicted } = state
    const marker: Marker = { waiting: counted, ...(evicted && { lost: evicted.operations }) }
    try {
      storage.setItem(keptMarkerKey(userId), JSON.stringify(marker))
    } catch {
      // Without a marker an eviction goes unnoticed, and nothing else changes.
    }
  }

  open()
  events.addEventListener('pagehide', keepMarker)

  return {
    get: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch: async (write, isRefusal) => {
      try {
        // A database that does not open would keep the person waiting for ever.
        if (state.database === 'unavailable') throw new StorageUnavailable()
        const result = await write()
        if (state.notSaved) become({ notSaved: null })
        return result
      } catch (error) {
        if (!isRefusal(error)) become({ notSaved: { reason: isQuotaExceeded(error) ? 'full' : 'failed' } })
        throw error
      }
    },
    dismissEvicted: () => {
      become({ evicted: null })
      keepMarker()
    },
    keepMarker,
    reopen: () => {
      become({ database: 'opening' })
      open()
    },
    stop: () => {
      stopped = true
      cancelTimer()
      stopCounting()
      events.removeEventListener('pagehide', keepMarker)
    },
  }
}

/** What was lost before and is not read of yet counts on; both undefined: nothing was emptied. */
const addedLoss = (before: number | undefined, now: number | undefined): StorageState['evicted'] =>
  before === undefined && now === undefined ? null : { operations: (before ?? 0) + (now ?? 0) }

/** What waits; undefined: the database has been emptied since it was opened. */
const countKept = (database: UserDatabase): Promise<number | undefined> =>
  database.transaction('r', [database.settings, database.outbox], async () =>
    (await database.settings.get(KEPT)) === undefined ? undefined : database.outbox.count(),
  )

/** Of a database in memory: there is nothing to be lost but the page itself. */
export const memoryHealth = (): StorageHealth => {
  const state: StorageState = { database: 'memory', notSaved: null, evicted: null }
  return {
    get: () => state,
    subscribe: () => () => {},
    watch: (write) => write(),
    dismissEvicted: () => {},
    keepMarker: () => {},
    reopen: () => {},
    stop: () => {},
  }
}

const markerIn = (text: string | null): Marker | undefined => {
  if (text === null) return undefined
  try {
    const { waiting, lost } = JSON.parse(text) as Partial<Record<keyof Marker, unknown>>
    return {
      waiting: typeof waiting === 'number' ? waiting : 0,
      ...(typeof lost === 'number' && { lost }),
    }
  } catch {
    return { waiting: 0 }
  }
}
