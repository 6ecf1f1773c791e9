import { useSyncExternalStore } from 'react'
import type { StorageState } from '#src/store/storage-health.ts'
import { useUserDevice } from './device-context.tsx'

export const useStorageState = (): StorageState => {
  const { health } = useUserDevice()
  return useSyncExternalStore(health.subscribe, health.get)
}
