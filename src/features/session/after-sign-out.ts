import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { messageOfError } from '#src/api/messages.ts'

/** Sign-out reloads (specification, section 4), so that memory keeps nothing; storage carries the message over. */
export type Farewell = { message: string; failed: boolean; statusCode?: number }

const KEY = 'trolly-farewell'

export const leaveSignedOut = (failure: ApiError | undefined, page: PagePorts = thisPage()): void => {
  page.storage.setItem(KEY, JSON.stringify(farewellFor(failure)))
  page.assign('/')
}

type PagePorts = { storage: Pick<Storage, 'setItem'>; assign: (path: string) => void }

const thisPage = (): PagePorts => ({
  storage: sessionStorage,
  assign: (path) => window.location.assign(path),
})

export const farewellFor = (failure: ApiError | undefined): Farewell =>
  failure instanceof ApiError
    ? { message: notHeardBy(failure), failed: true, statusCode: failure.status }
    : { message: MESSAGES.signedOut, failed: false }

/** Cleared here, but the server may still hold the session (specification, section 4). */
const notHeardBy = (failure: ApiError): string =>
  failure.reachedServer
    ? messageOfError(failure)
    : `You’re signed out on this device. We couldn’t reach the server, so your session there will end when this device is next online.`

/** Removes it, so that a further reload shows nothing. */
export const takeFarewell = (storage: Pick<Storage, 'getItem' | 'removeItem'>): Farewell | undefined => {
  const text = storage.getItem(KEY)
  if (text === null) return undefined
  storage.removeItem(KEY)
  try {
    return JSON.parse(text) as Farewell
  } catch {
    return undefined // Not ours: nothing to say.
  }
}
