import type { StoredRequest } from '#domain/operations/outbox-record.ts'

/** What the sender needs of the world. All of it is handed in, so that tests can cut, delay, crash and duplicate. */

export type TransportReply = {
  status: number
  body: string
  retryAfterSeconds: number | undefined
  epoch: string | undefined
}

export type Transport = {
  send: (request: StoredRequest, context: { token: string; timeoutMs: number }) => Promise<TransportReply>
}

export type Clock = {
  now: () => number
  after: (delayMs: number, act: () => void) => () => void
}

export type Locks = {
  /**
   * Runs `act` while holding the lock, or until it is stolen. 'busy': someone else holds it, and nothing was run.
   */
  tryHold: (name: string, act: () => Promise<void>) => Promise<'held' | 'busy'>
  steal: (name: string, act: () => Promise<void>) => Promise<void>
}

export type SenderPorts = {
  transport: Transport
  clock: Clock
  locks: Locks
  token: () => Promise<string | undefined>
  random: () => number
  /** What is dropped first where storage is full: pictures. Absent where there is no Cache Storage. */
  caches?: Pick<CacheStorage, 'delete'> | undefined
  /** The server no longer takes the token. */
  onUnauthenticated: () => void
  /** The server asked for patience instead of running an operation. Absent where no page is open. */
  onPause?: (retryAfterSeconds: number | undefined) => void
}
