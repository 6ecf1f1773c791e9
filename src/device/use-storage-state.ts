import { useSyncExternalStore } from 'react'
import { isSiteDataBlocked } from '#src/store/device/web-storage.ts'
import type { StorageState } from '#src/store/storage-health.ts'
import { useUserDevice } from './device-context.tsx'

export const useStorageState = (): StorageState => {
  const { health } = useUserDevice()
  return useSyncExternalStore(health.subscribe, health.get)
}

/** Whether there is something to say about it. */
export const useStorageTrouble = (): boolean => {
  const { database, evicted, notSaved } = useStorageState()
  const isOnlineOnly = isSiteDataBlocked() || database === 'unavailable' || database === 'memory'
  return isOnlineOnly || notSaved !== null || evicted !== null
}
