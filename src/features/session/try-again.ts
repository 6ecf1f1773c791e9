import type { ApiError } from '#src/api/api-error.ts'
import { durationWords } from '#src/ui/status/count-down.tsx'

export const tryAgain = ({ retryAfterSeconds }: ApiError, otherwise: string): string =>
  retryAfterSeconds === undefined
    ? otherwise
    : // A minute longer than the lock, so that trying then is never too early.
      `Try again in ${durationWords(Math.ceil(retryAfterSeconds / 60) * 60_000)}`
