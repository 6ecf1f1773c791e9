import { Dexie, type DexieOptions, type Table } from 'dexie'
import { DEVICE_DATABASE } from './browser-settings.ts'
import type { SessionRow } from './session-rows.ts'
import type { UnsentWork } from './unsent-work.ts'

/** Shared by all users of this device; the service worker cannot read local storage. Versions only ever add. */
export type DeviceDatabase = Dexie & {
  session: Table<SessionRow, string>
  settings: Table<{ name: string; value: unknown }, string>
  unsentWork: Table<UnsentWork, string>
}

export const openDeviceDatabase = (options: DexieOptions = {}): DeviceDatabase => {
  // A sign-out must outlive a battery that fails in the next second.
  const database = new Dexie(DEVICE_DATABASE, { chromeTransactionDurability: 'strict', ...options })
  database.version(1).stores({ session: 'name', settings: 'name', unsentWork: 'userId' })
  return database as DeviceDatabase
}
