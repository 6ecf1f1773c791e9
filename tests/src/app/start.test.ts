import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryKeys } from '#src/api/query-keys.ts'
import { startApp } from '#src/app/start.ts'
import type { SessionState } from '#src/device/device.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { fakeState } from '#tests/support/fake-state.ts'
import { aUser } from '#tests/support/signed-in.tsx'

const startThisDevice = vi.fn()
const startUpdates = vi.fn()
const start = () => startApp({ startThisDevice, startUpdates })

/** Of a message for developers alone: whether it shows. */
const showsToDevelopers = (): boolean => {
  const id = notifications.show({ message: 'For developers' })
  if (id !== undefined) notifications.close(id)
  return id !== undefined
}

let replies = new QueryClient()
const serverSays = (config: object) => replies.setQueryData(queryKeys.config(), config)

const aSession = () => {
  const { state, subscribe, become } = fakeState<SessionState>({ status: 'signed-out', forced: null })
  const session = { get: state, subscribe }
  startThisDevice.mockResolvedValue({ device: { session }, replies: { client: replies } })
  return (account_type: 'NW' | 'C1') =>
    become({
      status: 'signed-in',
      id: 's1',
      user: aUser({ account_type }),
      device: {} as never,
      restored: false,
    })
}

beforeEach(() => {
  replies = new QueryClient()
  // What a browser has and this environment has not.
  window.matchMedia = (media) => ({ media, matches: false, addEventListener: () => {} }) as never
})
afterEach(() => {
  vi.unstubAllEnvs()
  notifications.setProduction(true)
})

it('hears the offer to install and looks for newer builds even where the device does not start', async () => {
  startThisDevice.mockRejectedValue(new Error('no device'))
  const offers = vi.spyOn(window, 'addEventListener')
  await expect(start()).rejects.toThrow('no device')
  const listening = offers.mock.calls.findIndex(([type]) => type === 'beforeinstallprompt')
  const [updates = Number.NaN] = startUpdates.mock.invocationCallOrder
  const [device = Number.NaN] = startThisDevice.mock.invocationCallOrder
  expect(offers.mock.invocationCallOrder[listening]).toBeLessThan(device)
  expect(updates).toBeLessThan(device)
})

it('shows messages for developers outside production, and to account type NW everywhere', async () => {
  vi.stubEnv('PROD', false)
  aSession()
  await start()
  expect(showsToDevelopers()).toBe(true)

  vi.stubEnv('PROD', true)
  const signIn = aSession()
  await start()
  expect(showsToDevelopers()).toBe(false)
  signIn('C1')
  expect(showsToDevelopers()).toBe(false)
  signIn('NW')
  expect(showsToDevelopers()).toBe(true)
})

it('shows them where the server says that it is not production, from the reply that was kept on', async () => {
  const show = vi.spyOn(notifications, 'show')
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubEnv('PROD', true)
  serverSays({ app_env: 'development', general: {} })
  aSession()
  await start()
  expect(showsToDevelopers()).toBe(true)
  window.dispatchEvent(
    new ErrorEvent('error', { message: 'x is undefined', error: new Error('x is undefined') }),
  )
  expect(show.mock.lastCall?.[0].message).toBe('A Frontend Error has occured: x is undefined')
  expect(log).toHaveBeenCalled()
  notifications.clear()
  vi.restoreAllMocks()
  serverSays({ app_env: 'production', general: {} })
  expect(showsToDevelopers()).toBe(false)
})

it.each([
  ['has not answered yet', undefined],
  ['does not say', { general: {} }],
])('hides them where the server %s', async (_, config) => {
  vi.stubEnv('PROD', true)
  aSession()
  await start()
  if (config) serverSays(config)
  expect(showsToDevelopers()).toBe(false)
  serverSays({ app_env: 'test', general: {} })
  expect(showsToDevelopers()).toBe(true)
})
