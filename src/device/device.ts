import { auth } from '#contract/auth.ts'
import type { AskedToWait } from '#domain/outbox/record.ts'
import type { User } from '#domain/user.ts'
import { ApiError } from '#src/api/api-error.ts'
import { type ApiClient, createApiClient } from '#src/api/client.ts'
import { createPause, type Pause } from '#src/api/pause.ts'
import { forgetChoice } from '#src/store/choice.ts'
import { clearCaches, discardAll } from '#src/store/clearing.ts'
import type { DeviceDatabase } from '#src/store/device/device-database.ts'
import {
  clearSession,
  endSession,
  findSession,
  keepSession,
  SESSION_KEYS,
  type Session,
  sessionIdOf,
  storeUser,
} from '#src/store/device/session.ts'
import { createSettingsStore, type SettingsStore } from '#src/store/device/settings.ts'
import { forgetUnsentWork, noteUnsentWork } from '#src/store/device/unsent-work.ts'
import { loadMemoryStorage, type MemoryStorage } from '#src/store/memory-storage.ts'
import { IMAGE_CACHE } from '#src/store/quota.ts'
import { keptMarkerKey } from '#src/store/storage-health.ts'
import type { UserDevice } from './user-device.ts'

/** The device for one session, reached through device-context.tsx. A sign-out in another tab ends it here too. */
export type Device = {
  api: ApiClient
  pause: Pause
  database: DeviceDatabase
  settings: SettingsStore
  session: {
    get: () => SessionState
    subscribe: (listener: () => void) => () => void
    /**
     * Signs out on this device even if the server cannot be reached.
     * @param unsent keeps unsent work for this user's return, or discards it
     * @returns the failure to tell the server, to be shown
     */
    signOut: (unsent: 'keep' | 'discard') => Promise<ApiError | undefined>
    /** Signs out on this device after the server has ended the session itself, as with a deleted account. */
    end: (unsent: 'keep' | 'discard') => Promise<void>
    /** The same person with other details, as the server has just told them. */
    changeUser: (user: User) => void
    /** Writes the session's row again, after the browser has cleared the databases of an open page. */
    keep: () => void
    /** The server answered a person's call with 429 or 503, which signs out (specification, section 8). */
    askedToWait: (asked: Omit<AskedToWait, 'at'>) => void
    /** Continues without a database: online only, until the page closes. */
    goOnInMemory: () => Promise<void>
  }
  stop: () => void
}

/** A session that has ended never resumes. `id`: see `sessionIdOf`. */
export type SessionState =
  | { status: 'signed-out'; forced: Forced | null }
  | { status: 'signed-in'; id: string; user: User; device: UserDevice; restored: boolean }

/** `emptied`: the browser cleared the storage. `until`: when to try again, epoch milliseconds; null: not given. */
export type Forced = {
  reason: 'unauthenticated' | 'rateLimited' | 'maintenance' | 'emptied'
  until: number | null
}

export type DevicePorts = {
  session: Session
  restored: boolean
  storage: Storage
  database: DeviceDatabase
  openFor: (user: User, ports: OpeningPorts) => UserDevice
  events: EventTarget
  /** The worker tells the server of a sign-out that it has not heard of. */
  requestBackgroundSync: () => void
  /** Forgets the page's copy of the session. */
  onEnd: () => void
  /** Delays the signed-out state (specification, section 8: 100 ms). */
  after: (delayMs: number, act: () => void) => void
  now: () => number
  onTrouble: (error: unknown) => void
  baseUrl?: string
  /** The page's, told with its calls. */
  build?: string
}

export type OpeningPorts = {
  api: ApiClient
  pause: Pause
  /** The server answered a person's request to send with 429 or 503. */
  onAskedToWait: (asked: Omit<AskedToWait, 'at'>) => void
  onUnauthenticated: () => void
  memory?: MemoryStorage | undefined
}

export const FORCED_SIGN_OUT_DELAY_MS = 100
const SIGN_OUT_WAITS_MS = 8_000
const CLEARING_WAITS_MS = 5_000

const NO_FILTERS = { product_filters: {} }

