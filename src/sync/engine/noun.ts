import type { Dexie } from 'dexie'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ErrorReply } from '#contract/errors.ts'
import type { AnyOperation, Refusal } from '#domain/outbox/operation.ts'
import type { VersionsMoved } from '#domain/outbox/rebase.ts'
import { type Lane, nounOfLane, type OutboxRecord } from '#domain/outbox/record.ts'
import type { NounRules } from '#domain/outbox/rules.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { ReadPorts } from '#src/sync/reading.ts'

/**
 * What the outbox needs of a noun whose changes wait on the device. Every method but `call` and `conflict` runs within
 * the transaction that changes the outbox.
 */
export type Noun<Operation extends AnyOperation = AnyOperation, Refused extends Refusal = Refusal> = {
  rules: NounRules
  words: Words<Operation>
  /**
   * Beside the outbox: what changes write, what answers write, and what a restored server makes worthless. `rows` is
   * shared; a noun empties only its own.
   */
  tables: { changed: readonly TableName[]; settled: readonly TableName[]; restored: readonly TableName[] }
  call(operation: Operation, id: string): Call
  /** With what waits apart from the outbox, for the request. Reads `rows` alone. */
  whole?(parts: { database: UserDatabase; id: string; operation: Operation }): PromiseLike<Operation>
  /** Schema of the current state in a version mismatch. Absent for nouns without versions. */
  conflict?: Endpoint['reply']
  /** Codes that end the whole lane, and codes that refuse though their status says nothing final. */
  codes: { gone: readonly string[]; refused: readonly string[] }
  /** Folds, appends, cancels or throws. */
  plan(parts: Appended<Operation>): Promise<Plan>
  /** A decision for this device's side. @returns the operation to send instead */
  repeated(asked: OutboxRecord<Operation, Refused>): Change<Operation>
  settle: {
    /** @returns versions for the rest of the lane, or 'ended' where the rest is moot */
    applied(settled: Settled<Operation, Refused>): Promise<VersionsMoved | 'ended'>
    /** Stores the server's current state. `reply` has been read with the `conflict` schema. */
    conflict?(settled: Settled<Operation, Refused> & { status: number }): Promise<Refused>
    refused?(settled: Settled<Operation, Refused> & { status: number }): Promise<Refused>
    /** @returns why the whole lane is held, or 'ended' where that was wanted */
    gone?(settled: Settled<Operation, Refused> & { status: number }): Promise<Refused | 'ended'>
  }
  /** An operation that awaits decisions was withdrawn by one. */
  withdrawn?(within: Within): Promise<unknown>
  discarded?(within: Within): Promise<unknown>
  /** Brings the server's state into the database, as quiet moments do before any page asks. @throws ApiError */
  refresh?(ports: ReadPorts): Promise<void>
}

/** Among the changes that wait. */
export type Words<Operation extends AnyOperation> = {
  /** @param name of what the lane is about, if it has one of its own */
  title(name: string | undefined): string
  text(operation: Operation, nameOf: (id: string) => string): string
  /** Words for refusals that were noted (`noteRefusal`), since nothing on a page shows them. */
  refused?(refused: readonly { operation: Operation; code: string }[], nameOf: (id: string) => string): string
}

export type TableName = Exclude<keyof UserDatabase, keyof Dexie> & string

export type Within = { database: UserDatabase; id: string; now: number }

export type Appended<Operation> = Within & { operation: Operation; seen?: unknown }

export type Change<Operation> = { operation: Operation; expectedVersion: number | null }

/** `into`: the waiting record that takes it in; undefined for one of its own. */
export type Plan = {
  takenBack: readonly string[]
  write: (Change<AnyOperation> & { into: OutboxRecord | undefined }) | null
}

export type Settled<Operation extends AnyOperation, Refused extends Refusal> = {
  database: UserDatabase
  id: string
  record: OutboxRecord<Operation, Refused>
  /** The reply as the call's schema reads it, or the whole error. */
  reply: unknown
}

/** The call that sends an operation. */
export type Call = {
  endpoint: Endpoint
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** In place of the version seen. */
  ifMatch?: string
}

export type Nouns = Readonly<Record<string, Noun>>

/** undefined: a lane of a newer build. */
export const nounOf = (nouns: Nouns, lane: Lane): Noun | undefined => {
  const name = nounOfLane(lane)
  return Object.hasOwn(nouns, name) ? nouns[name] : undefined
}

/** @throws for a lane of a newer build, which nothing may change */
export const requireNoun = (nouns: Nouns, lane: Lane): Noun => {
  const noun = nounOf(nouns, lane)
  if (!noun) throw new Error(`Unknown lane: ${lane}`)
  return noun
}

export const refusalOf = ({ reply, status }: { reply: unknown; status: number }): Refusal => {
  const { code, message } = reply as ErrorReply
  return { code, message, status, reply }
}
