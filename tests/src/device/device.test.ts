import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { customers } from '#contract/customers.ts'
import type { User } from '#domain/user.ts'
import { createApiClient } from '#src/api/client.ts'
import { createPause } from '#src/api/pause.ts'
import { createSeam, type Seam } from '#src/app/seam.ts'
import {
  type Device,
  type DevicePorts,
  FORCED_SIGN_OUT_DELAY_MS,
  type OpeningPorts,
  openDevice,
  type SessionState,
} from '#src/device/device.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { type DeviceDatabase, openDeviceDatabase } from '#src/store/device-database.ts'
import { SESSION_KEYS, type Session } from '#src/store/session.ts'
import { keptMarkerKey, memoryHealth } from '#src/store/storage-health.ts'
import { openUserDatabase, userDatabaseName } from '#src/store/user-database.ts'
import { aCreate, aCustomer, aProduct, aRecord, aUser } from '#tests/support/signed-in.tsx'

const chef = aUser()
const porter = aUser({ id: '01900000-0000-7000-8000-00000000000b', username: 'Sam Porter' })
const CREDENTIALS = { email: 'chef@example.com', password: 'trolly' }

/** What the server answers next, by path; anything else is a cut line. */
let replies: Record<string, { status: number; body: unknown; headers?: Record<string, string> }>

