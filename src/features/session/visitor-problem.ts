import { ApiError } from '#src/api/api-error.ts'
import { messageOfError, UNEXPECTED_MESSAGE } from '#src/api/messages.ts'
import { durationWords } from '#src/ui/status/count-down.tsx'

/**
 * Why a visitor's call failed, by code; the server's text shows only if no code fits.
 * @param locked what was wrong too often
 */
export const visitorProblem = (error: unknown, locked = LOCKED_SIGN_IN): string => {
  if (!(error instanceof ApiError)) return messageOfError(error)
  if (error.code === 'locked') return `${locked} ${tryAgain(error, 'Try again in 15 minutes')}.`
  return PROBLEMS[error.code]?.(error) ?? messageOfError(error)
}

const LOCKED_SIGN_IN = 'Too many wrong passwords: this sign-in is locked.'

const PROBLEMS: Record<string, (error: ApiError) => string> = {
  wrong_credentials: () => 'Your e-mail or password is incorrect.',
  rate_limited: (error) => `Too many attempts. ${tryAgain(error, 'Try again in a few minutes')}.`,
  maintenance: (error) => `Trolly is closed for maintenance. ${tryAgain(error, 'Try again later')}.`,
  not_ready: (error) => `Trolly is starting. ${tryAgain(error, 'Try again in a moment')}.`,
  no_reply: () =>
    'We couldn’t reach Trolly. Check your connection and try again. Nothing you entered is lost.',
  unexpected_reply: () => UNEXPECTED_MESSAGE,
}

const tryAgain = ({ retryAfterSeconds }: ApiError, otherwise: string): string =>
  retryAfterSeconds === undefined
    ? otherwise
    : // A minute longer than the lock, so that trying then is never too early.
      `Try again in ${durationWords(Math.ceil(retryAfterSeconds / 60) * 60_000)}`
