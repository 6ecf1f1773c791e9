import { useSyncExternalStore } from 'react'
import type { BrowserSettings } from '#src/store/device/browser-settings.ts'
import { useDevice } from './device-context.tsx'

/** Available synchronously; `useDevice().settings.change` changes them. */
export const useSettings = (): BrowserSettings => {
  const { settings } = useDevice()
  return useSyncExternalStore(settings.subscribe, settings.get)
}
