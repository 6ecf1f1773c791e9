import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import fp from 'fastify-plugin'
import type { ErrorCode } from '#contract/errors.ts'
import { Refusal, refusalOf } from '#server/routing/refusal.ts'

/**
 * Errors leave as `{ message, code, … }` (contract/errors.ts). Our own faults are logged whole under the request's id,
 * and their text is hidden.
 */
export const errors = fp(
  async (app) => {
    app.setErrorHandler((error, request, reply) => sendError(error, request, reply))
  },
  { name: 'errors' },
)

export const sendError = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (isReadersEnd(error, request)) {
    request.log.debug({ err: error }, READER_LEFT)
    return reply.code(READER_LEFT_STATUS).send()
  }
  const refusal = refusalOf(error) ?? refusalOfFramework(error)
  const logged = { err: error, userId: request.caller?.userId }
  if (refusal.status === 503) request.log.warn(logged, refusal.code)
  else if (refusal.status >= 500) request.log.error(logged, 'fault')
  if (refusal.code === 'unauthenticated') reply.header('www-authenticate', 'Bearer')
  const { retryAfterSeconds } = refusal.parts
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  const body = refusal.status >= 500 ? { ...refusal.reply, requestId: request.id } : refusal.reply
  reply.header('cache-control', 'no-store')
  // A file's GET may already have set the content type.
  return reply.code(refusal.status).type('application/json; charset=utf-8').send(body)
}

const READER_LEFT = 'the reader left before the end'
/** For the line of the request; nobody receives it. The customary number. */
const READER_LEFT_STATUS = 499

/** A stream that ends because its reader has left: nothing is wrong, and nobody waits for an answer. */
const isReadersEnd = (error: unknown, { signal, raw }: FastifyRequest): boolean =>
  (signal.aborted || raw.socket.destroyed) &&
  error instanceof Error &&
  'code' in error &&
  STREAM_ENDS.has(String(error.code))

const STREAM_ENDS: ReadonlySet<string> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ABORT_ERR',
  'ECONNRESET',
  'EPIPE',
])

/** One line per request is logged elsewhere (app.ts), instead of Fastify's two. */
export const logController = (): LogController => {
  const controller = new LogController({ disableRequestLogging: true })
  // After the headers: the status has been sent, so the reply can only break off.
  controller.streamError = (error, request) => {
    if (isReadersEnd(error, request)) request.log.debug({ err: error }, READER_LEFT)
    else request.log.error({ err: error, userId: request.caller?.userId }, 'fault in a stream')
  }
  return controller
}

const refusalOfFramework = (error: unknown): Refusal => {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown }
  const known = typeof code === 'string' ? FRAMEWORK_CODES[code] : undefined
  if (known !== undefined) return new Refusal(known)
  const isClients = typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
  return new Refusal(isClients ? (CODES_BY_STATUS[statusCode] ?? 'invalid_request') : 'internal')
}

/** Fastify's own refusals. */
const FRAMEWORK_CODES: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_BAD_URL: 'invalid_request',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}
const CODES_BY_STATUS: Record<number, ErrorCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'rate_limited',
}

/** Node could not parse the request, so there is only the socket. */
export const answerUnreadable = (
  error: Error & { code?: string },
  socket: Socket,
  { log, headers }: { log: FastifyBaseLogger; headers: Record<string, string> },
): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
  log.debug({ err: error }, 'unreadable request')
  const refusal = new Refusal(UNREADABLE_CODES[error.code ?? ''] ?? 'invalid_request')
  const body = JSON.stringify(refusal.reply)
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('')}\r\n${body}`)
}

const UNREADABLE_CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'body_too_large',
}
