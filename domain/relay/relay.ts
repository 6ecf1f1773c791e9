import type { StoredRequest } from '#domain/outbox/record.ts'
import type { Operation, QueuedOperation } from '#domain/trollies/operation.ts'
import { type TrollyParts, type TrollyView, viewTrolly } from '#domain/trollies/view.ts'
import { checksumOf } from './bytes.ts'

/**
 * A trolly's unsent changes on their way to another phone, which sends each under its original key
 * (docs/decisions/0052). It holds no token: the other phone sends it with its own session.
 */
export type Relay = {
  trollyId: string
  customerId: string
  /** The name of the person who handed it over. */
  from: string
  /** Epoch milliseconds, in whole seconds. */
  madeAt: number
  /** Of the server, as the first phone knows it; undefined before its first reply. */
  epoch: string | undefined
  /** `requestsCheck` of what the first phone would send: a build that makes other bytes must not send any. */
  check: number
  operations: RelayedOperation[]
}

export type RelayedOperation = {
  /** The operation's id and idempotency key. */
  opId: string
  operation: Operation
  expectedVersion: number | null
}

/** Older ones are sent only if the person says so: day and prices may have passed. */
export const RELAY_FRESH_MS = 24 * 3_600_000

/** Clocks of two phones differ, so one from the future is as fresh as can be. */
export const isStale = ({ madeAt }: Pick<Relay, 'madeAt'>, now: number): boolean =>
  now - madeAt > RELAY_FRESH_MS

/** Of what the server compares: method, path and body. */
export const requestsCheck = (requests: readonly Pick<StoredRequest, 'method' | 'path' | 'body'>[]): number =>
  checksumOf(
    new TextEncoder().encode(
      requests.map(({ method, path, body }) => `${method}\n${path}\n${body}\n`).join(''),
    ),
  )

/** As if the changes waited on this device. */
export const queueOf = ({ operations }: Pick<Relay, 'operations'>): QueuedOperation[] =>
  operations.map((relayed, seq) => ({ ...relayed, seq, state: 'pending', attempts: 0, refusal: null }))

/**
 * The trolly as the first phone has it, as far as this device can know.
 * @param known the part of the trolly that this device has stored
 * @returns undefined where this device has to read the trolly first
 */
export const viewRelayed = (
  relay: Relay,
  { head, lines }: Pick<TrollyParts, 'head' | 'lines'>,
): TrollyView | undefined => {
  // The server's rows have the changes once they are sent: a new trolly is all in the relay.
  const isNew = relay.operations.some(({ operation }) => operation.kind === 'create')
  return viewTrolly({ head: isNew ? undefined : head, lines: isNew ? [] : lines, queue: queueOf(relay) })
}
