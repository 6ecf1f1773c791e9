import type { Watched } from './trollies/watch-trolly.ts'
import type { UserDatabase } from './user-database.ts'

type Tell<Value> = (watched: Watched<Value>) => void
type Watch<Parts, Value> = (parts: Parts, tell: Tell<Value>) => () => void

type Ahead<Value> = {
  key: string
  latest: Watched<Value> | undefined
  tell: Tell<Value>
  stop: () => void
  timer: ReturnType<typeof setTimeout>
  read: Promise<void>
}

const UNWANTED_AFTER_MS = 10_000

/** For one value at a time. @param start returns how to stop @param keyOf which value it is */
export const watchedAhead = <Parts extends { database: UserDatabase }, Value>(
  start: Watch<Parts, Value>,
  keyOf: (parts: Parts) => string,
) => {
  const aheads = new WeakMap<UserDatabase, Ahead<Value>>()
  const aheadOf = (parts: Parts): Ahead<Value> | undefined => {
    const ahead = aheads.get(parts.database)
    return ahead?.key === keyOf(parts) ? ahead : undefined
  }
  const forget = ({ database }: Parts): Ahead<Value> | undefined => {
    const ahead = aheads.get(database)
    clearTimeout(ahead?.timer)
    aheads.delete(database)
    return ahead
  }

  const begin = (parts: Parts): Ahead<Value> => {
    forget(parts)?.stop()
    const ahead: Ahead<Value> = {
      key: keyOf(parts),
      latest: undefined,
      tell: () => {},
      stop: () => {},
      timer: setTimeout(() => forget(parts)?.stop(), UNWANTED_AFTER_MS),
      read: Promise.resolve(),
    }
    ahead.read = new Promise((resolve) => {
      ahead.stop = start(parts, (watched) => {
        ahead.latest = watched
        ahead.tell(watched)
        resolve()
      })
    })
    aheads.set(parts.database, ahead)
    return ahead
  }

  return {
    /** Takes over what was begun ahead. @returns stops it */
    watch: (parts: Parts, tell: Tell<Value>): (() => void) => {
      const ahead = aheadOf(parts)
      if (!ahead) return start(parts, tell)
      forget(parts)
      ahead.tell = tell
      if (ahead.latest) tell(ahead.latest)
      return ahead.stop
    },
    /** Watches before the page opens, so that it draws at once. Resolves after the read. */
    read: (parts: Parts): Promise<void> => (aheadOf(parts) ?? begin(parts)).read,
    find: (parts: Parts): Watched<Value> | undefined => aheadOf(parts)?.latest,
  }
}
