import { tellUpdated } from '#src/device/change-details.ts'
import { showFailure } from '#src/device/show-failure.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findCurrentTrolly } from '#src/store/choice.ts'

/** Shows what became of it, or why not. */
export const orderForDay = async (device: UserDevice, day: string): Promise<void> => {
  try {
    if ((await chooseDay(device, day)) === 'changed') tellUpdated()
  } catch (error) {
    showFailure(error)
  }
}

/** @returns 'changed' if the current trolly moved @throws OperationRefused if it cannot be changed now */
const chooseDay = async (device: UserDevice, deliveryDay: string): Promise<'changed' | 'chosen'> => {
  const { database, outbox } = device
  // First, so that a trolly begun by the next press is for this day.
  await device.keep(() => changeChoice(database, { deliveryDay }))
  const trolly = await findCurrentTrolly(database)
  const moves = trolly && trolly.deliveryDay !== deliveryDay
  if (moves) await outbox.append(trolly.id, { kind: 'details', changes: { deliveryDay } })
  return moves ? 'changed' : 'chosen'
}
