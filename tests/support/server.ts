import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Static, TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { v7 as uuidv7 } from 'uuid'
import { afterAll } from 'vitest'
import {
  ApiHeaders,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '#contract/endpoint.ts'
import { ERROR_STATUS, ErrorReply, isErrorCode } from '#contract/errors.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import type { Database } from '#server/db/database.ts'
import type { LiveSettings } from '#server/features/live/open-live.ts'
import { EXACT } from '#server/features/products/search/search-engine.ts'
import type { Passwords } from '#server/passwords.ts'
import { cheapPasswords } from './builders.ts'
import { testDatabase } from './database.ts'

/**
 * The real app on the test file's own real database, called with the contract's values:
 *
 *     const { database, call } = await startTestApp()
 *     const { user, token } = await aUser(database)
 *     const reply = await call(trollies.get, { token, params: { id } })
 *     expect(reply.status).toBe(200)
 *
 * Every reply is checked against the contract before the test sees it: a 200 against the call's own schema, anything else against
 * an ErrorReply whose code has that status.
 */

export type TestApp = { app: FastifyInstance; database: Database; call: CallApi }

export type TestAppOptions = {
  now?: () => Date
  config?: Partial<Config>
  connections?: number
  /** At full cost, for tests about hashing. */
  passwords?: Passwords
  live?: Partial<LiveSettings>
  onRestored?: (epoch: string) => Promise<void>
  /** Called with each line of the log, for what no reply tells. */
  onLog?: (line: string) => void
}

export const startTestApp = async ({
  connections = 8,
  ...options
}: TestAppOptions = {}): Promise<TestApp> => {
  const { database } = await testDatabase({ connections })
  const app = await buildTestApp(database, options)
  return { app, database, call: callerOf(app) }
}

/** Another instance on the same database. No rate limits, unless the config sets a factor. */
export const buildTestApp = async (
  database: Database,
  {
    now,
    config = {},
    passwords = cheapPasswords,
    live,
    onRestored,
    onLog,
  }: Omit<TestAppOptions, 'connections'> = {},
): Promise<FastifyInstance> => {
  const app = await buildApp({
    config: { ...readConfig({}), env: 'test', rateLimitFactor: 0, ...config },
    database,
    // An unexpected server error fails the test.
    log: {
      level: onLog === undefined ? 'error' : 'info',
      stream: {
        write: (line: string) => {
          onLog?.(line)
          if (onLog === undefined || /"level":[56]0/.test(line)) console.error(line)
        },
      },
    },
    passwords,
    searchFreshness: EXACT,
    ...(now && { now }),
    ...(live && { live }),
    ...(onRestored && { onRestored }),
  })
  afterAll(() => app.close())
  await app.ready()
  return app
}

type Request<E extends Endpoint> = {
  token?: string
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** Idempotency-Key; a keyed call without one gets a new one, `null` sends none. */
  key?: string | null
  ifMatch?: string | number
  headers?: Record<string, string>
}

export type Reply<Body> = {
  status: number
  /** The reply's text, byte for byte. */
  text: string
  headers: LightMyRequestResponse['headers']
  /** The body of a 200. Throws on any other status. */
  body: Body
  /** The error of any other status. Throws on a 200. */
  error: Static<typeof ErrorReply> & Record<string, unknown>
}

export type CallApi = <E extends Endpoint>(endpoint: E, request?: Request<E>) => Promise<Reply<ReplyOf<E>>>

type Sent = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers: Record<string, string>
  payload?: string
}
type Received = Pick<LightMyRequestResponse, 'statusCode' | 'payload' | 'headers'>

export const callerOf = (app: FastifyInstance): CallApi => callerBy((sent) => app.inject(sent))

/**
 * The same for a server that runs as a process.
 * @throws if it does not reply
 */
export const callerAt = (origin: string): CallApi =>
  callerBy(async ({ method, url, headers, payload }) => {
    const response = await fetch(`${origin}${url}`, { method, headers, ...(payload && { body: payload }) })
    return {
      statusCode: response.status,
      payload: await response.text(),
      headers: Object.fromEntries(response.headers),
    }
  })

const callerBy =
  (send: (sent: Sent) => Promise<Received>): CallApi =>
  async (endpoint, { token, params, query, body, key, ifMatch, headers = {} } = {}) => {
    const sentKey = key === undefined && endpoint.repeat === 'keyed' ? uuidv7() : key
    const response = await send({
      method: endpoint.method,
      url: pathOf(
        endpoint,
        (params ?? {}) as Record<string, string>,
        (query ?? {}) as Record<string, string>,
      ),
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(typeof sentKey === 'string' && { [ApiHeaders.idempotencyKey]: sentKey }),
        ...(ifMatch !== undefined && { [ApiHeaders.ifMatch]: matchText(ifMatch) }),
        ...headers,
      },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    })
    return readReply(endpoint, response)
  }

const matchText = (ifMatch: string | number): string =>
  typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch

/**
 * Checks a reply against the contract.
 * @throws if it breaks it
 */
export const readReply = <E extends Endpoint>(
  endpoint: E,
  { statusCode, payload, headers }: Received,
): Reply<ReplyOf<E>> => {
  const what = `${endpoint.method} ${endpoint.path} → ${statusCode} ${payload.slice(0, 2_000)}`
  const isFile = statusCode === 200 && endpoint.media !== undefined
  const read = isFile ? payload : (JSON.parse(payload) as unknown)
  if (statusCode === 200) requireShape(endpoint.reply, read, what)
  else {
    requireShape(ErrorReply, read, what)
    const { code } = read as Static<typeof ErrorReply>
    if (!isErrorCode(code) || ERROR_STATUS[code] !== statusCode)
      throw new Error(`Not the code's status: ${what}`)
  }
  return {
    status: statusCode,
    text: payload,
    headers,
    get body() {
      if (statusCode !== 200) throw new Error(`Not 200: ${what}`)
      return read as ReplyOf<E>
    },
    get error() {
      if (statusCode === 200) throw new Error(`Not refused: ${what}`)
      return read as Reply<ReplyOf<E>>['error']
    },
  }
}

const validators = new WeakMap<TSchema, Validator>()

const requireShape = (schema: TSchema, value: unknown, what: string): void => {
  const validator = validators.get(schema) ?? Compile(schema)
  validators.set(schema, validator)
  if (!validator.Check(value)) {
    throw new Error(`Breaks the contract (${JSON.stringify(validator.Errors(value))}): ${what}`)
  }
}
