import { MESSAGES } from '#domain/messages.ts'
import { ApiError } from '#src/api/api-error.ts'
import { canReload } from '#src/api/can-reload.ts'
import { messageOfError } from '#src/api/messages.ts'
import { webStorage } from '#src/store/device/web-storage.ts'
import { type Notifications, notifications } from '#src/ui/notifications/notifications.ts'

/**
 * Sign-out, deletion and deactivation reload (specification, section 4), so that memory keeps nothing; storage carries the message
 * over.
 */
export type Farewell = { message: string; failed: boolean; statusCode?: number }

const KEY = 'trolly-farewell'

export const leaveSignedOut = (failure: ApiError | undefined, page?: PagePorts): Promise<void> =>
  leaveSaying(farewellFor(failure), page)

/** Leaves for the landing page, once the session has ended on this device. */
export const leaveSaying = async (farewell: Farewell, page: PagePorts = thisPage()): Promise<void> => {
  // The visitor's pages are drawn already.
  if (!(await page.canReload())) return sayFarewell(farewell)
  page.storage.setItem(KEY, JSON.stringify(farewell))
  page.assign('/')
}

type PagePorts = {
  storage: Pick<Storage, 'setItem'>
  canReload: () => Promise<boolean>
  assign: (path: string) => void
}

const thisPage = (): PagePorts => ({
  storage: webStorage('sessionStorage'),
  canReload,
  assign: (path) => window.location.assign(path),
})

export const sayFarewell = (
  farewell: Farewell,
  { show }: Pick<Notifications, 'show'> = notifications,
): void => {
  show({
    message: farewell.message,
    statusCode: farewell.statusCode,
    statusColor: farewell.failed ? 'error' : 'success',
    showInProduction: true,
  })
}

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
