import type { StoredRequest } from '#domain/outbox/record.ts'

/** Everything is injected, so that tests can cut, delay, crash and duplicate. */

export type TransportReply = {
  status: number
  body: string
  retryAfterSeconds: number | undefined
  epoch: string | undefined
}

export type Transport = {
  /** `epoch`: of the server as the device knows it; undefined before its first reply. */
  send: (
    request: StoredRequest,
    context: { token: string; epoch: string | undefined; timeoutMs: number },
  ) => Promise<TransportReply>
}

export type Clock = {
  now: () => number
  after: (delayMs: number, act: () => void) => () => void
}

export type Locks = {
  /** Runs `act` until done or the lock is stolen. 'busy': another holds it, and `act` did not run. */
  tryHold: (name: string, act: () => Promise<void>) => Promise<'held' | 'busy'>
  steal: (name: string, act: () => Promise<void>) => Promise<void>
}

export type SenderPorts = {
  transport: Transport
  clock: Clock
  locks: Locks
  token: () => Promise<string | undefined>
  random: () => number
  /** Pictures, dropped first when storage is full. Absent without Cache Storage. */
  caches?: Pick<CacheStorage, 'delete'> | undefined
  onUnauthenticated: () => void
  /** The server asked to wait instead of running an operation. Absent without a page. */
  onPause?: (retryAfterSeconds: number | undefined) => void
  /** The server serves this build no more. Absent without a page. */
  onOutdated?: () => void
}
