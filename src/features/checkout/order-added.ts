import { v5 as uuidv5 } from 'uuid'
import type { OrderToChange } from '#domain/operations/closed-order.ts'
import type { TrollyView } from '#domain/operations/view.ts'
import { deliveryChoiceOf } from '#domain/trolly.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice } from '#src/store/choice.ts'

/**
 * What a trolly has beyond the order that it can no longer change, as a trolly of its own. Two devices that do the same
 * make the same trolly, with quantities typed into new lines, so that nothing counts twice. @returns its id
 */
export const orderAdded = async (
  { outbox, database }: Pick<UserDevice, 'outbox' | 'database'>,
  view: TrollyView,
  order: OrderToChange | undefined,
): Promise<string> => {
  const { id, customerId, priceListId, deliveryDay, poNumber, instructions } = view
  const trollyId = uuidv5('added', id)
  const details = { deliveryDay, poNumber, instructions, ...deliveryChoiceOf(view) }
  const createdAt = new Date().toISOString()
  await outbox.splitFromOrder(
    id,
    { kind: 'create', trollyId, customerId, priceListId, createdAt, details },
    order,
  )
  if ((await findChoice(database))?.trollyId === id) await changeChoice(database, { trollyId })
  return trollyId
}
