import { beforeEach, expect, test, vi } from 'vitest'
import type { SessionState } from '#src/device/session/device.ts'
import { farewellFor, leaveSignedOut } from '#src/features/session/after-sign-out.ts'
import { greet } from '#src/features/session/greet.ts'
import { noSignal } from '#tests/support/fake-api.ts'

const RESTORED = { status: 'signed-in', restored: true, user: { id: 'u1' } } as SessionState
const NOBODY: SessionState = { status: 'signed-out', forced: null }

beforeEach(() => sessionStorage.clear())

const greeted = (session: SessionState, search = ''): string[] => {
  const show = vi.fn()
  greet({
    session: () => session,
    search,
    storage: sessionStorage,
    after: (_, act) => act(),
    notifications: { show },
  })
  return show.mock.calls.map(([{ message, statusColor }]) => `${statusColor}: ${message}`)
}

test('someone who is known is welcomed back', () => {
  expect(greeted(RESTORED)).toEqual(['success: Welcome Back'])
})

test('once a start of the app: a reload in the same tab is none', () => {
  expect(greeted(RESTORED)).toHaveLength(1)
  expect(greeted(RESTORED)).toEqual([])
  // A tab of its own has its own session storage.
  sessionStorage.clear()
  expect(greeted(RESTORED)).toHaveLength(1)
})

test('nobody is welcomed back to a session that turns out to have ended', () => {
  const show = vi.fn()
  let session = RESTORED
  let pass = (): void => {}
  greet({
    session: () => session,
    search: '',
    storage: sessionStorage,
    after: (_, act) => {
      pass = act
    },
    notifications: { show },
  })
  expect(show).not.toHaveBeenCalled()
  session = { status: 'signed-out', forced: { reason: 'unauthenticated', until: null } }
  pass()
  expect(show).not.toHaveBeenCalled()
})

test.each([
  '?payment_inent_client_secret=pi_1',
  '?payment_intent_client_secret=pi_1',
  '?a=1&payment_inent_client_secret=',
])('but not when coming back from paying: %s', (search) => {
  expect(greeted(RESTORED, search)).toEqual([])
})

test('a visitor is greeted by nobody', () => {
  expect(greeted(NOBODY)).toEqual([])
})

test('after signing out the page that comes up says so, once', () => {
  sessionStorage.setItem('trolly-farewell', JSON.stringify(farewellFor(undefined)))
  expect(greeted(NOBODY)).toEqual(['success: Signed Out Successfully'])
  expect(greeted(NOBODY)).toEqual([])
})

test('a sign-out that the server did not hear of says what has ended, and when the rest does', () => {
  sessionStorage.setItem('trolly-farewell', JSON.stringify(farewellFor(noSignal())))
  expect(greeted(NOBODY)).toEqual([
    'error: You’re signed out on this device. We couldn’t reach the server, so the session there will expire by itself 90 days after you signed in.',
  ])
})

test('leaving goes to the landing page anew', () => {
  const assign = vi.fn()
  leaveSignedOut(undefined, { storage: sessionStorage, assign })
  expect(assign).toHaveBeenCalledWith('/')
  expect(greeted(NOBODY)).toEqual(['success: Signed Out Successfully'])
})
