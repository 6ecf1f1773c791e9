/** A call that failed. `code` decides; `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  /** From contract/errors.ts, or 'no_reply' (no signal, time-out), or 'unexpected_reply'. */
  readonly code: string
  /** The reply's body as it came, for what a code carries beside its message. */
  readonly reply: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(parts: {
    status: number
    code: string
    message: string
    reply?: unknown
    retryAfterSeconds?: number | undefined
  }) {
    super(parts.message)
    this.name = 'ApiError'
    this.status = parts.status
    this.code = parts.code
    this.reply = parts.reply
    this.retryAfterSeconds = parts.retryAfterSeconds
  }
}
