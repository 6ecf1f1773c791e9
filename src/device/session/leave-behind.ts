import { forgetChoice } from '#src/store/choice.ts'
import { clearCaches, discardAll } from '#src/store/clearing.ts'
import type { DeviceDatabase } from '#src/store/device/device-database.ts'
import { forgetUnsentWork, noteUnsentWork } from '#src/store/device/unsent-work.ts'
import { keptMarkerKey } from '#src/store/storage-health.ts'
import type { UserDevice } from './user-device.ts'

/** Keeps an ended session's unsent work, its trollies and a count, or nothing if the person discards it. */
export const leaveBehind = async (parts: {
  device: Pick<UserDevice, 'userId' | 'database' | 'health'>
  database: DeviceDatabase
  storage: Pick<Storage, 'removeItem'>
  unsent: 'keep' | 'discard'
  now: number
}): Promise<void> => {
  const { userId, database, health } = parts.device
  if (health.get().database === 'memory') {
    database.close()
    return
  }
  try {
    if (parts.unsent === 'discard') {
      await discardAll(database)
      parts.storage.removeItem(keptMarkerKey(userId))
      await forgetUnsentWork(parts.database, userId)
      return
    }
    await clearCaches(database)
    if ((await database.outbox.count()) === 0) await forgetChoice(database)
    await noteUnsentWork({ device: parts.database, database, userId, now: parts.now })
  } finally {
    database.close()
  }
}
