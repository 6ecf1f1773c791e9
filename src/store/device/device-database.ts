import { Dexie, type DexieOptions, type Table } from 'dexie'
import { DEVICE_DATABASE } from './browser-settings.ts'
import type { UnsentWork } from './unsent-work.ts'

/** Shared by all users of this device; the service worker cannot read local storage. Versions only ever add. */
export type DeviceDatabase = Dexie & {
  session: Table<StoredSession & { name: 'current' }, string>
  settings: Table<{ name: string; value: unknown }, string>
  unsentWork: Table<UnsentWork, string>
}

export type StoredSession = { userId: string; token: string }

export const openDeviceDatabase = (options: DexieOptions = {}): DeviceDatabase => {
  const database = new Dexie(DEVICE_DATABASE, options)
  database.version(1).stores({ session: 'name', settings: 'name', unsentWork: 'userId' })
  return database as DeviceDatabase
}
