import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'

/** auto follows the device. */
export type Appearance = MantineColorScheme

/**
 * Kept in local storage because it is needed before the first paint, which an asynchronous store cannot serve: a page
 * chosen dark would flash white. public/before-start.js reads the same key.
 */
export const APPEARANCE_KEY = 'trolly-appearance'

/** Mantine's port for reading, keeping and following the choice; other tabs follow at once. */
export function appearanceManager(
  storage: () => Storage = () => window.localStorage,
): MantineColorSchemeManager {
  let stopListening: (() => void) | undefined
  return {
    get: (fallback) => {
      try {
        const kept = storage().getItem(APPEARANCE_KEY)
        return isMantineColorScheme(kept) ? kept : fallback
      } catch {
        // Storage may be forbidden (private windows, policies); the device's own setting is then the answer.
        return fallback
      }
    },
    set: (value) => {
      try {
        storage().setItem(APPEARANCE_KEY, value)
      } catch {
        // The choice then lasts as long as the page, which is all that such a device allows.
      }
    },
    subscribe: (onUpdate) => {
      const listen = (event: StorageEvent) => {
        if (event.key === APPEARANCE_KEY && isMantineColorScheme(event.newValue)) onUpdate(event.newValue)
      }
      window.addEventListener('storage', listen)
      stopListening = () => window.removeEventListener('storage', listen)
    },
    unsubscribe: () => stopListening?.(),
    clear: () => {
      try {
        storage().removeItem(APPEARANCE_KEY)
      } catch {
        // Nothing was kept.
      }
    },
  }
}
