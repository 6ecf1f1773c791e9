import { MINUTE_MS } from './durations.ts'

/** Codes that people read in one place and type in another: of a mail that resets a password, and of a sign-in. */
export const CODE_DIGITS = 6

/** How long a code that signs in works: enough to install the app and open it. */
export const SIGN_IN_CODE_WITHIN_MS = 10 * MINUTE_MS

/** The digits of a code as people type it, spaces and hyphens left out; undefined for anything else. */
export const codeIn = (typed: string): string | undefined => {
  const digits = typed.replaceAll(/[\s-]/g, '')
  return /^\d+$/.test(digits) && digits.length === CODE_DIGITS ? digits : undefined
}

/** "123 456". */
export const codeText = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`
