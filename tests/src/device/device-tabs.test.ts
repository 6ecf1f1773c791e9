import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { SESSION_KEYS } from '#src/store/device/session.ts'
import { aTab, chef, porter, serverReplies, store, type Tab, tellTabs } from '#tests/support/browser-tab.ts'
import { eventually } from '#tests/support/eventually.ts'

serverReplies()

test('a session has the same id in every tab, and the next session another', async () => {
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

test('new details in one tab are those of the other', async () => {
  const indexedDB = new IDBFactory()
  store(chef, 'token-1')
  const [one, other] = [await aTab(indexedDB), await aTab(indexedDB)]
  one.device().session.changeUser({ ...chef, username: 'Jo Fletcher' })
  tellTabs(SESSION_KEYS.user)
  expect(other.session()).toMatchObject({ status: 'signed-in', user: { username: 'Jo Fletcher' } })
  expect(other.opened[0]?.ended()).toBe(false)
})

test('signing in in one tab signs in the other', async () => {
  const tab = await aTab()
  store(chef, 'token-1')
  tellTabs(SESSION_KEYS.token)
  await eventually(() => expect(tab.session()).toMatchObject({ status: 'signed-in', user: chef }))
})

test('a tab that slept while another user signed in continues as that user', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  store(porter, 'token-2')
  tellTabs(SESSION_KEYS.user)
  expect(tab.opened[0]?.ended()).toBe(true)
  await eventually(() => expect(tab.session()).toMatchObject({ status: 'signed-in', user: porter }))
})

test('clearing local storage signs out with the reason, and leaves a marker for the next session', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  localStorage.clear()
  window.dispatchEvent(new StorageEvent('storage', { key: null }))
  expect(tab.session()).toEqual({ status: 'signed-out', forced: { reason: 'emptied', until: null } })
  expect(tab.emptied).toEqual(['marker kept'])
})

test('a sign-out in another tab does not count as cleared storage', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  localStorage.clear()
  tellTabs(SESSION_KEYS.token)
  expect(tab.session().status).toBe('signed-out')
  expect(tab.emptied).toEqual([])
})

test('unrelated storage changes have no effect', async () => {
  store(chef, 'token-1')
  const tab = await aTab()
  const before = tab.session()
  tellTabs('trolly-appearance')
  expect(tab.session()).toBe(before)
})
