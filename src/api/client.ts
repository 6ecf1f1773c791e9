import { FetchError, type FetchOptions, ofetch } from 'ofetch'
import {
  ApiHeaders,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  pathOf,
  type QueryOf,
  type ReplyOf,
} from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { messageOf, NO_DATA_MESSAGE, saysSignedOut, UNEXPECTED_MESSAGE } from './messages.ts'
import { type Pause, pausedError } from './pause.ts'
import { parsedJson, readError, readReply } from './read-reply.ts'

/**
 * The HTTP client for everything but the outbox (src/sync/transport.ts). A GET is retried once on the specification's
 * statuses, nothing else. A reply that breaks the contract is a failure, whatever its status.
 */
export type ApiClient = {
  /** @throws ApiError for every failure: refused, unreachable, unreadable */
  call: <E extends Endpoint>(endpoint: E, input?: CallInput<E>) => Promise<ReplyOf<E>>
  /** False between a session's end and the page that says so. */
  hasToken: () => boolean
}

export type CallInput<E extends Endpoint> = {
  params?: ParamsOf<E>
  query?: QueryOf<E>
  body?: BodyOf<E>
  signal?: AbortSignal
  /** On 429 or 503 a person's call signs out; the app's own (the default) pauses: docs/sync.md. A 401 always signs out. */
  startedBy?: StartedBy
}

export type StartedBy = 'person' | 'app'

export type ApiClientPorts = {
  token: () => string | undefined
  /** After a 401, 429 or 503 (specification, section 8). */
  onForcedSignOut: (reason: ForcedSignOut, error: ApiError) => void
  onEpoch?: (epoch: string) => void
  pause: Pause
  /** Any answer of the server counts as reached. Cancelled calls are not reported. */
  onContact?: (reached: boolean) => void
  baseUrl?: string
}

export type ForcedSignOut = 'unauthenticated' | 'rateLimited' | 'maintenance'

const FORCED: Record<number, ForcedSignOut> = {
  401: 'unauthenticated',
  429: 'rateLimited',
  503: 'maintenance',
}

/** Specification, section 7. */
const RETRIED_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504]
const TIMEOUT_MS = 30_000

export const createApiClient = (ports: ApiClientPorts): ApiClient => ({
  hasToken: () => ports.token() !== undefined,
  call: async (endpoint, input = {}) => {
    const byPerson = input.startedBy === 'person'
    if (!byPerson && ports.pause.isOn()) throw pausedError()
    // Public calls carry no token (specification, section 6).
    const token = endpoint.access === 'anyone' ? undefined : ports.token()
    const options: FetchOptions<'json' | 'blob'> = {
      method: endpoint.method,
      headers: {
        accept: endpoint.media ?? 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      retry: endpoint.method === 'GET' ? 1 : 0,
      retryStatusCodes: RETRIED_STATUSES,
      timeout: TIMEOUT_MS,
      ...(endpoint.media ? { responseType: 'blob' } : { responseType: 'json', parseResponse: parsedJson }),
      onResponse: ({ response }) => {
        const epoch = response.headers.get(ApiHeaders.epoch)
        if (epoch) ports.onEpoch?.(epoch)
      },
    }
    if (input.body !== undefined) options.body = input.body as Record<string, unknown>
    if (input.signal) options.signal = input.signal
    const path = pathOf(
      endpoint,
      input.params as Record<string, string> | undefined,
      input.query as Record<string, string | number | undefined> | undefined,
    )
    try {
      const { status, _data } = await ofetch.raw(`${ports.baseUrl ?? ''}${path}`, options)
      const reply = endpoint.media ? _data : readReply(endpoint.reply, _data)
      if (reply === undefined) throw unexpectedReply(status)
      ports.onContact?.(true)
      return reply as never
    } catch (cause) {
      const error = asApiError(await withText(cause))
      if (error.reachedServer || !input.signal?.aborted) ports.onContact?.(error.reachedServer)
      const forced = saysSignedOut(error.reply) ? 'unauthenticated' : FORCED[error.status]
      const asksToWait = forced === 'rateLimited' || forced === 'maintenance'
      if (asksToWait && !byPerson) ports.pause.begin(error.retryAfterSeconds)
      // A wrong password is 401 too, but sends no token.
      else if (forced && (asksToWait || token !== undefined)) ports.onForcedSignOut(forced, error)
      throw error
    }
  },
})

/** The error of a call whose reply is a file. */
const withText = async (cause: unknown): Promise<unknown> => {
  if (cause instanceof FetchError && cause.data instanceof Blob)
    cause.data = parsedJson(await cause.data.text())
  return cause
}

const asApiError = (cause: unknown): ApiError => {
  if (cause instanceof ApiError) return cause
  // A reply cut off midway counts as none; it carries the browser's error.
  const { status, data, response } = cause instanceof FetchError ? cause : NO_ANSWER
  if (status === undefined) return new ApiError({ status: 0, code: 'no_reply', message: NO_DATA_MESSAGE })
  const retryAfter = Number(response?.headers.get('retry-after'))
  const retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined
  if (data === undefined) return unexpectedReply(status, retryAfterSeconds)
  const isMarked = response?.headers.has(ApiHeaders.epoch) === true
  return new ApiError({
    status,
    code: readError(status, data, isMarked)?.code ?? 'unexpected_reply',
    message: messageOf(data),
    reply: data,
    retryAfterSeconds,
  })
}

const NO_ANSWER: Partial<FetchError> = {}

const unexpectedReply = (status: number, retryAfterSeconds?: number): ApiError =>
  new ApiError({ status, code: 'unexpected_reply', message: UNEXPECTED_MESSAGE, retryAfterSeconds })
