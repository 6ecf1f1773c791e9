import { useSyncExternalStore } from 'react'
import type { BrowserSettings } from '#src/store/browser-settings.ts'
import { useDevice } from './device-context.tsx'

/** The saved browser settings; they are there at once. Changed by `useDevice().settings.change`. */
export const useSettings = (): BrowserSettings => {
  const { settings } = useDevice()
  return useSyncExternalStore(settings.subscribe, settings.get)
}
