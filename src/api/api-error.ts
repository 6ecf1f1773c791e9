/** A call that failed. `code` decides; `status` is 0 where no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  /**
   * From contract/errors.ts, or one that a newer server added; 'no_reply' (no connection, time-out); or 'unexpected_reply':
   * not the server's reply, or one that this build cannot read, whatever its status.
   */
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

  /** The server itself has answered, and not something between it and this device. */
  get reachedServer(): boolean {
    return this.code !== 'no_reply' && this.code !== 'unexpected_reply'
  }
}