export const openDevice = (ports: DevicePorts): Device => {
  const { database, onTrouble } = ports
  const { storage } = ports
  const { user, token } = ports.session
  const settings = createSettingsStore(database)
  const listeners = new Set<() => void>()

  const setState = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }

  const openFor = (user: User, memory?: MemoryStorage): UserDevice =>
    ports.openFor(user, {
      api,
      pause,
      onUnauthenticated: () => force('unauthenticated'),
      onAskedToWait: askedToWait,
      memory,
    })

  /** @returns what was open, to be cleared or closed */
  const end = (forced: Forced | null): UserDevice | undefined => {
    if (state.status !== 'signed-in') return undefined
    const { device } = state
    ports.events.removeEventListener('storage', followStorage)
    setState({ status: 'signed-out', forced })
    device.stop()
    ports.onEnd()
    return device
  }

  /** Waits for pending writes. */
  const shut = async (writing: Promise<unknown>): Promise<void> => {
    await writing.catch(onTrouble)
    settings.stop()
    database.close()
  }

  /** Ends the session in every tab; clears its data as `unsent` says. Unless `isRevoked`, the server is told later. */
  const close = async (
    forced: Forced | null,
    { unsent, isRevoked }: { unsent: 'keep' | 'discard'; isRevoked: boolean },
  ): Promise<void> => {
    if (state.status !== 'signed-in') return
    // Local storage first and synchronously: listeners must not find the session there.
    clearSession(storage)
    const forgetting = endSession(database, isRevoked ? [] : [{ userId: user.id, token }]).then(() => {
      if (!isRevoked) ports.requestBackgroundSync()
    })
    const device = end(forced)
    if (!device) return
    // An unresponsive database must not keep anyone signed in.
    const clearing = shut(
      Promise.all([
        forgetting,
        settings.change(NO_FILTERS),
        leaveBehind({ device, database, storage, unsent, now: ports.now() }),
      ]),
    )
    await Promise.race([clearing, new Promise<void>((done) => ports.after(CLEARING_WAITS_MS, done))])
  }

  const askedToWait: Device['session']['askedToWait'] = ({ status, retryAfterSeconds }) =>
    force(status === 429 ? 'rateLimited' : 'maintenance', { retryAfterSeconds })

  const force = (
    reason: Forced['reason'],
    asked: Partial<Pick<ApiError, 'retryAfterSeconds'>> = {},
  ): void => {
    const seconds = asked.retryAfterSeconds
    const until = seconds === undefined ? null : ports.now() + seconds * 1000
    const ending = state
    ports.after(FORCED_SIGN_OUT_DELAY_MS, () => {
      // Ignored once someone else has signed in.
      if (state === ending)
        void close({ reason, until }, { unsent: 'keep', isRevoked: reason === 'unauthenticated' })
    })
  }

  const pause = createPause(ports.now)
  const api = createApiClient({
    pause,
    token: () => findSession(storage)?.token,
    onUnauthenticated: () => force('unauthenticated'),
    onEpoch: (epoch) => {
      if (state.status === 'signed-in') state.device.noteEpoch(epoch)
    },
    onContact: (reached) => {
      if (state.status === 'signed-in') state.device.contact.note(reached)
    },
    ...(ports.baseUrl === undefined ? {} : { baseUrl: ports.baseUrl }),
    ...(ports.build === undefined ? {} : { build: ports.build }),
  })

  /** Local storage owns the session: this tab follows other tabs, late events included. */
  const followStorage = (event: Event): void => {
    const { key } = event as StorageEvent
    if (key !== null && key !== SESSION_KEYS.token && key !== SESSION_KEYS.user) return
    if (state.status !== 'signed-in') return
    const user = findSession(storage)?.user
    if (user?.id === state.user.id) {
      if (key === SESSION_KEYS.user) setState({ ...state, user })
      return
    }
    if (key === null) {
      // Tells the next session whether the databases were emptied as well.
      state.device.health.keepMarker()
    }
    end(key === null ? { reason: 'emptied', until: null } : null)?.database.close()
    void shut(settings.change(NO_FILTERS))
  }
  ports.events.addEventListener('storage', followStorage)

  const keep = (): void => {
    const stored = findSession(storage)
    if (stored?.user.id === user.id) keepSession(database, stored).catch(onTrouble)
  }
  // The row is missing if the database did not open in time at the sign-in.
  keep()
  // In case the previous session could not.
  if (!ports.restored) settings.change(NO_FILTERS).catch(onTrouble)
  forgetUnsentWork(database, user.id).catch(onTrouble)
  let state: SessionState = {
    status: 'signed-in',
    id: sessionIdOf(token),
    user,
    device: openFor(user),
    restored: ports.restored,
  }

  return {
    api,
    pause,
    database,
    settings,
    session: {
      get: () => state,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      signOut: async (unsent) => {
        // It is sent even while the server asks to wait.
        pause.end()
        const failure = await api.call(auth.signOut, { signal: AbortSignal.timeout(SIGN_OUT_WAITS_MS) }).then(
          () => undefined,
          (error: unknown) => {
            if (error instanceof ApiError) return error
            throw error
          },
        )
        await close(null, { unsent, isRevoked: failure === undefined || failure.status === 401 })
        return failure
      },
      end: (unsent) => close(null, { unsent, isRevoked: true }),
      changeUser: (user) => {
        // Another tab may have ended the session meanwhile.
        if (state.status !== 'signed-in' || findSession(storage)?.user.id !== user.id) return
        storeUser(storage, user)
        setState({ ...state, user })
      },
      keep,
      askedToWait,
      goOnInMemory: async () => {
        const memory = await loadMemoryStorage()
        if (state.status !== 'signed-in') return
        const { device } = state
        device.stop()
        setState({ ...state, device: openFor(state.user, memory) })
        device.database.close()
      },
    },
    stop: () => {
      ports.events.removeEventListener('storage', followStorage)
      settings.stop()
      if (state.status === 'signed-in') state.device.stop()
    },
  }
}

/** Keeps an ended session's unsent work, its trollies and a count, or nothing if the person discards it. */
const leaveBehind = async (parts: {
  device: Pick<UserDevice, 'userId' | 'database' | 'health'>
  database: DeviceDatabase
  storage: Pick<Storage, 'removeItem'>
  unsent: 'keep' | 'discard'
  now: number
}): Promise<void> => {
  const { userId, database, health } = parts.device
  if (health.get().database === 'memory') {
    database.close()
    return
  }
  try {
    // Missing on an insecure origin.
    await globalThis.caches?.delete(IMAGE_CACHE)
    if (parts.unsent === 'discard') {
      await discardAll(database)
      parts.storage.removeItem(keptMarkerKey(userId))
      await forgetUnsentWork(parts.database, userId)
      return
    }
    await clearCaches(database)
    if ((await database.outbox.count()) === 0) await forgetChoice(database)
    await noteUnsentWork({ device: parts.database, database, userId, now: parts.now })
  } finally {
    database.close()
  }
}
