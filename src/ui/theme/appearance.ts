import { isMantineColorScheme, type MantineColorScheme, type MantineColorSchemeManager } from '@mantine/core'

/** auto follows the device. */
export type Appearance = MantineColorScheme

/** Local storage is synchronous, so a dark page does not flash white. public/before-start.js reads it too. */
export const APPEARANCE_KEY = 'trolly-appearance'

/** Other tabs follow at once. */
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
        // Storage may be blocked (private windows, policies).
        return fallback
      }
    },
    set: (value) => {
      try {
        storage().setItem(APPEARANCE_KEY, value)
      } catch {
        // The choice then lasts as long as the page.
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
