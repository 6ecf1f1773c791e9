import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { addWork, aTab, CREDENTIALS, chef, serverReplies } from '#tests/support/browser-tab.ts'
import { eventually } from '#tests/support/eventually.ts'

const replies = serverReplies()

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

test('an unresponsive database does not prevent signing out', async () => {
  replies['auth/sign-out'] = { status: 200, body: { message: '' } }
  const tab = await aTab(withoutDatabases())
  await tab.signIn(CREDENTIALS)
  const signedOut = tab.device().session.signOut('keep')
  await eventually(() => expect(tab.timers).toHaveLength(1))
  tab.timers[0]?.act()
  await signedOut
  expect(tab.session().status).toBe('signed-out')
  expect(localStorage.length).toBe(0)
})

test('without a database the same user continues in memory, and leaves nothing behind', async () => {
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
