import { type Lane, nounOfLane } from '#domain/outbox/record.ts'
import { TROLLY } from '#domain/trollies/operation.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { DeviceDatabase } from './device-database.ts'

/** Counts of unsent work for signed-out accounts, stored apart so that nobody opens another user's database. */
export type UnsentWork = {
  userId: string
  operations: number
  trollies: number
  /** Its owner's last session on this device, epoch milliseconds. */
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
  const lanes = (await database.outbox.orderBy('lane').uniqueKeys()) as Lane[]
  const trollies = lanes.filter((lane) => nounOfLane(lane) === TROLLY).length
  await device.unsentWork.put({ userId, operations, trollies, at: now })
}

export const forgetUnsentWork = async (device: DeviceDatabase, userId: string): Promise<void> => {
  await device.unsentWork.delete(userId)
}

export const listUnsentWorkOfOthers = (device: DeviceDatabase, userId: string): Promise<UnsentWork[]> =>
  device.unsentWork.filter((work) => work.userId !== userId).toArray()
