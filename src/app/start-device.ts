import { createApiClient } from '#src/api/client.ts'
import { createPause } from '#src/api/pause.ts'
import { SESSION_KEYS } from '#src/store/session.ts'
import { createLateDevice, type LateDevice } from './late-device.ts'
import { createReplyCache, type ReplyCache } from './reply-cache.ts'
import { loadUserParts } from './user-parts.ts'

/** The device, and the cache of replies that lives and dies with its sessions. */
export type StartedDevice = { device: LateDevice; replies: ReplyCache }

/** Pages that do without the device's database: those by which visitors come, which must be there in no time. */
export const isLightPage = (pathname: string): boolean => pathname === '/' || pathname === '/auth/sign-in'

/** @throws ChunkLoadError where a session is stored and what it needs cannot be loaded */
export const startThisDevice = async (log: (error: unknown) => void): Promise<StartedDevice> => {
  const replies = createReplyCache({ storage: localStorage, now: Date.now })
  replies.beginFor(null)
  const device = createLateDevice({
    // Nobody is signed in who could be signed out.
    visitorApi: createApiClient({
      token: () => undefined,
      pause: createPause(Date.now),
      onForcedSignOut: () => {},
    }),
    load: async () => (await loadUserParts()).startFullDevice({ replies, log }),
  })
  if (isSessionStored() || !isLightPage(window.location.pathname)) await device.wake()
  // Somebody signed in in another tab; once it is awake the device sees to that itself.
  window.addEventListener('storage', () => {
    if (isSessionStored()) device.wake().catch(log)
  })
  return { device, replies }
}

const isSessionStored = (): boolean => localStorage.getItem(SESSION_KEYS.token) !== null
