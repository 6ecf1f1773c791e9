import { v7 as uuidv7 } from 'uuid'
import { orderHistory } from '#contract/order-history.ts'
import { type AddOutcome, wantedAgain } from '#domain/add-all.ts'
import type { ApiClient } from '#src/api/client.ts'
import { messageOfError } from '#src/api/messages.ts'
import type { RunAction } from '#src/device/device-context.tsx'
import type { UserDevice } from '#src/device/user-device.ts'
import { addWanted } from '#src/features/trolly/add-all/add-wanted.ts'
import { changeChoice, findChoice } from '#src/store/choice.ts'
import { keepDraft } from '#src/sync/trollies/drafts.ts'

export type OrderToRepeat = {
  id: string
  orderNo: string
  customerId: string
  lines: readonly { product_no: string; name: string; quantity: number; unitPricePence: number }[]
}

type Server = { api: ApiClient; run: RunAction }

export type OrderedAgain =
  | { trollyId: string; outcomes: readonly AddOutcome[]; undo: () => Promise<void> }
  | { failure: string }

/**
 * A new trolly with an order's lines. Of the account that is chosen, the device does it with or without a connection; of
 * another one only the server knows the prices. Never rejects: a failure leaves no trolly.
 */
export const orderAgain = async (
  device: UserDevice,
  server: Server,
  order: OrderToRepeat,
): Promise<OrderedAgain> => {
  const { database, outbox } = device
  try {
    const choice = await findChoice(database)
    if (choice?.customer.id !== order.customerId) return await byServer(device, server, order)
    const trollyId = await keepDraft(database, choice)
    const undo = async () => {
      await outbox.append(trollyId, { kind: 'delete' })
      await changeChoice(database, { trollyId: choice.trollyId })
    }
    const trolly = { id: trollyId, priceListId: choice.customer.priceListId }
    const { outcomes, failure } = await addWanted(device, trolly, order.lines.map(wantedAgain))
    return outcomes ? { trollyId, outcomes, undo } : { failure }
  } catch (error) {
    return { failure: messageOfError(error) }
  }
}

const byServer = async (
  { outbox, reads }: UserDevice,
  { api, run }: Server,
  { id }: OrderToRepeat,
): Promise<OrderedAgain> => {
  const trollyId = uuidv7()
  const { lines } = await run(async () => {
    const body = { basketId: trollyId, deliveryDay: null }
    const made = await api.call(orderHistory.recreate, { params: { id }, body })
    await reads.refreshTrolly(trollyId)
    return made
  })
  return {
    trollyId,
    outcomes: lines,
    undo: () => outbox.append(trollyId, { kind: 'delete' }),
  }
}
