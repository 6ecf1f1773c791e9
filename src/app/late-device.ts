import type { ApiClient } from '#src/api/client.ts'
import type { Device, SessionState } from '#src/device/device.ts'
import { DEFAULT_SETTINGS } from '#src/store/browser-settings.ts'

/**
 * The device as a visitor's page has it: nobody is signed in, the settings are the defaults, and of the database and all
 * that goes with it nothing is loaded, which is half of the script. It wakes when somebody signs in, when a setting is to be
 * kept, and where a page needs more; from then on it is the device itself.
 */
export type LateDevice = Device & {
  /** Resolves once it is the device itself. @throws ChunkLoadError where that cannot be loaded */
  wake: () => Promise<Device>
  isAwake: () => boolean
  /** Called when it has woken. */
  subscribe: (listener: () => void) => () => void
}

export type LateDevicePorts = {
  load: () => Promise<Device>
  /** For the calls of visitors. */
  visitorApi: ApiClient
}

export const createLateDevice = ({ load, visitorApi }: LateDevicePorts): LateDevice => {
  const listeners = new Set<() => void>()
  let device: Device | undefined
  let waking: Promise<Device> | undefined

  const tell = (): void => {
    for (const listener of listeners) listener()
  }
  const wakeUp = async (): Promise<Device> => {
    device = await load()
    device.session.subscribe(tell)
    device.settings.subscribe(tell)
    tell()
    return device
  }
  const wake = (): Promise<Device> => {
    // A failure is tried again by the next one who needs it.
    waking ??= wakeUp().catch((error: unknown) => {
      waking = undefined
      throw error
    })
    return waking
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  const awake = (): Device => {
    if (!device) throw new Error('The device is used before it is awake')
    return device
  }

  return {
    wake,
    isAwake: () => device !== undefined,
    subscribe,
    get api() {
      return device?.api ?? visitorApi
    },
    get pause() {
      return awake().pause
    },
    get database() {
      return awake().database
    },
    settings: {
      get: () => device?.settings.get() ?? DEFAULT_SETTINGS,
      subscribe,
      change: async (settings) => (await wake()).settings.change(settings),
      stop: () => device?.settings.stop(),
    },
    session: {
      get: () => device?.session.get() ?? NOBODY,
      subscribe,
      signIn: async (credentials) => (await wake()).session.signIn(credentials),
      signOut: async (unsent) => (await wake()).session.signOut(unsent),
      goOnInMemory: async () => (await wake()).session.goOnInMemory(),
    },
    stop: () => device?.stop(),
  }
}

const NOBODY: SessionState = { status: 'signed-out', forced: null }
