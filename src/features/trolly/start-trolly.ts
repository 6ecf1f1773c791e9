import { v7 as uuidv7 } from 'uuid'
import { dayBeingChosen } from '#src/device/day-being-chosen.ts'
import type { UserDevice } from '#src/device/session/user-device.ts'
import { type Choice, changeChoice } from '#src/store/choice.ts'

/** Creates a trolly for the chosen customer and day. Its id is final. @throws the storage's error, creating nothing */
export const startTrolly = async (
  { outbox, database }: Pick<UserDevice, 'outbox' | 'database'>,
  { customer, deliveryDay }: Choice,
  trollyId = uuidv7(),
): Promise<string> => {
  await outbox.append(trollyId, {
    kind: 'create',
    trollyId,
    customerId: customer.id,
    priceListId: customer.priceListId,
    createdAt: new Date().toISOString(),
    // One tapped a moment ago may not be stored yet.
    details: { deliveryDay: dayBeingChosen(database) ?? deliveryDay, poNumber: '', instructions: '' },
  })
  await changeChoice(database, { trollyId })
  return trollyId
}
