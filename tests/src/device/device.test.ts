import { IDBFactory } from 'fake-indexeddb'
import { describe, expect, test, vi } from 'vitest'
import { findChoice, keepChoice } from '#src/store/choice.ts'
import { SESSION_KEYS } from '#src/store/device/session.ts'
import { keptMarkerKey } from '#src/store/storage-health.ts'
import { userDatabaseName } from '#src/store/user-database.ts'
import { revokeEndedSessions } from '#src/sync/ended-sessions.ts'
import {
  addWork,
  aTab,
  CREDENTIALS,
  chef,
  porter,
  serverReplies,
  store,
  type Tab,
  tellTabs,
} from '#tests/support/browser-tab.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aCustomer, aProduct } from '#tests/support/signed-in.tsx'

const replies = serverReplies()

const databaseNames = async (indexedDB: IDBFactory) => (await indexedDB.databases()).map(({ name }) => name)

test('a stored session is restored before any network request', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  expect(tab.session()).toMatchObject({ status: 'signed-in', user: chef, restored: true })
  expect(fetch).not.toHaveBeenCalled()
  // The service worker finds the token where it can read it.
  await eventually(async () =>
    expect(await tab.database.session.get('current')).toMatchObject({ userId: chef.id, token: 'token-1' }),
  )
})

test('an unreadable stored session counts as signed out', async () => {
  localStorage.setItem(SESSION_KEYS.user, '{"half')
  localStorage.setItem(SESSION_KEYS.token, 'token-1')
  expect((await aTab()).session()).toEqual({ status: 'signed-out', forced: null })
})

test('signing in stores user and token and opens the user’s database', async () => {
  const tab = await aTab()
  const { opened } = tab
  await tab.signIn(CREDENTIALS)
  expect(tab.session()).toMatchObject({ status: 'signed-in', restored: false })
  expect(opened.map(({ userId }) => userId)).toEqual([chef.id])
  expect(localStorage.getItem(SESSION_KEYS.token)).toBe('token-1')
})

test('a wrong password changes nothing', async () => {
  replies['auth/sign-in'] = { status: 401, body: { message: 'Wrong.', code: 'wrong_credentials' } }
  const tab = await aTab()
  const { timers } = tab
  await expect(tab.signIn(CREDENTIALS)).rejects.toMatchObject({ code: 'wrong_credentials' })
  expect(tab.session()).toEqual({ status: 'signed-out', forced: null })
  expect(timers).toEqual([])
})

