import { type Device, startDevice } from '#src/device/device.ts'
import { requestBackgroundSync } from '#src/features/updates/background-sync.ts'
import { whileHoldingReload } from '#src/features/updates/reload-locks.ts'
import { openDeviceDatabase } from '#src/store/device-database.ts'
import { createSessionStore, type SessionStore } from '#src/store/session.ts'
import { createReplyCache, type ReplyCache } from './reply-cache.ts'
import { loadUserParts, requireUserParts } from './user-parts.ts'

/** The device with the ports of a browser, and the cache of replies that lives and dies with its sessions. */
export type StartedDevice = { device: Device; replies: ReplyCache }

/**
 * Restores the session that is stored, before anything is asked of the network.
 * @throws ChunkLoadError where a session is stored and what it needs cannot be loaded
 */
export const startThisDevice = async (log: (error: unknown) => void): Promise<StartedDevice> => {
  const database = openDeviceDatabase()
  const store = createSessionStore({ storage: localStorage, device: database })
  const replies = createReplyCache({ storage: localStorage, now: Date.now })
  replies.beginFor(null)
  if (store.find()) await loadUserParts()
  const device = startDevice({
    storage: localStorage,
    database,
    events: storageEvents(store, log),
    openFor: (user, ports) => {
      replies.beginFor(user.id)
      return requireUserParts().openUserDevice(user, {
        ...ports,
        token: () => {
          const session = store.find()
          return session?.user.id === user.id ? session.token : undefined
        },
        requestBackgroundSync: () => void requestBackgroundSync(),
        duringDrain: (drain) => whileHoldingReload('sending', drain),
        onTrouble: log,
      })
    },
    clearReplies: () => replies.beginFor(null),
    after: (delayMs, act) => void setTimeout(act, delayMs),
    now: Date.now,
    onTrouble: log,
  })
  return { device: { ...device, session: { ...device.session, signIn: loadedSignIn(device) } }, replies }
}

const loadedSignIn =
  ({ session }: Device): Device['session']['signIn'] =>
  async (credentials) => {
    await loadUserParts()
    return session.signIn(credentials)
  }

/** The events by which other tabs tell that somebody signed in or out, once there is what a session needs. */
const storageEvents = (store: SessionStore, log: (error: unknown) => void): EventTarget => {
  const events = new EventTarget()
  window.addEventListener('storage', ({ key }) => {
    const ready = store.find() ? loadUserParts() : Promise.resolve()
    ready.then(() => events.dispatchEvent(new StorageEvent('storage', { key }))).catch(log)
  })
  return events
}
