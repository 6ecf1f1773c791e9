import { liveQuery } from 'dexie'
import { createStore, type Store } from '#src/state/store.ts'
import { type BrowserSettings, DEFAULT_SETTINGS } from './browser-settings.ts'
import type { DeviceDatabase } from './device-database.ts'

/** The device's: a sign-out keeps all but the search filters. In memory, so that screens read them synchronously. */
export type SettingsStore = Pick<Store<BrowserSettings>, 'get' | 'subscribe'> & {
  /** Takes effect at once; lasts as long as the page if it cannot be stored. @throws the database's error */
  change: (settings: Partial<BrowserSettings>) => Promise<void>
  stop: () => void
}

export const createSettingsStore = (database: DeviceDatabase): SettingsStore => {
  const { get, set, subscribe } = createStore(DEFAULT_SETTINGS)
  const kept = liveQuery(() => database.settings.toArray()).subscribe({
    next: (rows) => set(settingsOf(rows)),
    // Defaults do without a database.
    error: () => {},
  })

  return {
    get,
    subscribe,
    change: async (part) => {
      set({ ...get(), ...part })
      await database.settings.bulkPut(Object.entries(part).map(([name, value]) => ({ name, value })))
    },
    stop: () => kept.unsubscribe(),
  }
}

/** Ignores values of another type, written by another build. */
const settingsOf = (rows: readonly { name: string; value: unknown }[]): BrowserSettings => {
  const known = rows.filter(
    ({ name, value }) =>
      typeof value === typeof DEFAULT_SETTINGS[name as keyof BrowserSettings] && value !== null,
  )
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(known.map(({ name, value }) => [name, value])) }
}
