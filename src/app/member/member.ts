import type { QueryClient } from '@tanstack/react-query'
import { KEPT_REPLIES } from '#src/api/query-keys.ts'
import { openReplies } from '#src/app/replies.ts'
import { type Device, openDevice } from '#src/device/device.ts'
import { openUserDevice } from '#src/device/user-device.ts'
import { forgetLastSearches } from '#src/features/search/request/last-search.ts'
import { whileHoldingReload } from '#src/features/updates/reload.ts'
import { requestBackgroundSync } from '#src/features/updates/worker.ts'
import { openDeviceDatabase } from '#src/store/device/device-database.ts'
import { findSession, type Session, sessionIdOf } from '#src/store/device/session.ts'
import { notifications, PERSISTENT } from '#src/ui/notifications/notifications.ts'
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

const EMPTIED_MESSAGE =
  'This browser cleared Trolly’s storage, so you’ve been signed out. Sign in again to see what was lost.'

/** Opens this device for a session without waiting for the network. */
export const openMember = (session: Session, { restored }: { restored: boolean }): Member => {
  const onTrouble = (error: unknown): void => console.error(error)
  const { user } = session
  const device = openDevice({
    session,
    restored,
    storage: localStorage,
    database: openDeviceDatabase(),
    events: window,
    openFor: (_, ports) =>
      openUserDevice(user, {
        ...ports,
        token: () => {
          const stored = findSession(localStorage)
          return stored?.user.id === user.id ? stored.token : undefined
        },
        requestBackgroundSync: () => void requestBackgroundSync(),
        duringDrain: whileHoldingReload,
        onTrouble,
      }),
    onEmptied: () =>
      notifications.show({
        message: EMPTIED_MESSAGE,
        statusColor: 'warning',
        timeoutLength: PERSISTENT,
        showInProduction: true,
      }),
    onEnd: () => {
      replies.end()
      forgetLastSearches()
    },
    after: (delayMs, act) => void setTimeout(act, delayMs),
    now: Date.now,
    onTrouble,
  })
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
