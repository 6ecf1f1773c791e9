import { MESSAGES } from '#domain/messages.ts'
import type { UserDevice } from '#src/device/session/user-device.ts'
import { findPreparedChoice, prepareTrolly } from '#src/store/trollies/prepared-trolly.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'
import { startTrolly } from './start-trolly.ts'

/** Creates nothing where this is not the prepared trolly, or where another press has created it meanwhile. */
export const createPrepared = async (
  device: Pick<UserDevice, 'outbox' | 'database'>,
  trollyId: string,
): Promise<void> => {
  const choice = await findPreparedChoice(device.database, trollyId)
  if (!choice) return
  await startTrolly(device, choice.customer, trollyId)
  await prepareTrolly(device.database)
  notifications.show({ message: MESSAGES.trollyCreated, statusColor: 'success', showInProduction: true })
}
