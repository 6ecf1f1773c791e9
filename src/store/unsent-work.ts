import type { DeviceDatabase } from './device-database.ts'
import type { UserDatabase } from './user-database.ts'

/**
 * How much unsent work lies on this device for accounts that are not signed in. Counts alone, kept apart from the work
 * itself, so that whoever is signed in can be told of it without another's database being opened.
 */
export type UnsentWork = {
  userId: string
  operations: number
  trollies: number
  /** When its owner was last signed in here; epoch milliseconds. */
  at: number
}

export const noteUnsentWork = async (parts: {
  device: DeviceDatabase
  database: UserDatabase
  userId: string
  now: number
}): Promise<void> => {
  const { device, database, userId, now } = parts
  const operations = await database.outbox.count()
  if (operations === 0) return forgetUnsentWork(device, userId)
  const lanes = await database.outbox.orderBy('lane').uniqueKeys()
  await device.unsentWork.put({ userId, operations, trollies: lanes.length, at: now })
}

export const forgetUnsentWork = async (device: DeviceDatabase, userId: string): Promise<void> => {
  await device.unsentWork.delete(userId)
}

/** What waits here for others than this user. */
export const listUnsentWorkOfOthers = (device: DeviceDatabase, userId: string): Promise<UnsentWork[]> =>
  device.unsentWork.filter((work) => work.userId !== userId).toArray()
