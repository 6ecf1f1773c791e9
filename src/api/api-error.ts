/** `code` decides; `status` is 0 where no answer came. */
export class ApiError extends Error {
  readonly status: number
  /** A code of contract/errors.ts; or 'no_reply' (no connection, time-out), 'unexpected_reply' (unreadable), 'signed_out' (not sent). */
  readonly code: string
  /** The whole body, for data that a code carries beside its message. */
  readonly reply: unknown
  readonly retryAfterSeconds: number | undefined
  /** The call's path as the contract has it; undefined where none was made. */
  path?: string | undefined

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

  /** Asks to be called later: docs/sync.md, "Who started it". */
  get asksToWait(): boolean {
    return this.status === 429 || this.status === 503
  }

  /** Nobody is signed in: the server said so, or there was no token to send. */
  get needsSignIn(): boolean {
    return this.status === 401 || this.code === 'signed_out'
  }

  /** False where only a proxy or network answered. */
  get reachedServer(): boolean {
    return this.code !== 'no_reply' && this.code !== 'unexpected_reply'
  }
}
