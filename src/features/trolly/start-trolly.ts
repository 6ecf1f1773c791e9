import { v7 as uuidv7 } from 'uuid'
import type { Customer } from '#domain/customer.ts'
import type { UserDevice } from '#src/device/session/user-device.ts'
import { changeChoice, choosing, findChosenDay } from '#src/store/choice.ts'

/** Creates a trolly for the chosen day. Its id is final. @throws the storage's error, creating nothing */
export const startTrolly = (
  { outbox, database }: Pick<UserDevice, 'outbox' | 'database'>,
  customer: Customer,
  trollyId = uuidv7(),
): Promise<string> =>
  choosing.add(async () => {
    await outbox.append(trollyId, {
      kind: 'create',
      trollyId,
      customerId: customer.id,
      priceListId: customer.priceListId,
      createdAt: new Date().toISOString(),
      details: { deliveryDay: await findChosenDay(database), poNumber: '', instructions: '' },
    })
    await changeChoice(database, { trollyId })
    return trollyId
  })