beforeEach(() => {
  localStorage.clear()
  replies = { 'auth/sign-in': { status: 200, body: { user: chef, token: 'token-1' } } }
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

type Tab = {
  /** Of the session that is open now, or was last. */
  device: () => Device
  session: () => SessionState
  signIn: Seam['signIn']
  /** Another connection to the database that all users share. */
  database: DeviceDatabase
  opened: (UserDevice & {
    ended: () => boolean
    unauthenticated: () => void
    askedToWait: OpeningPorts['onAskedToWait']
  })[]
  /** The timers that were set, run by the test. */
  timers: { delayMs: number; act: () => void }[]
  ended: () => number
  /** What was done about local storage that was emptied, in order. */
  emptied: string[]
}

/** A tab of a browser; several of one browser share its databases and local storage. */
const aTab = async (indexedDB = new IDBFactory()): Promise<Tab> => {
  const opened: Tab['opened'] = []
  const timers: Tab['timers'] = []
  const onEnd = vi.fn()
  const devices: Device[] = []
  const emptied: string[] = []
  const keepMarker = () => void emptied.push('marker kept')
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
        health: memory ? memoryHealth() : { get: () => ({ database: 'open' }), keepMarker },
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
    onEmptied: () => void emptied.push('told'),
    onEnd,
    after: (delayMs, act) => void timers.push({ delayMs, act }),
    now: () => Date.parse('2026-11-20T12:00:00Z'),
    onTrouble: (error) => void troubles.push(error),
    baseUrl,
  }
  const seam = createSeam({
    storage: localStorage,
    events: window,
    api: createApiClient({
      token: () => undefined,
      pause: createPause(Date.now),
      onForcedSignOut: () => {},
      baseUrl,
    }),
    loadMember: async () => ({ openMember }),
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
  await seam.restore()
  return {
    device,
    database,
    signIn: seam.signIn,
    session: () =>
      seam.get().status === 'signed-in' ? device().session.get() : (devices.at(-1)?.session.get() ?? NOBODY),
    opened,
    timers,
    ended: () => onEnd.mock.calls.length,
    emptied,
  }
}

const NOBODY: SessionState = { status: 'signed-out', forced: null }

const store = (user: User, token: string): void => {
  localStorage.setItem(SESSION_KEYS.user, JSON.stringify(user))
  localStorage.setItem(SESSION_KEYS.token, token)
}
const tellTabs = (key: string): void => {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}
const addWork = (tab: Tab, lane = 'T1') =>
  tab.opened.at(-1)?.database.outbox.add(aRecord({ lane, operation: aCreate(lane) }))
const databaseNames = async (indexedDB: IDBFactory) => (await indexedDB.databases()).map(({ name }) => name)

test('a stored session is restored before anything is asked of the network', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  expect(tab.session()).toMatchObject({ status: 'signed-in', user: chef, restored: true })
  expect(fetch).not.toHaveBeenCalled()
  // The service worker finds the token where it can read it.
  await vi.waitFor(async () =>
    expect(await tab.database.session.get('current')).toMatchObject({ userId: chef.id, token: 'token-1' }),
  )
})

test('what is stored and cannot be read is as good as signed out', async () => {
  localStorage.setItem(SESSION_KEYS.user, '{"half')
  localStorage.setItem(SESSION_KEYS.token, 'token-1')
  expect((await aTab()).session()).toEqual({ status: 'signed-out', forced: null })
})

test('signing in stores user and token and opens what is kept for the user', async () => {
  const tab = await aTab()
  const { opened } = tab
  await tab.signIn(CREDENTIALS)
  expect(tab.session()).toMatchObject({ status: 'signed-in', restored: false })
  expect(opened.map(({ userId }) => userId)).toEqual([chef.id])
  expect(localStorage.getItem(SESSION_KEYS.token)).toBe('token-1')
})

test('a wrong password leaves everything as it was', async () => {
  replies['auth/sign-in'] = { status: 401, body: { message: 'Wrong.', code: 'wrong_credentials' } }
  const tab = await aTab()
  const { timers } = tab
  await expect(tab.signIn(CREDENTIALS)).rejects.toMatchObject({ code: 'wrong_credentials' })
  expect(tab.session()).toEqual({ status: 'signed-out', forced: null })
  expect(timers).toEqual([])
})

test('signing out forgets session and caches, and tells the server', async () => {
  replies['auth/sign-out'] = { status: 200, body: { message: 'Signed Out Successfully' } }
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  const [user] = tab.opened
  await user?.database.products.put(aProduct())
  await expect(tab.device().session.signOut('keep')).resolves.toBeUndefined()
  expect(tab.session()).toEqual({ status: 'signed-out', forced: null })
  expect(localStorage.length).toBe(0)
  expect(await tab.database.session.count()).toBe(0)
  expect(user?.ended()).toBe(true)
  expect(tab.ended()).toBe(1)
  await user?.database.open()
  expect(await user?.database.products.count()).toBe(0)
})

test('a sign-out that the server does not hear of is one all the same, and its failure is told', async () => {
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await expect(tab.device().session.signOut('keep')).resolves.toMatchObject({ code: 'no_reply' })
  expect(tab.session().status).toBe('signed-out')
  expect(localStorage.length).toBe(0)
})

test('kept work is noted for others as counts, and the note goes when its owner is back', async () => {
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await addWork(tab, 'T1')
  await addWork(tab, 'T2')
  await tab.device().session.signOut('keep')
  expect(await tab.database.unsentWork.toArray()).toEqual([
    { userId: chef.id, operations: 2, trollies: 2, at: Date.parse('2026-11-20T12:00:00Z') },
  ])
  await tab.signIn(CREDENTIALS)
  await vi.waitFor(async () => expect(await tab.database.unsentWork.count()).toBe(0))
  expect(await tab.opened.at(-1)?.database.outbox.count()).toBe(2)
})

test('discarded work is gone with the whole database, and leaves no note', async () => {
  const indexedDB = new IDBFactory()
  const tab = await aTab(indexedDB)
  await tab.signIn(CREDENTIALS)
  localStorage.setItem(keptMarkerKey(chef.id), '{"waiting":1}')
  await addWork(tab)
  await tab.device().session.signOut('discard')
  expect(await databaseNames(indexedDB)).not.toContain(userDatabaseName(chef.id))
  expect(await tab.database.unsentWork.count()).toBe(0)
  // Or the next start would take the missing database for an eviction.
  expect(localStorage.getItem(keptMarkerKey(chef.id))).toBeNull()
})

test('for whom one orders is forgotten, unless work waits that is for them', async () => {
  const tab = await aTab()
  const choice = { customer: aCustomer(), deliveryDay: null, trollyId: null }
  for (const waits of [false, true]) {
    await tab.signIn(CREDENTIALS)
    const database = tab.opened.at(-1)?.database
    if (!database) throw new Error('nothing was opened')
    await keepChoice(database, choice)
    if (waits) await addWork(tab)
    await tab.device().session.signOut('keep')
    await database.open()
    expect(await findChoice(database)).toEqual(waits ? choice : undefined)
    database.close()
  }
})

describe('the filters of the last search, but no other setting, end with the session', () => {
  const filtered = async (indexedDB = new IDBFactory()) => {
    store(chef, 'token-1')
    const tab = await aTab(indexedDB)
    await tab.device().settings.change({ product_filters: { storage_type: 'frozen' }, sortBy: 'name' })
    return tab
  }
  const keptIn = async ({ database }: Tab) => {
    const rows = await database.settings.toArray()
    return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
  }
  const ENDED = { product_filters: {}, sortBy: 'name' }

  test('at a sign-out', async () => {
    const tab = await filtered()
    await tab.device().session.signOut('keep')
    expect(tab.device().settings.get()).toMatchObject(ENDED)
    expect(await keptIn(tab)).toEqual(ENDED)
  })

  test('at a forced one', async () => {
    const tab = await filtered()
    tab.opened[0]?.askedToWait({ status: 503 })
    for (const { act } of tab.timers) act()
    await vi.waitFor(async () => expect(await keptIn(tab)).toEqual(ENDED))
  })

  test('where another tab ends it', async () => {
    const tab = await filtered()
    store(porter, 'token-2')
    tellTabs(SESSION_KEYS.user)
    expect(tab.device().settings.get()).toMatchObject(ENDED)
  })

  test('before the next one begins, where it was not ended properly', async () => {
    const tab = await filtered()
    localStorage.clear()
    tellTabs(SESSION_KEYS.token)
    await tab.database.settings.put({ name: 'product_filters', value: { storage_type: 'frozen' } })
    await tab.signIn(CREDENTIALS)
    await vi.waitFor(async () => expect(await keptIn(tab)).toEqual(ENDED))
  })

  test('but not with a reload', async () => {
    const indexedDB = new IDBFactory()
    await filtered(indexedDB)
    const reloaded = await aTab(indexedDB)
    await vi.waitFor(() =>
      expect(reloaded.device().settings.get()).toMatchObject({ product_filters: { storage_type: 'frozen' } }),
    )
  })
})

test('a session is known by the same id in every tab, and the next one by another', async () => {
  store(chef, 'token-1')
  const ids = [await aTab(), await aTab()].map(sessionIdIn)
  store(chef, 'token-2')
  ids.push(sessionIdIn(await aTab()))
  expect(ids[0]).toBe(ids[1])
  expect(ids[2]).not.toBe(ids[0])
})

const sessionIdIn = ({ session }: Tab) => {
  const state = session()
  return state.status === 'signed-in' ? state.id : undefined
}

test.each([
  ['a call of the person', { startedBy: 'person' as const }, 401, 'unauthenticated'],
  ['a call of the app', { startedBy: 'app' as const }, 401, 'unauthenticated'],
  ['a call of the person', { startedBy: 'person' as const }, 429, 'rateLimited'],
  ['a call of the person', { startedBy: 'person' as const }, 503, 'maintenance'],
])(
  '%s (%j) that is answered %i ends the session after 100 ms and keeps the work',
  async (_, by, status, reason) => {
    const CODES: Record<number, string> = { 401: 'unauthenticated', 429: 'rate_limited', 503: 'maintenance' }
    replies['customer/search'] = {
      status,
      body: { message: 'No.', code: CODES[status] },
      headers: { 'retry-after': '120' },
    }
    const tab = await aTab()
    await tab.signIn(CREDENTIALS)
    await addWork(tab)
    await expect(tab.device().api.call(customers.search, { body: {}, ...by })).rejects.toMatchObject({
      status,
    })
    expect(tab.session().status).toBe('signed-in')
    expect(tab.timers.map(({ delayMs }) => delayMs)).toEqual([FORCED_SIGN_OUT_DELAY_MS])
    for (const { act } of tab.timers) act()
    expect(tab.session()).toEqual({
      status: 'signed-out',
      forced: { reason, until: Date.parse('2026-11-20T12:02:00Z') },
    })
    await vi.waitFor(async () => expect(await tab.database.unsentWork.count()).toBe(1))
  },
)

test.each([429, 503])('a call of the app that is answered %i ends nothing', async (status) => {
  replies['customer/search'] = {
    status,
    body: { message: 'No.', code: status === 429 ? 'rate_limited' : 'maintenance' },
  }
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await expect(tab.device().api.call(customers.search, { body: {}, startedBy: 'app' })).rejects.toMatchObject(
    {
      status,
    },
  )
  expect(tab.timers).toEqual([])
})

test.each([
  [429, 'rateLimited'],
  [503, 'maintenance'],
])(
  'an order that its person waits for, answered %i, ends the session and is kept',
  async (status, reason) => {
    const tab = await aTab()
    await tab.signIn(CREDENTIALS)
    await addWork(tab)
    tab.opened[0]?.askedToWait({ status, retryAfterSeconds: 120 })
    for (const { act } of tab.timers) act()
    expect(tab.session()).toEqual({
      status: 'signed-out',
      forced: { reason, until: Date.parse('2026-11-20T12:02:00Z') },
    })
    await vi.waitFor(async () => expect(await tab.database.unsentWork.count()).toBe(1))
    await tab.signIn(CREDENTIALS)
    expect(await tab.opened.at(-1)?.database.outbox.count()).toBe(1)
  },
)

test('a forced end comes too late for whoever has signed in since', async () => {
  replies['auth/sign-out'] = { status: 200, body: { message: '' } }
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  tab.opened[0]?.unauthenticated()
  await tab.device().session.signOut('keep')
  replies['auth/sign-in'] = { status: 200, body: { user: porter, token: 'token-2' } }
  await tab.signIn(CREDENTIALS)
  for (const { act } of tab.timers) act()
  expect(tab.session()).toMatchObject({ status: 'signed-in', user: porter })
})

test('signing out in one tab signs out the other', async () => {
  const indexedDB = new IDBFactory()
  store(chef, 'token-1')
  const [one, other] = [await aTab(indexedDB), await aTab(indexedDB)]
  await one.device().session.signOut('keep')
  tellTabs(SESSION_KEYS.user)
  expect(other.session()).toEqual({ status: 'signed-out', forced: null })
  expect(other.opened[0]?.ended()).toBe(true)
  expect(other.ended()).toBe(1)
})

test('signing in in one tab signs in the other', async () => {
  const tab = await aTab()
  store(chef, 'token-1')
  tellTabs(SESSION_KEYS.token)
  await vi.waitFor(() => expect(tab.session()).toMatchObject({ status: 'signed-in', user: chef }))
})

test('a tab that slept while another user signed in never goes on as the one before', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  store(porter, 'token-2')
  tellTabs(SESSION_KEYS.user)
  expect(tab.opened[0]?.ended()).toBe(true)
  await vi.waitFor(() => expect(tab.session()).toMatchObject({ status: 'signed-in', user: porter }))
})

test('local storage that was emptied signs out in words, and leaves a marker for the next session', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(tab.session()).toEqual({ status: 'signed-out', forced: null })
  expect(tab.emptied).toEqual(['marker kept', 'told'])
})

