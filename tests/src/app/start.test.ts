import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '#src/api/query-keys.ts'
import { startApp } from '#src/app/start.ts'
import type { SessionState } from '#src/device/device.ts'
import { createStore } from '#src/state/store.ts'
import { SESSION_KEYS } from '#src/store/device/session.ts'
import { isSiteDataBlocked, webStorage } from '#src/store/device/web-storage.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { eventually } from '#tests/support/eventually.ts'
import { aUser } from '#tests/support/signed-in.tsx'

const loadMember = vi.fn()
const startUpdates = vi.fn()
const start = () => startApp({ loadMember, startUpdates, watchEndedSessions: () => {} })

/** Whether a message for developers only is shown. */
const showsToDevelopers = (): boolean => {
  const id = notifications.show({ message: 'For developers' })
  if (id !== undefined) notifications.close(id)
  return id !== undefined
}

/**
 * Stores a session of a user with this account type.
 * @returns ends it
 */
const aSession = (account_type: 'NW' | 'C1') => {
  const user = aUser({ account_type })
  localStorage.setItem(SESSION_KEYS.user, JSON.stringify(user))
  localStorage.setItem(SESSION_KEYS.token, 'token')
  const state = createStore<SessionState>({
    status: 'signed-in',
    id: 's1',
    user,
    device: {} as never,
    restored: false,
  })
  const device = { session: state }
  loadMember.mockResolvedValue({ openMember: () => ({ device, readAhead: async () => {} }) })
  return () => {
    localStorage.clear()
    state.set({ status: 'signed-out', forced: null })
  }
}

beforeEach(() => {
  localStorage.clear()
  // What a browser has and this environment lacks.
  window.matchMedia = (media) => ({ media, matches: false, addEventListener: () => {} }) as never
})
afterEach(() => {
  vi.unstubAllEnvs()
  notifications.setProduction(true)
})

it('listens for the install offer and checks for newer builds even if the device fails to start', async () => {
  aSession('C1')
  loadMember.mockRejectedValue(new Error('no device'))
  const offers = vi.spyOn(window, 'addEventListener')
  await expect(start()).rejects.toThrow('no device')
  const listening = offers.mock.calls.findIndex(([type]) => type === 'beforeinstallprompt')
  const [updates = Number.NaN] = startUpdates.mock.invocationCallOrder
  const [device = Number.NaN] = loadMember.mock.invocationCallOrder
  expect(offers.mock.invocationCallOrder[listening]).toBeLessThan(device)
  expect(updates).toBeLessThan(device)
})

it.each(['localStorage', 'sessionStorage'] as const)(
  'starts with %s blocked, and remembers for the visit',
  async (kind) => {
    const blocked = vi.spyOn(window, kind, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    })
    try {
      expect((await start()).sessions.get().status).toBe('signed-out')
      webStorage(kind).setItem('token', 'token-1')
      expect(webStorage(kind).getItem('token')).toBe('token-1')
      expect(isSiteDataBlocked()).toBe(kind === 'localStorage')
      webStorage(kind).clear()
      expect(webStorage(kind).length).toBe(0)
    } finally {
      blocked.mockRestore()
    }
  },
)

it('loads no member code for a visitor', async () => {
  loadMember.mockClear()
  await start()
  expect(loadMember).not.toHaveBeenCalled()
})

it('shows developer messages outside production, and always to account type NW', async () => {
  vi.stubEnv('PROD', false)
  await start()
  expect(showsToDevelopers()).toBe(true)

  vi.stubEnv('PROD', true)
  aSession('C1')
  await start()
  expect(showsToDevelopers()).toBe(false)
  const end = aSession('NW')
  await start()
  expect(showsToDevelopers()).toBe(true)
  end()
  expect(showsToDevelopers()).toBe(false)
})

it('shows them if the server is not in production, from the stored reply on', async () => {
  const show = vi.spyOn(notifications, 'show')
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubEnv('PROD', true)
  const before = await start()
  before.replies.setQueryData(queryKeys.config(), { app_env: 'development', general: {} })
  await eventually(() => expect(localStorage.getItem('trolly-replies-visitor')).toContain('development'))
  const { replies } = await start()
  expect(showsToDevelopers()).toBe(true)
  window.dispatchEvent(
    new ErrorEvent('error', { message: 'x is undefined', error: new Error('x is undefined') }),
  )
  expect(show.mock.lastCall?.[0].message).toBe('A Frontend Error has occured: x is undefined')
  expect(log).toHaveBeenCalled()
  notifications.clear()
  vi.restoreAllMocks()
  replies.setQueryData(queryKeys.config(), { app_env: 'production', general: {} })
  expect(showsToDevelopers()).toBe(false)
})

it.each([
  ['has not replied yet', undefined],
  ['does not give its environment', { general: {} }],
])('hides them if the server %s', async (_, config) => {
  vi.stubEnv('PROD', true)
  const { replies } = await start()
  if (config) replies.setQueryData(queryKeys.config(), config)
  expect(showsToDevelopers()).toBe(false)
  replies.setQueryData(queryKeys.config(), { app_env: 'test', general: {} })
  expect(showsToDevelopers()).toBe(true)
})
