import { liveQuery } from 'dexie'
import { type TrollyView, viewTrolly } from '#domain/operations/view.ts'
import { FAILED, orFailed } from '#src/store/or-failed.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { readLane, readLines, type StoredParts } from './trollies.ts'

/** `failed`: the storage could not be read. */
export type Watched<Value> = { state: 'ready'; value: Value } | { state: 'failed' }

export type WatchedTrolly = { database: UserDatabase; trollyId: string }
export type ShownTrolly = { view: TrollyView; queue: StoredParts['queue'] }
type Tell = (watched: Watched<ShownTrolly | null>) => void

/**
 * null: unknown trolly. One watch serves all listeners, and its lines are read only when they were written: a tap changes
 * the queue alone, and reading 300 lines after each delayed the next one. @returns stops it
 */
export const watchTrolly = ({ database, trollyId }: WatchedTrolly, tell: Tell): (() => void) => {
  const ofDatabase = watches.get(database) ?? new Map<string, Watch>()
  watches.set(database, ofDatabase)
  const watch = ofDatabase.get(trollyId) ?? startWatch({ database, trollyId })
  ofDatabase.set(trollyId, watch)
  const listener: Tell = (watched) => tell(watched)
  watch.listeners.add(listener)
  if (watch.latest) listener(watch.latest)
  return () => {
    watch.listeners.delete(listener)
    if (watch.listeners.size > 0) return
    watch.stop()
    if (ofDatabase.get(trollyId) === watch) ofDatabase.delete(trollyId)
  }
}

type Watch = {
  listeners: Set<Tell>
  latest: Watched<ShownTrolly | null> | undefined
  stop: () => void
}

const watches = new WeakMap<UserDatabase, Map<string, Watch>>()

const startWatch = ({ database, trollyId }: WatchedTrolly): Watch => {
  const listeners = new Set<Tell>()
  const watch: Watch = { listeners, latest: undefined, stop: () => {} }
  let lane: Awaited<ReturnType<typeof readLane>> | undefined
  let lines: Awaited<ReturnType<typeof readLines>> | undefined

  const tell = (watched: Watched<ShownTrolly | null>): void => {
    watch.latest = watched
    for (const listener of [...listeners]) listener(watched)
  }
  const tellIfWhole = (): void => {
    // From different moments: one of them is being read again.
    if (!lane || !lines || lines.writes !== lane.head?.writes) return
    const view = viewTrolly({ ...lane, lines: lines.lines })
    tell({ state: 'ready', value: view ? { view, queue: lane.queue } : null })
  }
  const fail = (): void => tell({ state: 'failed' })

  const laneRead = liveQuery(() => orFailed(readLane(database, trollyId))).subscribe((read) => {
    if (read === FAILED) return fail()
    lane = read
    tellIfWhole()
  })
  const linesRead = liveQuery(() => orFailed(readLines(database, trollyId))).subscribe((read) => {
    if (read === FAILED) return fail()
    lines = read
    tellIfWhole()
  })
  watch.stop = () => {
    laneRead.unsubscribe()
    linesRead.unsubscribe()
  }
  return watch
}
