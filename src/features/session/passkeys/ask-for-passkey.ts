import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
  WebAuthnError,
} from '@simplewebauthn/browser'
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts'
import { passkeys } from '#contract/passkeys.ts'
import type { ApiClient } from '#src/api/client.ts'

/** Talks to the browser's authenticator. Loaded once it is needed: the library is not part of any page. */

type Calls = typeof passkeys

/** The server's challenge works for five minutes, and a page may stay open for longer. */
const RENEW_MS = 4 * 60_000

/**
 * Asks the browser to show its passkeys now.
 * @returns undefined if the person changed their mind
 * @throws ApiError
 */
export const askForPasskey = async (api: ApiClient): Promise<BodyOf<Calls['signIn']> | undefined> => {
  const { attempt, options } = await api.call(passkeys.signInOptions)
  return await answerTo(attempt, () => startAuthentication({ optionsJSON: options }))
}

/**
 * Offers passkeys among the addresses that the browser suggests in the sign-in form, until one is chosen. Silent where it
 * cannot: the form is there.
 * @returns undefined once `signal` is aborted, or where this address has none
 */
export const offerPasskeys = async (
  api: ApiClient,
  signal: AbortSignal,
): Promise<BodyOf<Calls['signIn']> | undefined> => {
  signal.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony())
  while (!signal.aborted) {
    const offered = await api.call(passkeys.signInOptions, { signal }).catch(() => undefined)
    if (offered === undefined || signal.aborted || !isOfThisPage(offered.options.rpId)) return undefined
    const { attempt, options } = offered
    let isRenewed = false
    const renewal = setTimeout(async () => {
      await shown()
      isRenewed = true
      WebAuthnAbortService.cancelCeremony()
    }, RENEW_MS)
    const answer = await answerTo(attempt, () =>
      startAuthentication({ optionsJSON: options, useBrowserAutofill: true }),
    )
    clearTimeout(renewal)
    if (answer !== undefined || !isRenewed) return answer
  }
  return undefined
}

export type Made =
  | { passkey: ReplyOf<Calls['add']>['passkey'] }
  /** The device has one already, or the person changed their mind. */
  | 'known'
  | 'cancelled'

/** @throws ApiError */
export const makePasskey = async (api: ApiClient): Promise<Made> => {
  const { attempt, options } = await api.call(passkeys.addOptions)
  try {
    const { id, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject, transports } = response
    const body = { attempt, id, clientDataJSON, attestationObject, ...(transports && { transports }) }
    return { passkey: (await api.call(passkeys.add, { body })).passkey }
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return 'known'
    if (isOfBrowser(error)) return 'cancelled'
    throw error
  }
}

const answerTo = async (
  attempt: string,
  ask: () => ReturnType<typeof startAuthentication>,
): Promise<BodyOf<Calls['signIn']> | undefined> => {
  try {
    const { id, response } = await ask()
    const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response
    return { attempt, id, clientDataJSON, authenticatorData, signature, userHandle }
  } catch (error) {
    if (isOfBrowser(error)) return undefined
    throw error
  }
}

/**
 * A browser does not tell why there is no answer: cancelled, timed out, or no passkey here. The library passes on some of the
 * browser's errors as they are, and wraps others.
 */
const isOfBrowser = (error: unknown): boolean =>
  error instanceof WebAuthnError || error instanceof DOMException

/** At another address than PUBLIC_URL, the browser would refuse to look. */
const isOfThisPage = (domain: string): boolean =>
  window.location.hostname === domain || window.location.hostname.endsWith(`.${domain}`)

/** A page in the background is left alone. */
const shown = (): Promise<void> =>
  document.hidden
    ? new Promise((resolve) => document.addEventListener('visibilitychange', () => resolve(), { once: true }))
    : Promise.resolve()
