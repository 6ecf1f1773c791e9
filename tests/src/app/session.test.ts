import { beforeEach, expect, test, vi } from 'vitest'
import { auth } from '#contract/auth.ts'
import { createSessions } from '#src/app/session.ts'
import type { SessionState } from '#src/device/device.ts'
import { createStore } from '#src/state/store.ts'
import { SESSION_KEYS, storeSession } from '#src/store/device/session.ts'
import { eventually } from '#tests/support/eventually.ts'
import { fakeApi, refusal } from '#tests/support/fake-api.ts'
import { aUser } from '#tests/support/signed-in.tsx'

const CREDENTIALS = { email: 'chef@example.com', password: 'trolly' }
const SESSION = { user: aUser(), token: 'token-1' }

const ourSessions = () => {
  const server = fakeApi()
  server.on(auth.signIn, () => SESSION)
  const held = createStore<SessionState>({ status: 'signed-in' } as SessionState)
  const openMember = vi.fn(() => ({ device: { session: held } }) as never)
  const keepSession = vi.fn(async () => {})
  const loadMember = vi.fn(async () => ({ openMember, keepSession, endSession: async () => {} }))
  const events = new EventTarget()
  const log = vi.fn()
  const readSessionRows = async () => undefined
  const ports = { storage: localStorage, events, api: server.api, readSessionRows, loadMember, log }
  const sessions = createSessions(ports)
  const tellOfToken = () => events.dispatchEvent(new StorageEvent('storage', { key: SESSION_KEYS.token }))
  return { sessions, server, openMember, loadMember, endBy: held.set, tellOfToken, log }
}

beforeEach(() => localStorage.clear())

test('a visitor stays signed out, and no member code is loaded', async () => {
  const { sessions, loadMember } = ourSessions()
  await sessions.restore()
  expect(sessions.get()).toEqual({ status: 'signed-out', forced: null, lastUserId: undefined })
  expect(loadMember).not.toHaveBeenCalled()
})

test('the same snapshot is returned until something changes, as React requires', () => {
  const { sessions } = ourSessions()
  expect(sessions.get()).toBe(sessions.get())
})

test('a stored session is opened as restored, a new one is not', async () => {
  const signingIn = ourSessions()
  await expect(signingIn.sessions.signIn(CREDENTIALS)).resolves.toEqual(SESSION.user)
  expect(signingIn.openMember).toHaveBeenCalledWith(SESSION, { restored: false })
  const restoring = ourSessions()
  await restoring.sessions.restore()
  expect(restoring.openMember).toHaveBeenCalledWith(SESSION, { restored: true })
  expect(restoring.sessions.get().status).toBe('signed-in')
})

test('a refused sign-in stores nothing and opens nothing', async () => {
  const { sessions, server, openMember } = ourSessions()
  server.on(auth.signIn, () => {
    throw refusal('wrong_credentials')
  })
  await expect(sessions.signIn(CREDENTIALS)).rejects.toMatchObject({ code: 'wrong_credentials' })
  expect(localStorage.length).toBe(0)
  expect(openMember).not.toHaveBeenCalled()
})

test('a failure to load the member code leaves a visitor, who can try again', async () => {
  const { sessions, loadMember } = ourSessions()
  loadMember.mockRejectedValueOnce(new Error('no signal'))
  await expect(sessions.signIn(CREDENTIALS)).rejects.toThrow('no signal')
  expect(localStorage.length).toBe(0)
  expect(sessions.get().status).toBe('signed-out')
  await sessions.signIn(CREDENTIALS)
  expect(sessions.get().status).toBe('signed-in')
})

test('the end of a session returns to the visitor tree, with the reason and the user', async () => {
  const { sessions, endBy } = ourSessions()
  await sessions.signIn(CREDENTIALS)
  const told = vi.fn()
  sessions.subscribe(told)
  localStorage.clear()
  const forced = { reason: 'maintenance', until: null } as const
  endBy({ status: 'signed-out', forced })
  expect(sessions.get()).toEqual({ status: 'signed-out', forced, lastUserId: SESSION.user.id })
  expect(told).toHaveBeenCalledTimes(1)
})

test('a session announced by two tabs opens once', async () => {
  const { sessions, openMember, tellOfToken } = ourSessions()
  storeSession(localStorage, SESSION)
  tellOfToken()
  tellOfToken()
  await eventually(() => expect(sessions.get().status).toBe('signed-in'))
  await sessions.restore()
  expect(openMember).toHaveBeenCalledTimes(1)
})

test('a session that ends while its code is loading opens nothing', async () => {
  const { sessions, openMember, tellOfToken } = ourSessions()
  storeSession(localStorage, SESSION)
  tellOfToken()
  localStorage.clear()
  await sessions.restore()
  await Promise.resolve()
  expect(openMember).not.toHaveBeenCalled()
})
