import { OperationRefused, REFUSED_TEXT } from '#domain/trollies/refused.ts'
import { ApiError } from './api-error.ts'

/** Turns failed replies into words by the table at the end of this file. */
export const messageOf = (data: unknown): string => {
  const row = CHOICES.find(({ when }) => when(data))
  return row ? row.text(data as never) : String(data)
}

/** The only message that decides anything: the server's "not signed in" (specification, section 8, message choice 3). */
export const saysSignedOut = (data: unknown): boolean =>
  has(data, 'message') && messageOf(data) === 'Route [login] not defined.'

export const messageOfError = (error: unknown): string => {
  if (error instanceof OperationRefused) return REFUSED_TEXT[error.code]
  if (isErrorNamed(FULL, error)) return FULL_MESSAGE
  if (isErrorNamed(STORAGE_ERRORS, error)) return UNREADABLE_MESSAGE
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error)
  return error.reply === undefined ? error.message : messageOf(error.reply)
}

/** The reason alone, to follow a sentence that names the failure. */
export const reasonOf = (error: unknown): string =>
  error instanceof ApiError && error.code === 'no_reply' ? NO_ANSWER_REASON : messageOfError(error)

export const NO_DATA_MESSAGE = 'No Error Message Found, please check your internet connection'
export const UNEXPECTED_MESSAGE =
  'We got a reply that isn’t from Trolly. This network may need you to sign in first.'
export const UNREADABLE_MESSAGE =
  'This device’s storage can’t be read. Close Trolly in other tabs, then reload the page.'
const NO_ANSWER_REASON = 'We couldn’t reach Trolly. Please check your internet connection.'

const FULL_MESSAGE = 'This device is out of space, so this wasn’t saved. Free up some space, then try again.'

/**
 * Compares names, because visitors do not load the database's code. The database's error wraps the browser's, and its own message
 * is for developers.
 */
const isErrorNamed = (names: readonly string[], error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false
  const { name, inner } = error as { name?: unknown; inner?: unknown }
  return names.includes(String(name)) || isErrorNamed(names, inner)
}

const FULL = ['QuotaExceededError']

const STORAGE_ERRORS = [
  'DatabaseClosedError',
  'InvalidStateError',
  'MissingAPIError',
  'OpenFailedError',
  'StorageUnavailable',
  'UnknownError',
  'UpgradeError',
  'VersionChangeError',
  'VersionError',
]

const has = (data: unknown, field: string): boolean =>
  typeof data === 'object' && data !== null && Boolean((data as Record<string, unknown>)[field])

const isFilled = (list: unknown): boolean => Array.isArray(list) && list.length > 0

/** Specification, section 8, "Message choice, in order": the first row that applies. The last choice is the value as text. */
const CHOICES: { when: (data: unknown) => boolean; text: (data: never) => string }[] = [
  { when: (data) => data === undefined || data === null || data === '', text: () => NO_DATA_MESSAGE },
  {
    when: (data) => has(data, 'messages') && isFilled((data as { messages: unknown }).messages),
    text: ({ messages }: { messages: unknown[] }) => messages.join(', '),
  },
  {
    when: (data) => has(data, 'message') && has((data as { message: unknown }).message, 'message'),
    text: ({ message }: { message: { message: string } }) => message.message,
  },
  { when: (data) => has(data, 'message'), text: ({ message }: { message: string }) => String(message) },
  { when: (data) => has(data, 'error'), text: ({ error }: { error: unknown }) => String(error) },
  { when: Array.isArray, text: (data: unknown[]) => data.join(', ') },
]
