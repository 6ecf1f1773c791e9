import { beforeEach, expect, test, vi } from 'vitest'
import { ACCOUNT_MESSAGES } from '#domain/account-messages.ts'
import type { SessionState } from '#src/device/device.ts'
import { farewellFor, leaveSaying, leaveSignedOut } from '#src/features/session/after-sign-out.ts'
import { greet } from '#src/features/session/greet.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
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

test('a returning user is welcomed back', () => {
  expect(greeted(RESTORED)).toEqual(['success: Welcome Back'])
})

test('once per start of the app, not at a reload in the same tab', () => {
  expect(greeted(RESTORED)).toHaveLength(1)
  expect(greeted(RESTORED)).toEqual([])
  // A separate tab has its own session storage.
  sessionStorage.clear()
  expect(greeted(RESTORED)).toHaveLength(1)
})

test('nobody is welcomed back to a session that has ended', () => {
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
])('but not when returning from a payment: %s', (search) => {
  expect(greeted(RESTORED, search)).toEqual([])
})

test('a visitor is not greeted', () => {
  expect(greeted(NOBODY)).toEqual([])
})

test('after signing out the next page says so once', () => {
  sessionStorage.setItem('trolly-farewell', JSON.stringify(farewellFor(undefined)))
  expect(greeted(NOBODY)).toEqual(['success: Signed Out Successfully'])
  expect(greeted(NOBODY)).toEqual([])
})

test('a sign-out the server did not receive says what has ended and when the rest will', () => {
  sessionStorage.setItem('trolly-farewell', JSON.stringify(farewellFor(noSignal())))
  expect(greeted(NOBODY)).toEqual([
    'error: You’re signed out on this device. We couldn’t reach the server, so your session there will end when this device is next online.',
  ])
})

test('signing out ends at / with a reload', async () => {
  const assign = vi.fn()
  await leaveSignedOut(undefined, { storage: sessionStorage, canReload: async () => true, assign })
  expect(assign).toHaveBeenCalledWith('/')
  expect(greeted(NOBODY)).toEqual(['success: Signed Out Successfully'])
})

test.each([
  ['deletion', ACCOUNT_MESSAGES.deleted, 'Your Account has been deleted'],
  ['deactivation', ACCOUNT_MESSAGES.deactivated, 'Your Account Is On Stop'],
])('%s ends at / with a reload', async (_, message, words) => {
  const assign = vi.fn()
  const page = { storage: sessionStorage, canReload: async () => true, assign }
  await leaveSaying({ message, failed: false }, page)
  expect(assign).toHaveBeenCalledWith('/')
  expect(greeted(NOBODY)).toEqual([`success: ${words}`])
})

test('signing out where neither this device nor the server has the page says so on this one', async () => {
  const assign = vi.fn()
  const show = vi.spyOn(notifications, 'show')
  await leaveSignedOut(noSignal(), { storage: sessionStorage, canReload: async () => false, assign })
  expect(assign).not.toHaveBeenCalled()
  expect(show.mock.lastCall?.[0].message).toMatch(/^You’re signed out on this device/)
  expect(sessionStorage.getItem('trolly-farewell')).toBeNull()
  notifications.clear()
  show.mockRestore()
})
