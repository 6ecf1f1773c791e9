import { liveQuery } from 'dexie'
import { createStore, type Store } from '#src/state/store.ts'
import { isQuotaExceeded } from './quota.ts'
import type { UserDatabase } from './user-database.ts'

/** Whether changes are really stored: watches for a database that does not open, failed writes and eviction. */
export type StorageState = {
  /** 'unavailable': not open within three seconds, perhaps later. 'memory': nothing outlives the page. */
  database: 'opening' | 'open' | 'unavailable' | 'memory'
  notSaved: { reason: 'full' | 'failed' } | null
  /** The browser evicted the database; counts changes not yet sent. */
  evicted: { operations: number } | null
  /** In memory: changes that wait in the database that did not open, as last counted. */
  stranded?: number
}

export type StorageHealth = Pick<Store<StorageState>, 'get' | 'subscribe'> & {
  /** Notes whether a write was stored. `isRefusal` marks the rules' errors. @throws `write`'s error, StorageUnavailable */
  watch: <Result>(write: () => Promise<Result>, isRefusal: (error: unknown) => boolean) => Promise<Result>
  dismissEvicted: () => void
  /** Writes the marker again, in case it was evicted as well. */
  keepMarker: () => void
  reopen: () => void
  stop: () => void
}

export type StorageHealthPorts = {
  database: UserDatabase
  userId: string
  /** Outside IndexedDB, to detect its eviction. */
  storage: Pick<Storage, 'getItem' | 'setItem'>
  events: EventTarget
  after: (delayMs: number, act: () => void) => () => void
}

export class StorageUnavailable extends Error {
  constructor() {
    super('The database of this device does not open')
    this.name = 'StorageUnavailable'
  }
}

export const OPENING_TOO_LONG_MS = 3_000

/** Kept outside the database: operations last seen waiting, and lost ones the person has not been told of. */
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
  const { get, set, subscribe } = createStore<StorageState>({
    database: 'opening',
    notSaved: null,
    evicted: null,
  })
  let stopped = false
  /** undefined: not counted yet. */
  let counted: number | undefined
  let stopCounting = () => {}
  let cancelTimer = () => {}

  const setState = (part: Partial<StorageState>): void => {
    if (!stopped) set({ ...get(), ...part })
  }

  const open = (): void => {
    cancelTimer = after(OPENING_TOO_LONG_MS, () => setState({ database: 'unavailable' }))
    database
      .open()
      .then(lookForEviction)
      .then(
        () => setState({ database: 'open' }),
        () => setState({ database: 'unavailable' }),
      )
      .finally(() => cancelTimer())
  }

  const lookForEviction = async (): Promise<void> => {
    const marker = markerIn(storage.getItem(keptMarkerKey(userId)))
    const isKept = (await database.settings.get(KEPT)) !== undefined
    if (!isKept) await database.settings.put({ name: KEPT, value: true })
    if (stopped) return
    const lostNow = marker && !isKept ? marker.waiting : undefined
    // Before the first count, which keeps both.
    setState({ evicted: addedLoss(marker?.lost, lostNow) })
    const counting = liveQuery(() => countKept(database)).subscribe({
      next: (waiting) => {
        if (waiting === undefined) noticeEmptied()
        else {
          counted = waiting
          keepMarker()
        }
      },
      // The next write reports database errors.
      error: () => {},
    })
    stopCounting = () => counting.unsubscribe()
  }

  /** An open page continues on a new, empty database. */
  const noticeEmptied = (): void => {
    if (stopped) return
    // The marker may have been evicted too, so this page's count goes first.
    const waiting = counted ?? markerIn(storage.getItem(keptMarkerKey(userId)))?.waiting ?? 0
    setState({ evicted: addedLoss(get().evicted?.operations, waiting) })
    counted = 0
    keepMarker()
    // If this fails, the next look notices the eviction again.
    database.settings.put({ name: KEPT, value: true }).catch(() => {})
  }

  const keepMarker = (): void => {
    if (stopped || counted === undefined) return
    const { evicted } = get()
    const marker: Marker = { waiting: counted, ...(evicted && { lost: evicted.operations }) }
    try {
      storage.setItem(keptMarkerKey(userId), JSON.stringify(marker))
    } catch {
      // Without a marker an eviction only goes unnoticed.
    }
  }

  open()
  events.addEventListener('pagehide', keepMarker)

  return {
    get,
    subscribe,
    watch: async (write, isRefusal) => {
      try {
        // A database that does not open would block forever.
        if (get().database === 'unavailable') throw new StorageUnavailable()
        const result = await write()
        if (get().notSaved) setState({ notSaved: null })
        return result
      } catch (error) {
        if (!isRefusal(error)) setState({ notSaved: { reason: isQuotaExceeded(error) ? 'full' : 'failed' } })
        throw error
      }
    },
    dismissEvicted: () => {
      setState({ evicted: null })
      keepMarker()
    },
    keepMarker,
    reopen: () => {
      setState({ database: 'opening' })
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

/** Adds losses not yet read; both undefined: nothing was evicted. */
const addedLoss = (before: number | undefined, now: number | undefined): StorageState['evicted'] =>
  before === undefined && now === undefined ? null : { operations: (before ?? 0) + (now ?? 0) }

/** undefined: the database was emptied since it opened. */
const countKept = (database: UserDatabase): Promise<number | undefined> =>
  database.transaction('r', [database.settings, database.outbox], async () =>
    (await database.settings.get(KEPT)) === undefined ? undefined : database.outbox.count(),
  )

export const memoryHealth = ({
  storage,
  userId,
}: Pick<StorageHealthPorts, 'storage' | 'userId'>): StorageHealth => {
  const { get, subscribe } = createStore<StorageState>({
    database: 'memory',
    notSaved: null,
    evicted: null,
    stranded: markerIn(storage.getItem(keptMarkerKey(userId)))?.waiting ?? 0,
  })
  return {
    get,
    subscribe,
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
