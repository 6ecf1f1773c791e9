import type { Customer } from '#domain/customer.ts'
import { keepOnDevice } from '#src/device/keep.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice, keepChoice } from '#src/store/choice.ts'

/** From here on one orders for this customer. Another customer's day and trolly do not count for it. */
export const chooseCustomer = (device: UserDevice, customer: Customer): Promise<boolean> =>
  keepOnDevice(device, async () => {
    const { database } = device
    const before = await findChoice(database)
    if (before?.customer.id === customer.id) await changeChoice(database, { customer })
    else await keepChoice(database, { customer, deliveryDay: null, trollyId: null })
  })
