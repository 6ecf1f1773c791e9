import {
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ReplyOf,
  Strict,
} from '#contract/endpoint.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inOnePacket, withConnection } from '#server/db/transaction.ts'
import { requireAccess } from './access.ts'
import type { Caller } from './caller.ts'
import {
  type Answer,
  answerOfOthers,
  claimKey,
  endWith,
  keepRefusal,
  keepReply,
  recordOf,
} from './idempotency.ts'
import { type IfMatchOf, readIfMatch } from './if-match.ts'
import { parseJson } from './json-body.ts'
import { Refusal } from './refusal.ts'
import { mayLackBody, queryOf, requireValid, serialize } from './schema.ts'
import type { Turns } from './turns.ts'

/**
 * A keyed change, alone or in a batch, from its key to its kept reply: `run` claims the key, `change` checks epoch
 * and call, locks the row and asks for access, `handle` decides on state and version, and reply or refusal is kept.
 */

export type MutationParts<E extends Endpoint, Subject, Context> = {
  /**
   * Locks and reads the row where such changes queue; undefined for none, or another user's. Omitted where the row does
   * not exist yet.
   */
  lock?: (request: MutationRead<E>) => Promise<Subject>
  /** Further reads, sent with the lock: they cannot use its result, and must check ownership themselves. */
  read?: (request: MutationRead<E> & { body: BodyOf<E> }) => Promise<Context>
  /**
   * A device may hand such changes over to another user's (docs/decisions/0052). Whoever has access to the locked row gets
   * the answer that another user has had under the same key.
   */
  mayBeRelayed?: true
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
  /** A device makes it when the person acts. */
  key: string | undefined
  now: Date
  subject: Subject
  context: Context
  /**
   * Sends a write with the commit: for last ones, whose results nobody needs. By hand or `prepared` only, as the builder
   * alone sends its statements after a moment, too late.
   */
  atCommit: (write: () => Promise<unknown>) => void
}

/** The call as it arrived, alone or in a batch: `run` checks it. */
export type MutationRequest = {
  user: Caller
  key: string | undefined
  method: string
  url: string
  params: unknown
  query: unknown
  ifMatch: string | undefined
  /** That the device knows; undefined from older builds. */
  epoch: string | undefined
  bodyText: string
}

export type Mutation = {
  endpoint: Endpoint
  /** @throws Refusal `key_missing`, `busy`; faults. All other refusals are answers. */
  run: (request: MutationRequest) => Promise<Answer>
}

export type MutationPorts = {
  database: Database
  turns: Turns
  now: () => Date
  currentEpoch: () => string | undefined
}

export const mutationOf = <E extends Endpoint, Subject, Context>(
  { database, turns, now, currentEpoch }: MutationPorts,
  endpoint: E,
  { lock, read, handle, mayBeRelayed }: MutationParts<E, Subject, Context>,
): Mutation => {
  const change = async (
    connection: Connection,
    request: MutationRequest,
    findAnswerOfOthers: (subjectId: string) => Answer | undefined,
  ) => {
    const { user, epoch } = request
    // Versions of before a restore may mean something else now.
    if (epoch !== undefined && epoch !== currentEpoch()) throw new Refusal('epoch_changed')
    const checked = requireCall(endpoint, request)
    const [subject, context] = (await inOnePacket(connection, () =>
      Promise.all([
        lock?.({ params: checked.params, user, connection }),
        read?.({ params: checked.params, body: checked.body, user, connection }),
      ]),
    )) as [Subject, Context]
    requireAccess(endpoint, user)
    const subjectId = mayBeRelayed && subject !== undefined ? subjectIdOf(request) : undefined
    const repeated = subjectId === undefined ? undefined : findAnswerOfOthers(subjectId)
    if (repeated) return { repeated }
    const lastWrites: (() => Promise<unknown>)[] = []
    const reply = await handle({
      ...checked,
      user,
      connection,
      key: request.key,
      now: now(),
      subject,
      context,
      atCommit: (write) => lastWrites.push(write),
    })
    return { body: serialize(endpoint.reply, reply), lastWrites }
  }

  return {
    endpoint,
    run: async (request) => {
      const record = recordOf({ ...request, userId: request.user.userId })
      return await turns.take(subjectIdOf(request), () =>
        withConnection(database, async (connection) => {
          const claimed = await claimKey(connection, record)
          if ('earlier' in claimed) return claimed.earlier
          try {
            const changed = await change(connection, request, (subjectId) =>
              answerOfOthers(claimed.ofOthers, record, subjectId),
            )
            return 'repeated' in changed
              ? await endWith(connection, changed.repeated)
              : await keepReply(connection, record, changed)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
            return await keepRefusal(connection, record, error)
          }
        }),
      )
    },
  }
}

/** Changes with the same path id queue at one row. */
const subjectIdOf = ({ params }: MutationRequest): string | undefined => {
  const { id } = params as { id?: string }
  return id?.toLowerCase()
}

type CheckedCall<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  ifMatch: IfMatchOf<E>
}

const NO_FIELDS = Strict({})

/** @throws Refusal `invalid_request` */
const requireCall = <E extends Endpoint>(endpoint: E, request: MutationRequest): CheckedCall<E> =>
  // The schemas have checked this cast.
  ({
    params: requireValid(endpoint.params ?? NO_FIELDS, request.params, 'params'),
    query: requireValid(queryOf(endpoint), request.query, 'query'),
    body: requireBody(endpoint, request.bodyText),
    ifMatch: readIfMatch(endpoint.ifMatch, request.ifMatch),
  }) as CheckedCall<E>

const requireBody = (endpoint: Endpoint, text: string): unknown => {
  const { body = NO_FIELDS } = endpoint
  const isMissing = text === '' && (endpoint.body === undefined || mayLackBody(endpoint))
  return requireValid(body, isMissing ? {} : parseJson(text), 'body')
}
