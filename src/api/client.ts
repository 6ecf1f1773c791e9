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
import { noteFailedCall } from './failures.ts'
import { messageOf, NO_DATA_MESSAGE, saysSignedOut, UNEXPECTED_MESSAGE } from './messages.ts'
import { noteOutdated, OUTDATED_STATUS } from './outdated.ts'
import { type Pause, pausedError } from './pause.ts'
import { parsedJson, readError, readReply } from './read-reply.ts'

/**
 * The HTTP client for everything but the outbox (src/sync/engine/transport.ts). A GET is retried once on the specification's
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
  /** Idempotency-Key, for a keyed call that may be made again after a lost reply. */
  key?: string
  /** Trolly-Epoch, for a change that must not be made on a server that was restored since it was thought of. */
  epoch?: string
  signal?: AbortSignal
}

export type ApiClientPorts = {
  token: () => string | undefined
  /** After a 401 to a call with a token (specification, section 8). */
  onUnauthenticated: () => void
  onEpoch?: (epoch: string) => void
  /** Begun by a 429 or 503. Without it no call waits: a visitor's are few. */
  pause?: Pause
  /** Any answer of the server counts as reached. Cancelled calls are not reported. */
  onContact?: (reached: boolean) => void
  baseUrl?: string
  /** Told with each call. */
  build?: string
}

/** Specification, section 7. */
const RETRIED_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504]
const TIMEOUT_MS = 30_000

export const createApiClient = (ports: ApiClientPorts): ApiClient => ({
  hasToken: () => ports.token() !== undefined,
  call: async (endpoint, input = {}) => {
    if (ports.pause?.isOn()) throw pausedError()
    // Public calls carry no token (specification, section 6).
    const isPublic = endpoint.access === 'anyone'
    const token = isPublic ? undefined : ports.token()
    // Ended in another tab, and this one has not heard of it yet: the server would only say so.
    if (!isPublic && token === undefined) throw signedOut()
    const request: RequestInit = {
      method: endpoint.method,
      headers: {
        accept: endpoint.media ? [endpoint.media].flat().join(', ') : 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(input.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(ports.build === undefined ? {} : { [ApiHeaders.build]: ports.build }),
        ...(input.key === undefined ? {} : { [ApiHeaders.idempotencyKey]: input.key }),
        ...(input.epoch === undefined ? {} : { [ApiHeaders.epoch]: input.epoch }),
      },
      body: input.body === undefined ? null : JSON.stringify(input.body),
    }
    const path = pathOf(
      endpoint,
      input.params as Record<string, string> | undefined,
      input.query as Record<string, string | number | undefined> | undefined,
    )
    try {
      const response = await answerTo(`${ports.baseUrl ?? ''}${path}`, request, input.signal)
      const epoch = response.headers.get(ApiHeaders.epoch)
      if (epoch) ports.onEpoch?.(epoch)
      if (!response.ok) throw refusalOf(response, parsedJson(await response.text()))
      const reply = endpoint.media
        ? await response.blob()
        : readReply(endpoint.reply, parsedJson(await response.text()))
      if (reply === undefined) throw unexpectedReply(response.status)
      ports.onContact?.(true)
      return reply as never
    } catch (cause) {
      // A reply cut off midway counts as none.
      const error = cause instanceof ApiError ? cause : noAnswer()
      error.path = endpoint.path
      noteFailedCall(endpoint, error)
      if (error.reachedServer || !input.signal?.aborted) ports.onContact?.(error.reachedServer)
      if (error.status === 401 || saysSignedOut(error.reply)) {
        // A wrong password is 401 too, but sends no token.
        if (token !== undefined) ports.onUnauthenticated()
      } else if (error.status === OUTDATED_STATUS) noteOutdated()
      else if (error.asksToWait) ports.pause?.begin(error.retryAfterSeconds)
      throw error
    }
  },
})

/** @throws the browser's error if no answer came */
const answerTo = async (
  url: string,
  request: RequestInit,
  signal: AbortSignal | undefined,
  retries = request.method === 'GET' ? 1 : 0,
): Promise<Response> => {
  const limit = AbortSignal.timeout(TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      ...request,
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    })
    if (retries === 0 || !RETRIED_STATUSES.includes(response.status)) return response
  } catch (cause) {
    if (retries === 0 || signal?.aborted) throw cause
  }
  return await answerTo(url, request, signal, retries - 1)
}

const refusalOf = ({ status, headers }: Response, reply: unknown): ApiError => {
  const retryAfter = Number(headers.get('retry-after'))
  const retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : undefined
  if (reply === undefined) return unexpectedReply(status, retryAfterSeconds)
  return new ApiError({
    status,
    code: readError(status, reply, headers.has(ApiHeaders.epoch))?.code ?? 'unexpected_reply',
    message: messageOf(reply),
    reply,
    retryAfterSeconds,
  })
}

const signedOut = (): ApiError =>
  new ApiError({ status: 0, code: 'signed_out', message: 'You have been signed out.' })

const noAnswer = (): ApiError => new ApiError({ status: 0, code: 'no_reply', message: NO_DATA_MESSAGE })

const unexpectedReply = (status: number, retryAfterSeconds?: number): ApiError =>
  new ApiError({ status, code: 'unexpected_reply', message: UNEXPECTED_MESSAGE, retryAfterSeconds })
