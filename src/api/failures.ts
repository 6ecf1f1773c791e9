import type { Endpoint } from '#contract/endpoint.ts'
import type { LoggedFailure } from '#contract/error-log.ts'
import { ApiError } from './api-error.ts'

/** A failure that the company's developers should hear of (src/api/error-log.ts). Any code may note one. */
export type Failure = Pick<LoggedFailure, 'level' | 'message' | 'stack' | 'code' | 'call' | 'status'> &
  Partial<Pick<LoggedFailure, 'at' | 'build'>>

export const noteFailure = (failure: Failure): void => report(failure)

/** A failed call is noted where it was made, so not again by whoever waited for it. */
export const noteError = (error: unknown, code = 'uncaught'): void => {
  if (error instanceof ApiError) return
  const { message, stack } =
    error instanceof Error
      ? { message: `${error.name}: ${error.message}`, stack: error.stack }
      : { message: String(error), stack: undefined }
  noteFailure({ level: 'Error', message, code, ...(stack !== undefined && { stack }) })
}

/** Says nothing of the reply's text, which may name people and goods. Without an answer there is no connection to report it by. */
export const noteFailedCall = (
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { status, code }: { status: number; code: string },
): void => {
  const call = `${method} ${path}`
  const level = status >= 500 ? 'Error' : 'Warning'
  if (status > 0) noteFailure({ level, message: `${call} answered ${status} ${code}`, call, status, code })
}

/** Called once, by the page's start. The worker keeps its errors for the next page instead (sw/error-log.ts). */
export const reportFailuresTo = (to: typeof report): void => {
  report = to
}

let report: (failure: Failure) => void = () => {}
