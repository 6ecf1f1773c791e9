import { v7 as uuidv7 } from 'uuid'
import { isUnderstood } from '#domain/outbox/lane.ts'
import { laneOf } from '#domain/outbox/record.ts'
import type { HeldAction } from '#domain/trollies/decision-words.ts'
import { OPERATION_KINDS } from '#domain/trollies/kinds.ts'
import { type Create, TROLLY } from '#domain/trollies/operation.ts'
import type { UserDevice } from '#src/device/user-device.ts'
import { changeChoice, findChoice } from '#src/store/choice.ts'
import { readTrollyParts } from '#src/store/trollies/trollies.ts'

export const actOnHeld: Record<HeldAction, (device: UserDevice, trollyId: string) => Promise<Acted>> = {
  move: async ({ outbox, database }, trollyId) => {
    if (await holdsNewerWork({ database }, trollyId)) return { words: NEWER_WORK }
    const create = await newTrollyLike({ database }, trollyId)
    if (!create) return { words: 'Choose an account for the new trolly first.' }
    await outbox.moveToNewTrolly(trollyId, create)
    if ((await findChoice(database))?.trollyId === trollyId)
      await changeChoice(database, { trollyId: create.trollyId })
    return { newTrollyId: create.trollyId }
  },

  sendAgain: async ({ outbox, reads, database, sendNow }, trollyId) => {
    if (await holdsNewerWork({ database }, trollyId)) return { words: NEWER_WORK }
    await reads.refreshTrolly(trollyId)
    const sent = await outbox.sendAgain(trollyId)
    if (sent) sendNow(trollyId)
    return sent ? {} : { words: 'This trolly no longer exists. Move its lines to a new one.' }
  },

  discard: async ({ outbox, database }, trollyId) => {
    await outbox.discardLane(trollyId)
    if ((await findChoice(database))?.trollyId === trollyId) await changeChoice(database, { trollyId: null })
    return {}
  },
}

/** This build cannot move a newer build's work and must not lose it. */
const holdsNewerWork = async (
  { database }: Pick<UserDevice, 'database'>,
  trollyId: string,
): Promise<boolean> =>
  (await database.outbox
    .where('lane')
    .equals(laneOf(TROLLY, trollyId))
    .filter((record) => !isUnderstood(OPERATION_KINDS, record))
    .count()) > 0

const NEWER_WORK =
  'Some of these changes were made in a newer version of Trolly. They will send once it is open again.'

export type Acted = { words?: string; newTrollyId?: string }

/** For the same customer and day, or the current ones if the old are unknown. */
const newTrollyLike = async (
  { database }: Pick<UserDevice, 'database'>,
  trollyId: string,
): Promise<Create | undefined> => {
  const { head, queue } = await readTrollyParts(database, trollyId)
  const made = queue.find(({ operation }) => operation.kind === 'create')?.operation as Create | undefined
  const choice = await findChoice(database)
  const customer = head ?? made ?? (choice && { customerId: choice.customer.id, ...choice.customer })
  if (!customer) return undefined
  const deliveryDay = head?.deliveryDay ?? made?.details.deliveryDay ?? choice?.deliveryDay ?? null
  return {
    kind: 'create',
    trollyId: uuidv7(),
    customerId: customer.customerId,
    priceListId: customer.priceListId,
    createdAt: new Date().toISOString(),
    details: { deliveryDay, poNumber: '', instructions: '' },
  }
}