test('a sign-out in another tab is no emptied storage', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  localStorage.clear()
  tellTabs(SESSION_KEYS.token)
  expect(tab.session().status).toBe('signed-out')
  expect(tab.emptied).toEqual([])
})

test('what is not about the session changes nothing', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  const before = tab.session()
  tellTabs('trolly-appearance')
  expect(tab.session()).toBe(before)
})

/** A browser whose databases neither open nor fail. */
const withoutDatabases = (): IDBFactory => {
  const indexedDB = new IDBFactory()
  indexedDB.open = () => new EventTarget() as never
  return indexedDB
}

test('signing in needs no database', async () => {
  const tab = await aTab(withoutDatabases())
  await tab.signIn(CREDENTIALS)
  expect(tab.session()).toMatchObject({ status: 'signed-in', user: chef })
})

test('a database that does not answer keeps nobody signed in', async () => {
  replies['auth/sign-out'] = { status: 200, body: { message: '' } }
  const tab = await aTab(withoutDatabases())
  await tab.signIn(CREDENTIALS)
  const signedOut = tab.device().session.signOut('keep')
  await vi.waitFor(() => expect(tab.timers).toHaveLength(1))
  tab.timers[0]?.act()
  await signedOut
  expect(tab.session().status).toBe('signed-out')
  expect(localStorage.length).toBe(0)
})

test('where there is no database one goes on in memory, as the same person, and leaves nothing behind', async () => {
  replies['auth/sign-out'] = { status: 200, body: { message: '' } }
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await tab.device().session.goOnInMemory()
  const session = tab.session()
  expect(session).toMatchObject({ status: 'signed-in', user: chef })
  expect(session.status === 'signed-in' && session.device).toBe(tab.opened[1])
  expect(tab.opened.map((opened) => opened.ended())).toEqual([true, false])
  await addWork(tab)
  expect(await tab.opened[1]?.database.outbox.count()).toBe(1)
  await tab.device().session.signOut('keep')
  expect(await tab.database.unsentWork.count()).toBe(0)
})
