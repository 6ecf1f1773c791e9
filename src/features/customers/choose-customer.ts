import type { Customer } from '#domain/customer.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice, keepChoice } from '#src/store/choice.ts'

/** Resets the day and the trolly, which belong to the previous customer. */
export const chooseCustomer = (device: UserDevice, customer: Customer): Promise<boolean> =>
  device.keep(async () => {
    const { database } = device
    const before = await findChoice(database)
    if (before?.customer.id === customer.id) await changeChoice(database, { customer })
    else await keepChoice(database, { customer, deliveryDay: null, trollyId: null })
  })