test('signing out clears session and caches, and tells the server', async () => {
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

test('a sign-out the server did not receive still signs out, and returns the failure', async () => {
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await expect(tab.device().session.signOut('keep')).resolves.toMatchObject({ code: 'no_reply' })
  expect(tab.session().status).toBe('signed-out')
  expect(localStorage.length).toBe(0)
})

/** The user and the token: a device that is still closing may yet write its storage's marker beside them. */
const storedSession = () => [SESSION_KEYS.user, SESSION_KEYS.token].map((key) => localStorage.getItem(key))

describe('a browser that was killed brings back an older local storage', () => {
  const CHEF = { user: chef, token: 'token-1' }
  const signedInAndOut = async (indexedDB: IDBFactory) => {
    const tab = await aTab(indexedDB)
    await tab.signIn(CREDENTIALS)
    await tab.device().session.signOut('keep')
    return tab
  }

  test('an ended session is not restored, and its local storage is cleared', async () => {
    const indexedDB = new IDBFactory()
    const before = await signedInAndOut(indexedDB)
    store(CHEF.user, CHEF.token)
    const tab = await aTab(indexedDB)
    expect(tab.session()).toEqual({ status: 'signed-out', forced: null })
    expect(storedSession()).toEqual([null, null])
    expect(before.opened).toHaveLength(1)
    expect(tab.opened).toHaveLength(0)
  })

  test('nobody is restored if another user has signed in since, and both sessions are ended', async () => {
    const indexedDB = new IDBFactory()
    const before = await signedInAndOut(indexedDB)
    replies['auth/sign-in'] = { status: 200, body: { user: porter, token: 'token-2' } }
    await before.signIn(CREDENTIALS)
    store(CHEF.user, CHEF.token)
    const tab = await aTab(indexedDB)
    expect(tab.session()).toEqual({ status: 'signed-out', forced: null })
    expect(storedSession()).toEqual([null, null])
    expect(await endedTokens(tab)).toEqual(['token-1', 'token-2'])
  })

  test('a user who signed in again is restored with the new session', async () => {
    const indexedDB = new IDBFactory()
    const before = await signedInAndOut(indexedDB)
    replies['auth/sign-in'] = { status: 200, body: { user: chef, token: 'token-2' } }
    await before.signIn(CREDENTIALS)
    store(CHEF.user, CHEF.token)
    const tab = await aTab(indexedDB)
    expect(tab.session()).toMatchObject({ status: 'signed-in', user: chef, restored: true })
    expect(localStorage.getItem(SESSION_KEYS.token)).toBe('token-2')
  })

  test('a sign-in counts once its row is stored', async () => {
    const tab = await aTab()
    let rowThen: unknown
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(function (this: Storage, name, value) {
      rowThen = tab.database.session.get('current')
      vi.restoreAllMocks()
      this.setItem(name, value)
    })
    await tab.signIn(CREDENTIALS)
    expect(await rowThen).toMatchObject({ userId: chef.id, token: 'token-1' })
  })

  test('two tabs that restore at once, after the databases were cleared, both do', async () => {
    const indexedDB = new IDBFactory()
    store(CHEF.user, CHEF.token)
    const tabs = await Promise.all([aTab(indexedDB), aTab(indexedDB)])
    for (const tab of tabs) expect(tab.session()).toMatchObject({ status: 'signed-in', user: chef })
  })
})

describe('a session that the server may still accept', () => {
  test('is kept after a sign-out it has not heard of, until it has', async () => {
    const tab = await aTab()
    await tab.signIn(CREDENTIALS)
    await tab.device().session.signOut('keep')
    expect(await endedTokens(tab)).toEqual(['token-1'])
    expect(tab.syncs).toEqual(['asked'])

    expect(await revokeEndedSessions(tab.database, BASE)).toBe(1)
    expect(await endedTokens(tab)).toEqual(['token-1'])
    replies['auth/sign-out'] = { status: 200, body: { message: 'Signed Out Successfully' } }
    expect(await revokeEndedSessions(tab.database, BASE)).toBe(0)
    const [, request] = vi.mocked(fetch).mock.lastCall ?? []
    expect(new Headers(request?.headers).get('authorization')).toBe('Bearer token-1')
    expect(await tab.database.session.count()).toBe(0)
  })

  test('is forgotten if the server says that it has ended, but not if a portal does', async () => {
    const tab = await aTab()
    await tab.database.session.put({ name: 'ended:1', userId: chef.id, token: 'token-1' })
    replies['auth/sign-out'] = { status: 401, body: 'Sign in to this network' }
    expect(await revokeEndedSessions(tab.database, BASE)).toBe(1)
    replies['auth/sign-out'] = { status: 401, body: { message: 'No.', code: 'unauthenticated' } }
    expect(await revokeEndedSessions(tab.database, BASE)).toBe(0)
    expect(await tab.database.session.count()).toBe(0)
  })

  test.each([
    [200, { message: 'Signed Out Successfully' }],
    [401, { message: 'No.', code: 'unauthenticated' }],
  ])('is not kept after a sign-out that the server answers with %i', async (status, body) => {
    replies['auth/sign-out'] = { status, body }
    const tab = await aTab()
    await tab.signIn(CREDENTIALS)
    await tab.device().session.signOut('keep')
    expect(await tab.database.session.count()).toBe(0)
    expect(tab.syncs).toEqual([])
  })

  test('is kept after a sign-out that the server forced by asking to wait', async () => {
    const tab = await aTab()
    await tab.signIn(CREDENTIALS)
    tab.device().session.askedToWait({ status: 503 })
    for (const { act } of tab.timers) act()
    await eventually(async () => expect(await endedTokens(tab)).toEqual(['token-1']))
  })
})

const BASE = 'http://trolly.example.com'

/** Of sessions that ended on this device alone; the current one's are not among them. */
const endedTokens = async ({ database }: Tab) =>
  (await database.session.toArray()).flatMap(({ name, token }) => (name === 'current' ? [] : [token])).sort()

test('kept work is counted for other users, until its owner returns', async () => {
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  await addWork(tab, 'T1')
  await addWork(tab, 'T2')
  await tab.device().session.signOut('keep')
  expect(await tab.database.unsentWork.toArray()).toEqual([
    { userId: chef.id, operations: 2, trollies: 2, at: Date.parse('2026-11-20T12:00:00Z') },
  ])
  await tab.signIn(CREDENTIALS)
  await eventually(async () => expect(await tab.database.unsentWork.count()).toBe(0))
  expect(await tab.opened.at(-1)?.database.outbox.count()).toBe(2)
})

test('discarded work is deleted with the whole database, and is not counted', async () => {
  const indexedDB = new IDBFactory()
  const tab = await aTab(indexedDB)
  await tab.signIn(CREDENTIALS)
  localStorage.setItem(keptMarkerKey(chef.id), '{"waiting":1}')
  await addWork(tab)
  await tab.device().session.signOut('discard')
  expect(await databaseNames(indexedDB)).not.toContain(userDatabaseName(chef.id))
  expect(await tab.database.unsentWork.count()).toBe(0)
  // Otherwise the next start would mistake the missing database for an eviction.
  expect(localStorage.getItem(keptMarkerKey(chef.id))).toBeNull()
})

test('a session that the server has ended itself is cleared here without telling it', async () => {
  const tab = await aTab()
  await tab.signIn(CREDENTIALS)
  const calls = vi.mocked(fetch).mock.calls.length
  await tab.device().session.end('discard')
  expect(tab.session()).toEqual({ status: 'signed-out', forced: null })
  expect(localStorage.length).toBe(0)
  expect(await tab.database.session.count()).toBe(0)
  expect(vi.mocked(fetch).mock.calls).toHaveLength(calls)
  expect(tab.syncs).toEqual([])
})

test('a person’s new details are kept on the device, unless the session has ended', async () => {
  const indexedDB = new IDBFactory()
  const tab = await aTab(indexedDB)
  await tab.signIn(CREDENTIALS)
  const { session } = tab.device()
  session.changeUser({ ...chef, username: 'Jo Fletcher' })
  expect(tab.session()).toMatchObject({ status: 'signed-in', user: { username: 'Jo Fletcher' } })
  expect((await aTab(indexedDB)).session()).toMatchObject({ user: { username: 'Jo Fletcher' } })
  await session.end('keep')
  session.changeUser(chef)
  expect(localStorage.length).toBe(0)
})

test('the chosen account is forgotten, unless work waits for it', async () => {
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

  test('at a forced sign-out', async () => {
    const tab = await filtered()
    tab.opened[0]?.askedToWait({ status: 503 })
    for (const { act } of tab.timers) act()
    await eventually(async () => expect(await keptIn(tab)).toEqual(ENDED))
  })

  test('when another tab ends it', async () => {
    const tab = await filtered()
    store(porter, 'token-2')
    tellTabs(SESSION_KEYS.user)
    expect(tab.device().settings.get()).toMatchObject(ENDED)
  })

  test('before the next session starts, if it did not end properly', async () => {
    const tab = await filtered()
    localStorage.clear()
    tellTabs(SESSION_KEYS.token)
    await tab.database.settings.put({ name: 'product_filters', value: { storage_type: 'frozen' } })
    await tab.signIn(CREDENTIALS)
    await eventually(async () => expect(await keptIn(tab)).toEqual(ENDED))
  })

  test('but not at a reload', async () => {
    const indexedDB = new IDBFactory()
    await filtered(indexedDB)
    const reloaded = await aTab(indexedDB)
    await eventually(() =>
      expect(reloaded.device().settings.get()).toMatchObject({ product_filters: { storage_type: 'frozen' } }),
    )
  })
})
