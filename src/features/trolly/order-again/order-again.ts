import { v7 as uuidv7 } from 'uuid'
import { orderHistory } from '#contract/order-history.ts'
import { type AddOutcome, wantedAgain } from '#domain/add-all.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ApiClient } from '#src/api/client.ts'
import { messageOfError } from '#src/api/messages.ts'
import type { RunAction } from '#src/device/device-context.tsx'
import type { UserDevice } from '#src/device/user-device.ts'
import { addWanted } from '#src/features/trolly/add-all/add-wanted.ts'
import { changeChoice, findChoice } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { keepDraft } from '#src/sync/trollies/drafts.ts'

export type OrderToRepeat = {
  id: string
  orderNo: string
  customerId: string
  customerName?: string | undefined
  lines: readonly { product_no: string; name: string; quantity: number; unitPricePence: number }[]
}

type Server = { api: ApiClient; run: RunAction }

export type OrderedAgain =
  | { trollyId: string; outcomes: readonly AddOutcome[]; undo: () => Promise<void> }
  | { failure: string }

/**
 * A new trolly with an order's lines. Of the account that is chosen, the device does it with or without a connection; of
 * another one only the server knows the prices. Never rejects: a failure leaves no trolly, unless the reply was lost.
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
    return outcomes ? { trollyId, outcomes, undo } : { failure: nothingAdded(failure) }
  } catch (error) {
    return { failure: failureText(error) }
  }
}

const byServer = async (
  device: UserDevice,
  { api, run }: Server,
  { id }: OrderToRepeat,
): Promise<OrderedAgain> => {
  const { trollyId, lines } = await run(() => recreate(device, api, id))
  return {
    trollyId,
    outcomes: lines,
    undo: () => device.outbox.append(trollyId, { kind: 'delete' }),
  }
}

type Recreated = { trollyId: string; lines: readonly AddOutcome[] }

/** @throws ApiError */
const recreate = async (device: UserDevice, api: ApiClient, orderId: string): Promise<Recreated> => {
  const { database, reads } = device
  const { trollyId, isRepeat } = await trollyIdFor(database, orderId)
  try {
    const { lines } = await api.call(orderHistory.recreate, {
      params: { id: orderId },
      key: trollyId,
      body: { basketId: trollyId, deliveryDay: null },
    })
    const read = await reads.refreshTrolly(trollyId)
    await forgetTrollyIdFor(database, orderId)
    // The answer was to an earlier press, whose trolly has been ordered or deleted since: this press wants another.
    if (isRepeat && read !== 'stored' && read !== 'kept') return await recreate(device, api, orderId)
    return { trollyId, lines }
  } catch (error) {
    if (isFinal(error)) await forgetTrollyIdFor(database, orderId)
    throw error
  }
}

/**
 * The new trolly's id, which is the call's key too. It is kept until the server has answered, so that a press after a
 * lost reply, also from a reloaded page, gets the same trolly.
 */
const trollyIdFor = (
  { settings }: UserDatabase,
  orderId: string,
): Promise<{ trollyId: string; isRepeat: boolean }> =>
  settings.db.transaction('rw', settings, async () => {
    const kept = await settings.get(nameOf(orderId))
    if (kept !== undefined) return { trollyId: kept.value as string, isRepeat: true }
    const trollyId = uuidv7()
    await settings.put({ name: nameOf(orderId), value: trollyId })
    return { trollyId, isRepeat: false }
  })

const forgetTrollyIdFor = ({ settings }: UserDatabase, orderId: string): Promise<void> =>
  settings.delete(nameOf(orderId))

const nameOf = (orderId: string): string => `order again: ${orderId}`

/** Statuses of refusals that the server repeats for the same key; after all others the call may still be made, or was. */
const FINAL_STATUSES = [400, 404, 409, 422]

const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== 'in_progress' && FINAL_STATUSES.includes(error.status)

const failureText = (error: unknown): string => {
  if (!(error instanceof ApiError) || isFinal(error)) return nothingAdded(messageOfError(error))
  return error.reachedServer ? messageOfError(error) : UNREACHED
}

const UNREACHED =
  'We couldn’t reach Trolly. Try again once you’re back online: this order won’t be added twice.'

const nothingAdded = (words: string): string => `Nothing was ordered again. ${words}`
