import { liveQuery } from 'dexie'
import { type BrowserSettings, DEFAULT_SETTINGS } from './browser-settings.ts'
import type { DeviceDatabase } from './device-database.ts'

/**
 * Keeps the saved browser settings. They are of this device and not of a person: a sign-out leaves
 * all but the filters of the last search. In memory from the
 * start, so that a screen can ask without waiting; what another tab changes comes in by itself.
 */
export type SettingsStore = {
  get: () => BrowserSettings
  subscribe: (listener: () => void) => () => void
  /**
   * Takes effect at once and is kept. Where it cannot be kept it lasts as long as the page.
   * @throws what the database threw
   */
  change: (settings: Partial<BrowserSettings>) => Promise<void>
  stop: () => void
}

export const createSettingsStore = (database: DeviceDatabase): SettingsStore => {
  const listeners = new Set<() => void>()
  let settings = DEFAULT_SETTINGS

  const setState = (next: BrowserSettings): void => {
    settings = next
    for (const listener of listeners) listener()
  }

  const kept = liveQuery(() => database.settings.toArray()).subscribe({
    next: (rows) => setState(settingsOf(rows)),
    // Without a database there are the defaults: nothing of a person's work is in here.
    error: () => {},
  })

  return {
    get: () => settings,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change: async (part) => {
      setState({ ...settings, ...part })
      await database.settings.bulkPut(Object.entries(part).map(([name, value]) => ({ name, value })))
    },
    stop: () => kept.unsubscribe(),
  }
}

/** What another build wrote under the same name with another type counts as never written. */
const settingsOf = (rows: readonly { name: string; value: unknown }[]): BrowserSettings => {
  const known = rows.filter(
    ({ name, value }) =>
      typeof value === typeof DEFAULT_SETTINGS[name as keyof BrowserSettings] && value !== null,
  )
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(known.map(({ name, value }) => [name, value])) }
}
