import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, onTestFinished, vi } from 'vitest'
import { laneOf } from '#domain/outbox/record.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import type { User } from '#domain/user.ts'
import { createApiClient } from '#src/api/client.ts'
import { createSessions, type Sessions } from '#src/app/session.ts'
import {
  type Device,
  type DevicePorts,
  type OpeningPorts,
  openDevice,
  type SessionState,
} from '#src/device/device.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { type DeviceDatabase, openDeviceDatabase } from '#src/store/device/device-database.ts'
import { endSession, keepSession, SESSION_KEYS, type Session } from '#src/store/device/session.ts'
import { readSessionRows } from '#src/store/device/session-rows.ts'
import { memoryHealth } from '#src/store/storage-health.ts'
import { openUserDatabase } from '#src/store/user-database.ts'
import { aCreate, aRecord, aUser } from './signed-in.tsx'

// Tabs of a browser in which people sign in and out.

export const chef = aUser()
export const porter = aUser({ id: '01900000-0000-7000-8000-00000000000b', username: 'Sam Porter' })
export const CREDENTIALS = { email: 'chef@example.com', password: 'trolly' }

type Replies = Record<string, { status: number; body: unknown; headers?: Record<string, string> }>

/** For a whole file. The server's next replies, by path; any other call fails to connect. */
export function serverReplies(): Replies {
  const replies: Replies = {}
  beforeEach(() => {
    localStorage.clear()
    for (const path of Object.keys(replies)) delete replies[path]
    replies['auth/sign-in'] = { status: 200, body: { user: chef, token: 'token-1' } }
    vi.stubGlobal(
      'fetch',
      vi.fn(async (input: string | URL) => {
        const path = /\/api\/([^?]*)/.exec(String(input))?.[1] ?? ''
        const reply = replies[path]
        if (!reply) throw new TypeError('Failed to fetch')
        return new Response(JSON.stringify(reply.body), {
          status: reply.status,
          headers: { 'content-type': 'application/json', ...reply.headers },
        })
      }),
    )
  })
  afterEach(() => vi.unstubAllGlobals())
  return replies
}

export type Tab = {
  /** The device of the current session, or of the last one. */
  device: () => Device
  session: () => SessionState
  signIn: Sessions['signIn']
  /** Another connection to the database that all users share. */
  database: DeviceDatabase
  opened: (UserDevice & {
    ended: () => boolean
    unauthenticated: () => void
    askedToWait: OpeningPorts['onAskedToWait']
  })[]
  /** The timers set, which the test runs. */
  timers: { delayMs: number; act: () => void }[]
  ended: () => number
  /** Background Syncs asked for. */
  syncs: 'asked'[]
  /** What was done about cleared local storage, in order. */
  emptied: string[]
}

/** A tab of a browser; several of one browser share its databases and local storage. */
export const aTab = async (indexedDB = new IDBFactory()): Promise<Tab> => {
  const opened: Tab['opened'] = []
  const timers: Tab['timers'] = []
  const onEnd = vi.fn()
  const devices: Device[] = []
  const emptied: string[] = []
  const keepMarker = () => void emptied.push('marker kept')
  const syncs: Tab['syncs'] = []
  const troubles: unknown[] = []
  const database = openDeviceDatabase({ indexedDB, IDBKeyRange })
  const baseUrl = 'http://trolly.example.com'
  const openMember = (session: Session, { restored }: { restored: boolean }) => {
    const device = openDevice({
      ...ports,
      session,
      restored,
      database: openDeviceDatabase({ indexedDB, IDBKeyRange }),
    })
    devices.push(device)
    return { device } as never
  }
  const ports: Omit<DevicePorts, 'session' | 'restored' | 'database'> = {
    storage: localStorage,
    events: window,
    openFor: (user, { onUnauthenticated, onAskedToWait, memory }) => {
      let ended = false
      const userDevice = {
        userId: user.id,
        database: openUserDatabase(user.id, memory ?? { indexedDB, IDBKeyRange }),
        health: memory
          ? memoryHealth({ storage: localStorage, userId: user.id })
          : { get: () => ({ database: 'open' }), keepMarker },
        contact: { note: () => {}, stop: () => {} },
        noteEpoch: () => {},
        stop: () => {
          ended = true
        },
        ended: () => ended,
        unauthenticated: onUnauthenticated,
        askedToWait: onAskedToWait,
      } as unknown as Tab['opened'][number]
      opened.push(userDevice)
      return userDevice
    },
    requestBackgroundSync: () => void syncs.push('asked'),
    onEnd,
    after: (delayMs, act) => void timers.push({ delayMs, act }),
    now: () => Date.parse('2026-11-20T12:00:00Z'),
    onTrouble: (error) => void troubles.push(error),
    baseUrl,
  }
  const sessions = createSessions({
    storage: localStorage,
    events: window,
    api: createApiClient({ token: () => undefined, onUnauthenticated: () => {}, baseUrl }),
    readSessionRows: () => readSessionRows(indexedDB),
    loadMember: async () => ({
      openMember,
      keepSession: (session) => keepSession(database, session),
      endSession: (unrevoked) => endSession(database, unrevoked),
    }),
    log: (error) => void troubles.push(error),
  })
  const device = () => {
    const latest = devices.at(-1)
    if (!latest) throw new Error('nobody has signed in')
    return latest
  }
  onTestFinished(async () => {
    for (const { stop, database } of devices) {
      stop()
      // Background work ends first.
      if (database.isOpen())
        await Promise.all([database.unsentWork.count(), database.session.count(), database.settings.count()])
      database.close()
    }
    for (const { database } of opened) database.close()
    database.close()
    expect(troubles).toEqual([])
  })
  await sessions.restore()
  return {
    device,
    database,
    signIn: sessions.signIn,
    session: () =>
      sessions.get().status === 'signed-in'
        ? device().session.get()
        : (devices.at(-1)?.session.get() ?? NOBODY),
    opened,
    timers,
    syncs,
    ended: () => onEnd.mock.calls.length,
    emptied,
  }
}

const NOBODY: SessionState = { status: 'signed-out', forced: null }

export const store = (user: User, token: string): void => {
  localStorage.setItem(SESSION_KEYS.user, JSON.stringify(user))
  localStorage.setItem(SESSION_KEYS.token, token)
}
export const tellTabs = (key: string): void => {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}
export const addWork = (tab: Tab, id = 'T1') =>
  tab.opened.at(-1)?.database.outbox.add(aRecord({ lane: laneOf(TROLLY, id), operation: aCreate(id) }))
