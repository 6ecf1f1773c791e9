import { webStorage } from '#src/store/device/web-storage.ts'

/** What this browser can do with passkeys, without loading any of it. */

export type PasskeyWays = {
  /** Among the addresses that the browser suggests, or by a button where it suggests none. */
  signIn: 'autofill' | 'button'
  /** This device itself can keep one and recognise its owner. */
  canKeep: boolean
}

/** A passkey belongs to a name, never to a bare address such as 192.168.0.7. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext &&
  typeof PublicKeyCredential === 'function' &&
  !/^[\d.]+$|:/.test(window.location.hostname)

/** @returns undefined where there are none */
export const findPasskeyWays = async (): Promise<PasskeyWays | undefined> => {
  if (!canUsePasskeys()) return undefined
  const [hasAutofill, canKeep] = await Promise.all([
    PublicKeyCredential.isConditionalMediationAvailable?.() ?? false,
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
  ]).catch(() => [false, false])
  return { signIn: hasAutofill ? 'autofill' : 'button', canKeep: canKeep === true }
}

/** This visit's: a sign-in by password on a device that could keep a passkey. */
const OFFER = 'trolly-passkey-offer'
/** This device's: whoever said "Not now", or has one on it. */
const ANSWERED = 'trolly-passkey-answered'

export const noteOffer = (isDue: boolean): void => {
  const storage = webStorage('sessionStorage')
  if (isDue) storage.setItem(OFFER, '1')
  else storage.removeItem(OFFER)
}

export const isOfferDue = (userId: string): boolean =>
  webStorage('sessionStorage').getItem(OFFER) !== null && !answered().includes(userId)

export const noteAnswer = (userId: string): void => {
  noteOffer(false)
  webStorage('localStorage').setItem(ANSWERED, [...new Set([...answered(), userId])].join(' '))
}

const answered = (): string[] => (webStorage('localStorage').getItem(ANSWERED) ?? '').split(' ')
