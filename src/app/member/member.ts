import type { QueryClient } from '@tanstack/react-query'
import { noteError } from '#src/api/failures.ts'
import { pageBuild } from '#src/api/page-build.ts'
import { KEPT_REPLIES } from '#src/api/query-keys.ts'
import { openReplies } from '#src/app/replies.ts'
import { type Device, openDevice } from '#src/device/device.ts'
import { openUserDevice } from '#src/device/user-device.ts'
import { forgetLastSearches } from '#src/features/search/request/last-search.ts'
import { whileHoldingReload } from '#src/features/updates/reload.ts'
import { requestBackgroundSync } from '#src/features/updates/worker.ts'
import { type DeviceDatabase, openDeviceDatabase } from '#src/store/device/device-database.ts'
import * as stored from '#src/store/device/session.ts'
import { findSession, type Session, sessionIdOf } from '#src/store/device/session.ts'
import type { SessionRow } from '#src/store/device/session-rows.ts'
import { isSiteDataBlocked, webStorage } from '#src/store/device/web-storage.ts'
import { MemberTree } from './member-tree.tsx'
import { readAhead } from './read-ahead.ts'

/** The signed-in half: databases, outbox, sender, replies. One lazy module, half of all script. */
export type Member = {
  id: string
  device: Device
  replies: QueryClient
  Tree: typeof MemberTree
  /** Reads a page's first data, so that it renders once and complete. */
  readAhead: (pathname: string) => Promise<void>
}

export const keepSession = (session: Session): Promise<void> =>
  inDevice((device) => stored.keepSession(device, session))

export const endSession = (unrevoked: readonly Omit<SessionRow, 'name'>[]): Promise<void> =>
  inDevice((device) => stored.endSession(device, unrevoked))

const inDevice = async (write: (device: DeviceDatabase) => Promise<void>): Promise<void> => {
  const device = openDeviceDatabase()
  try {
    await write(device)
  } finally {
    device.close()
  }
}

/** Opens this device for a session without waiting for the network. */
export const openMember = (session: Session, { restored }: { restored: boolean }): Member => {
  const onTrouble = (error: unknown): void => {
    console.error(error)
    noteError(error, 'device')
  }
  const askForSync = () => void requestBackgroundSync()
  const { user } = session
  const storage = webStorage('localStorage')
  const device = openDevice({
    session,
    restored,
    build: pageBuild(),
    storage,
    database: openDeviceDatabase(),
    events: window,
    openFor: (_, ports) =>
      openUserDevice(user, {
        ...ports,
        token: () => {
          const stored = findSession(storage)
          return stored?.user.id === user.id ? stored.token : undefined
        },
        requestBackgroundSync: askForSync,
        duringDrain: whileHoldingReload,
        onTrouble,
      }),
    requestBackgroundSync: askForSync,
    onEnd: () => {
      replies.end()
      forgetLastSearches()
    },
    after: (delayMs, act) => void setTimeout(act, delayMs),
    now: Date.now,
    onTrouble,
  })
  if (isSiteDataBlocked()) goOnInMemory(device)
  const replies = openReplies({
    userId: user.id,
    kept: KEPT_REPLIES,
    person: { onAsk: device.pause.end, onAskedToWait: device.session.askedToWait },
  })
  return {
    id: sessionIdOf(session.token),
    device,
    replies: replies.client,
    Tree: MemberTree,
    readAhead: async (pathname) => {
      const state = device.session.get()
      if (state.status === 'signed-in') await readAhead(state.device.database, pathname)
    },
  }
}

/** The browser would refuse the database however often it is asked. */
const goOnInMemory = ({ session }: Device): void => {
  const state = session.get()
  if (state.status !== 'signed-in') return
  const { health } = state.device
  const stop = health.subscribe(() => {
    if (health.get().database !== 'unavailable') return
    stop()
    void session.goOnInMemory()
  })
}
