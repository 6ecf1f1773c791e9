import { describe, expect, it, vi } from 'vitest'
import type { ApiClient } from '#src/api/client.ts'
import { createLateDevice } from '#src/app/late-device.ts'
import type { Device, SessionState } from '#src/device/device.ts'
import { type BrowserSettings, DEFAULT_SETTINGS } from '#src/store/browser-settings.ts'

const VISITOR_API = { call: vi.fn() } as unknown as ApiClient
const USER_API = { call: vi.fn() } as unknown as ApiClient
const SIGNED_IN = { status: 'signed-in', user: { id: '1' } } as unknown as SessionState

/** The device itself, as far as a visitor's page can reach it. */
function realDevice() {
  let session: SessionState = { status: 'signed-out', forced: null }
  let settings = DEFAULT_SETTINGS
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const device = {
    api: USER_API,
    database: { name: 'the database' },
    settings: {
      get: () => settings,
      subscribe,
      change: async (part: Partial<BrowserSettings>) => {
        settings = { ...settings, ...part }
        tell()
      },
      stop: vi.fn(),
    },
    session: {
      get: () => session,
      subscribe,
      signIn: async () => {
        session = SIGNED_IN
        tell()
        return { id: '1' }
      },
      signOut: async () => undefined,
    },
    stop: vi.fn(),
  }
  return device as unknown as Device
}

function setUp(load = vi.fn(async () => realDevice())) {
  return { load, device: createLateDevice({ load, visitorApi: VISITOR_API }) }
}

describe('a device that is not loaded yet', () => {
  it('has nobody signed in, the default settings and calls for visitors, and loads nothing for that', () => {
    const { device, load } = setUp()
    expect(device.session.get()).toEqual({ status: 'signed-out', forced: null })
    expect(device.settings.get()).toBe(DEFAULT_SETTINGS)
    expect(device.api).toBe(VISITOR_API)
    expect(() => device.database).toThrow()
    expect(load).not.toHaveBeenCalled()
  })

  it('answers the same each time it is asked, as React wants of a snapshot', () => {
    const { device } = setUp()
    expect(device.session.get()).toBe(device.session.get())
  })

  it('wakes to sign somebody in, and tells so', async () => {
    const { device, load } = setUp()
    const told = vi.fn()
    device.session.subscribe(told)
    await device.session.signIn({ email: 'a@example.com', password: 'x' })
    expect(load).toHaveBeenCalledTimes(1)
    expect(told).toHaveBeenCalled()
    expect(device.session.get()).toBe(SIGNED_IN)
    expect(device.api).toBe(USER_API)
    expect(device.database).toMatchObject({ name: 'the database' })
  })

  it('wakes to keep a setting', async () => {
    const { device } = setUp()
    const told = vi.fn()
    device.settings.subscribe(told)
    await device.settings.change({ displayPWABannerToUsersOnMobile: false })
    expect(device.settings.get().displayPWABannerToUsersOnMobile).toBe(false)
    expect(told).toHaveBeenCalled()
  })

  it('is loaded once for all who need it', async () => {
    const { device, load } = setUp()
    const [first, second] = await Promise.all([device.wake(), device.wake()])
    expect(first).toBe(second)
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('can be asked again after it could not be loaded', async () => {
    const load = vi.fn(async () => realDevice()).mockRejectedValueOnce(new Error('no signal'))
    const { device } = setUp(load)
    await expect(device.wake()).rejects.toThrow('no signal')
    expect(device.isAwake()).toBe(false)
    await device.wake()
    expect(device.isAwake()).toBe(true)
  })
})
