import { type Device, startDevice } from '#src/device/device.ts'
import { openUserDevice } from '#src/device/user-device.ts'
import { forgetLastSearches } from '#src/features/search/last-search.ts'
import { requestBackgroundSync } from '#src/features/updates/background-sync.ts'
import { whileHoldingReload } from '#src/features/updates/reload-locks.ts'
import { openDeviceDatabase } from '#src/store/device-database.ts'
import { createSessionStore } from '#src/store/session.ts'
import { notifications, PERSISTENT } from '#src/ui/notifications/notifications.ts'
import type { ReplyCache } from './reply-cache.ts'

const EMPTIED_MESSAGE =
  'This browser has emptied Trolly’s storage, so you are signed out. Once you sign in again, Trolly says what was lost.'

/** The device with the ports of a browser. Restores the session that is stored, before anything is asked of the network. */
export const startFullDevice = (parts: { replies: ReplyCache; log: (error: unknown) => void }): Device => {
  const { replies, log } = parts
  const database = openDeviceDatabase()
  const store = createSessionStore({ storage: localStorage, device: database })
  return startDevice({
    storage: localStorage,
    database,
    events: window,
    openFor: (user, ports) => {
      // Going on in memory is the same session.
      if (!ports.memory) replies.beginFor(user.id)
      return openUserDevice(user, {
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
    onEmptied: () =>
      notifications.show({
        message: EMPTIED_MESSAGE,
        statusColor: 'warning',
        timeoutLength: PERSISTENT,
        showInProduction: true,
      }),
    clearReplies: () => {
      replies.beginFor(null)
      forgetLastSearches()
    },
    after: (delayMs, act) => void setTimeout(act, delayMs),
    now: Date.now,
    onTrouble: log,
  })
}
