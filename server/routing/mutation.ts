import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  Strict,
} from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, together } from '#server/db/transaction.ts'
import { requireAccess } from './access.ts'
import type { Caller } from './caller.ts'
import { type Answer, runOnce } from './idempotency.ts'
import { type IfMatchOf, readIfMatch } from './if-match.ts'
import { parseJson } from './json-body.ts'
import { Refusal } from './refusal.ts'
import { queryOf, requireValid, serialize } from './schema.ts'
import type { Turns } from './turns.ts'

/**
 * A keyed change, alone or in a batch. Checks follow the sync protocol's order: key, locked row, schema, then state and
 * version in the handler.
 */

export type MutationParts<E extends Endpoint, Subject, Context> = {
  /**
   * Locks and reads the row where such changes queue; undefined for none, or another user's. Omitted where the row does
   * not exist yet.
   */
  lock?: (request: MutationRead<E>) => Promise<Subject>
  /** Further reads, sent with the lock: they cannot use its result, and must check ownership themselves. */
  read?: (request: MutationRead<E> & { body: BodyOf<E> }) => Promise<Context>
  /** Throws a Refusal, which undoes its writes. */
  handle: (call: MutationCall<E, Subject, Context>) => Promise<ReplyOf<E>>
}

export type MutationRead<E extends Endpoint> = {
  params: ParamsOf<E>
  user: Caller
  connection: Connection
}

export type MutationCall<E extends Endpoint, Subject = undefined, Context = undefined> = MutationRead<E> & {
  query: QueryOf<E>
  body: BodyOf<E>
  ifMatch: IfMatchOf<E>
  now: Date
  subject: Subject
  context: Context
  /** Sends a write with the commit: for last ones, whose results nobody needs. */
  atCommit: (write: () => Promise<unknown>) => void
}

export type MutationRequest = {
  user: Caller
  key: string | undefined
  method: string
  url: string
  params: unknown
  query: unknown
  ifMatch: string | undefined
  bodyText: string
}

export type Mutation = { endpoint: Endpoint; run: (request: MutationRequest) => Promise<Answer> }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NO_PARAMS = Strict({})

export const mutationOf = <E extends Endpoint, Subject, Context>(
  { database, turns, now }: { database: Database; turns: Turns; now: () => Date },
  endpoint: E,
  { lock, read, handle }: MutationParts<E, Subject, Context>,
): Mutation => ({
  endpoint,
  run: async (request) => {
    const { user, key, method, url, bodyText } = request
    if (key === undefined || !UUID.test(key)) throw new Refusal('key_missing')
    const attempt = { userId: user.userId, key, method, url, bodyText }
    return await turns.take(subjectIdOf(request), () =>
      runOnce(database, attempt, async (connection) => {
        // The schemas have checked these casts.
        const params = requireValid(endpoint.params ?? NO_PARAMS, request.params, 'params') as ParamsOf<E>
        const rest = readRest(endpoint, request)
        const [subject, context] = (await together(connection, () =>
          Promise.all([
            lock?.({ params, user, connection }),
            rest instanceof Refusal ? undefined : read?.({ params, user, connection, body: rest.body }),
          ]),
        )) as [Subject, Context]
        if (rest instanceof Refusal) throw rest
        requireAccess(endpoint.access, user)

        const lastWrites: (() => Promise<unknown>)[] = []
        const reply = await handle({
          ...rest,
          params,
          user,
          connection,
          now: now(),
          subject,
          context,
          atCommit: (write) => lastWrites.push(write),
        })
        return { status: 200, body: serialize(endpoint.reply, reply), lastWrites }
      }),
    )
  },
})

/** Changes with the same path id queue at one row. */
const subjectIdOf = ({ params }: MutationRequest): string | undefined => {
  const { id } = params as { id?: string }
  return id?.toLowerCase()
}

type Rest<E extends Endpoint> = { query: QueryOf<E>; body: BodyOf<E>; ifMatch: IfMatchOf<E> }

/** All but params; its refusals wait until the row is locked, as the protocol orders. */
function readRest<E extends Endpoint>(endpoint: E, request: MutationRequest): Rest<E> | Refusal {
  try {
    return {
      query: requireValid(queryOf(endpoint), request.query, 'query') as QueryOf<E>,
      body: readBody(endpoint, request.bodyText) as BodyOf<E>,
      ifMatch: readIfMatch(endpoint.ifMatch, request.ifMatch) as IfMatchOf<E>,
    }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function readBody(endpoint: Endpoint, text: string): unknown {
  if (endpoint.body !== undefined) return requireValid(endpoint.body, parseJson(text), 'body')
  if (text === '') return undefined
  throw new Refusal('invalid_request', { errors: [{ path: 'body', message: 'must be empty' }] })
}
