import { MESSAGES } from '#domain/messages.ts'
import type { Operation } from '#domain/trollies/operation.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice, type OrderingFor } from '#src/store/choice.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { findDraft, keepDraft } from '#src/sync/trollies/drafts.ts'
import { notifications } from '#src/ui/notifications/notifications.ts'

/** A step adds `by`; typed digits set `quantity`. */
export type QuantityAsked = { quantity: number; by: number; entry: 'step' | 'typed' }

/** One more sums with other devices' additions; a typed number or one less carries the version seen. */
export const operationFor = (parts: {
  product_no: string
  asked: QuantityAsked
  present: boolean
  pricePence: number | null
  now: Date
}): Operation => {
  const { product_no, asked, present, pricePence: seenPricePence, now } = parts
  const addedAt = now.toISOString()
  if (asked.quantity <= 0) return { kind: 'remove', product_no }
  return asked.entry === 'step' && asked.by > 0
    ? { kind: 'add', product_no, quantity: asked.by, toPresent: present, seenPricePence, addedAt }
    : { kind: 'set', product_no, quantity: asked.quantity, seenPricePence, addedAt }
}

/** @throws OperationRefused where the trolly cannot change now; the storage's error */
export const changeQuantity = async (
  device: Pick<UserDevice, 'outbox' | 'database'>,
  trollyId: string,
  change: Parameters<typeof operationFor>[0],
): Promise<void> => {
  const operation = operationFor(change)
  await inTrolly(device, trollyId, () => device.outbox.append(trollyId, operation))
}

/** What begins a draft makes it the current trolly, and says so. @throws what `change` throws */
export const inTrolly = async (
  device: Pick<UserDevice, 'outbox' | 'database'>,
  trollyId: string,
  change: () => Promise<void>,
): Promise<void> => {
  const { database } = device
  const draft = await findDraft(database, trollyId)
  if (!draft) return await change()
  const choice = await findChoice(database)
  // Another account's draft, opened by a link, neither takes the chosen day nor becomes current under the wrong account.
  if (choice?.customer.id !== draft.customerId) return await change()
  // A day chosen a moment ago may not have reached the draft. The current trolly has a day of its own.
  if (choice.trollyId !== trollyId) await keepDraft(database, choice)
  await change()
  // It was before, or another tap has just made it current.
  if ((await findChoice(database))?.trollyId === trollyId) return
  await changeChoice(database, { trollyId })
  tellCreated()
}

/** Makes the draft the current trolly. @returns its id */
export const startDraft = async (database: UserDatabase, orderingFor: OrderingFor): Promise<string> => {
  const { id, isNew } = await database.transaction(
    'rw',
    [database.settings, database.trollies],
    // One transaction, so that a day tapped at the same moment is either read here or finds the draft current.
    async () => {
      const stored = await findChoice(database)
      const id = await keepDraft(database, (!orderingFor.trolly && stored) || orderingFor)
      await changeChoice(database, { trollyId: id })
      return { id, isNew: stored?.trollyId !== id }
    },
  )
  if (isNew) tellCreated()
  return id
}

const tellCreated = (): void => {
  notifications.show({ message: MESSAGES.trollyCreated, statusColor: 'success', showInProduction: true })
}
