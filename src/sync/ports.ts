import type { StoredRequest } from '#domain/operations/outbox-record.ts'

/** What the sender needs of the world. All of it is handed in, so that tests can cut, delay, crash and duplicate. */

export type TransportReply = {
  status: number
  body: string
  /** Seconds, from `Retry-After`. */
  retryAfterSeconds: number | undefined
  /** The database's epoch; undefined where something else answered. */
  epoch: string | undefined
}

export type Transport = {
  /** @throws whatever went wrong on the way: the outcome is unknown then. */
  send: (request: StoredRequest, context: { token: string; timeoutMs: number }) => Promise<TransportReply>
}

export type Clock = {
  /** Epoch milliseconds. */
  now: () => number
  /** @returns what takes it back. */
  after: (delayMs: number, act: () => void) => () => void
}

export type Locks = {
  /**
   * Runs `act` while holding the lock, or until it is stolen. 'busy': someone else holds it, and nothing was run.
   */
  tryHold: (name: string, act: () => Promise<void>) => Promise<'held' | 'busy'>
  /** Takes the lock from whoever holds it. */
  steal: (name: string, act: () => Promise<void>) => Promise<void>
}

export type SenderPorts = {
  transport: Transport
  clock: Clock
  locks: Locks
  /** The token of the user whose outbox this is; undefined while somebody else, or nobody, is signed in. */
  token: () => Promise<string | undefined>
  /** From 0 up to, not including, 1. */
  random: () => number
  /** What is dropped first where storage is full: pictures. Absent where there is no Cache Storage. */
  caches?: Pick<CacheStorage, 'delete'> | undefined
  /** The server no longer takes the token. */
  onUnauthenticated: () => void
  /** The server asked for patience instead of running an operation. Absent where no page is open. */
  onPause?: (retryAfterSeconds: number | undefined) => void
}
