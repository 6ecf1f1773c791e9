import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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

const aSession = () => {
  const { state, subscribe, become } = fakeState<SessionState>({ status: 'signed-out', forced: null })
  const session = { get: state, subscribe }
  startThisDevice.mockResolvedValue({ device: { session } })
  return (account_type: 'NW' | 'C1') =>
    become({ status: 'signed-in', user: aUser({ account_type }), device: {} as never, restored: false })
}

beforeEach(() => {
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
