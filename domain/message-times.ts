/** A message that stays until dismissed (specification, section 9). */
export const PERSISTENT = -1

/** How long messages stay, in ms (specification, sections 8 and 9). One without a row of its own takes `usual`. */
export const MESSAGE_TIMES_MS = {
  usual: 5_000,
  /** Of `PERSISTENT_CALLS`, and changes to a trolly that this device refuses. */
  persistentFailure: PERSISTENT,
  signInLocked: PERSISTENT,
  uncaughtError: PERSISTENT,
  addressDeleted: PERSISTENT,
  templateDeleted: 10_000,
} as const

/** Paths whose failures persist: basket calls, the new password and cash registration. */
const PERSISTENT_CALLS = ['basket/new', 'auth/reset-password', 'auth/registration/cash']

/** @param path of the call that failed, as the contract has it; undefined: it was never made */
export const failureTimeMs = (path: string | undefined): number =>
  PERSISTENT_CALLS.some((call) => path === call || path?.startsWith(`${call}/`))
    ? MESSAGE_TIMES_MS.persistentFailure
    : MESSAGE_TIMES_MS.usual
