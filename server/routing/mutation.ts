import { type BodyOf, type Endpoint, type ParamsOf, type ReplyOf, Strict } from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, together } from '#server/db/transaction.ts'
import { type Answer, runOnce } from '#server/plugins/idempotency.ts'
import { requireAccess } from './access.ts'
import type { Caller } from './caller.ts'
import { type IfMatchOf, readIfMatch } from './if-match.ts'
import { parseJson } from './json-body.ts'
import { Refusal } from './refusal.ts'
import { queryOf, requireValid, serialize } from './schema.ts'
import type { Turns } from './turns.ts'

/**
 * A keyed change, however it arrives: alone, or as one of several in a batch. The order of what is looked at is the sync
 * protocol's: key, the row that the change hangs on (locked), schema, and then, in the handler, state and version.
 */

export type MutationParts<E extends Endpoint, Subject, Context> = {
  /**
   * Locks the row that all changes of this kind queue at, and reads it: undefined where there is none, or none of this
   * user's. Left out where there is no such row yet.
   */
  lock?: (request: MutationRead<E>) => Promise<Subject>
  /**
   * What else the change must know, read as soon as the row is locked: sent along with the lock, so it cannot wait for
   * what the lock gave, and must ask for itself whose the row is.
   */
  read?: (request: MutationRead<E> & { body: BodyOf<E> }) => Promise<Context>
  /** Throws a Refusal for what cannot be done; what it had written by then is undone. */
  handle: (call: MutationCall<E, Subject, Context>) => Promise<ReplyOf<E>>
}

export type MutationRead<E extends Endpoint> = {
  params: ParamsOf<E>
  user: Caller
  connection: Connection
}

export type MutationCall<E extends Endpoint, Subject = undefined, Context = undefined> = MutationRead<E> & {
  body: BodyOf<E>
  ifMatch: IfMatchOf<E>
  now: Date
  subject: Subject
  context: Context
  /** Makes a write go out with the commit: for the last ones, of which nothing needs the result. */
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
        // The schemas have checked what the casts say; TypeScript cannot follow a schema that is a value.
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

/** Changes with the same id in their path queue at the same row. */
const subjectIdOf = ({ params }: MutationRequest): string | undefined => {
  const { id } = params as { id?: string }
  return id?.toLowerCase()
}

type Rest<E extends Endpoint> = { body: BodyOf<E>; ifMatch: IfMatchOf<E> }

/** All but the params; a refusal of it is said once the row is locked, as the order of the protocol has it. */
function readRest<E extends Endpoint>(endpoint: E, request: MutationRequest): Rest<E> | Refusal {
  try {
    requireValid(queryOf(endpoint), request.query, 'query')
    return {
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
