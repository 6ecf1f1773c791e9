import { MINUTE_MS } from '#domain/durations.ts'
import { REMINDED_WITHIN_MS, reminderAt } from '#domain/push-reminder.ts'
import type { Database } from '#server/db/database.ts'
import { type Connection, inTransaction } from '#server/db/transaction.ts'
import { deliveryToCheck } from '#server/features/checkout/checked-delivery.ts'
import { findCustomer, NO_USER } from '#server/features/customers/visible-customers.repository.ts'
import { findTrolly } from '#server/features/trollies/trolly-rows.repository.ts'
import { type DeviceOfTrolly, findTrolliesWithDevices } from './cut-off-reminders.repository.ts'
import { pushToDevice } from './push-queue.repository.ts'

/** Whoever is filling the trolly at the moment needs no reminder of it. */
const IDLE_MS = 10 * MINUTE_MS

/** Queues the reminders that are due: one for each trolly, delivery day and device, however often it runs. */
export const remindOfCutOffs = async (database: Database, now: Date): Promise<void> => {
  const idleSince = new Date(now.getTime() - IDLE_MS)
  const found = await findTrolliesWithDevices(database, { now, idleSince })
  for (const trollyId of new Set(found.map((one) => one.trollyId))) {
    const devices = found.filter((one) => one.trollyId === trollyId)
    // A transaction for each trolly: it locks a collection's site, and a checkout would wait for all of them.
    await inTransaction(database, (connection) => remindOf(connection, { trollyId, devices, now }))
  }
}

const remindOf = async (
  connection: Connection,
  { trollyId, devices, now }: { trollyId: string; devices: readonly DeviceOfTrolly[]; now: Date },
): Promise<void> => {
  const trolly = await findTrolly(connection, NO_USER, trollyId)
  if (trolly?.state !== 'open') return
  const customer = await findCustomer(connection, NO_USER, trolly.customerId)
  if (customer === undefined) return
  const { cutOffAt } = await deliveryToCheck(connection, trolly, customer, now)
  if (cutOffAt === undefined) return
  const cutOff = new Date(cutOffAt)
  const leftMs = cutOff.getTime() - now.getTime()
  if (leftMs <= 0 || leftMs > REMINDED_WITHIN_MS) return
  for (const { subscriptionId, seenHours } of devices)
    if (reminderAt(cutOff, seenHours) <= now)
      await pushToDevice(connection, {
        subscriptionId,
        kind: 'cut_off',
        event: `cut_off:${trollyId}:${trolly.deliveryDay}`,
        path: `/orders/create-${trollyId}`,
        now,
        expiresAt: cutOff,
      })
}
