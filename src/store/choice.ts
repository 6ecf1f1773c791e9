import type { Customer } from '#domain/customer.ts'
import { findTrollyOutline, type TrollyOutline } from './trollies.ts'
import type { UserDatabase } from './user-database.ts'

/**
 * Whom and which day the person orders for, and which trolly they are at. Kept on the device, so that a start without
 * signal goes on where they were. The customer is kept whole: its terms are what the checks ahead of time need.
 */
export type Choice = {
  customer: Customer
  deliveryDay: string | null
  trollyId: string | null
}

const NAME = 'choice'

export const findChoice = async (database: UserDatabase): Promise<Choice | undefined> =>
  (await database.settings.get(NAME))?.value as Choice | undefined

export const keepChoice = async (database: UserDatabase, choice: Choice): Promise<void> => {
  await database.settings.put({ name: NAME, value: choice })
}

/** Without a customer nothing can be ordered; the next one is chosen by the person. */
export const forgetChoice = async (database: UserDatabase): Promise<void> => {
  await database.settings.delete(NAME)
}

export const changeChoice = (database: UserDatabase, part: Partial<Choice>): Promise<void> =>
  database.transaction('rw', database.settings, async () => {
    const choice = await findChoice(database)
    if (choice) await keepChoice(database, { ...choice, ...part })
  })

/** Whom and when one orders for as it counts now: an open trolly has its own day, which goes before the chosen one. */
export type OrderingFor = Choice & { trolly: TrollyOutline | null }

export const findOrderingFor = (database: UserDatabase): Promise<OrderingFor | undefined> =>
  // In one transaction: alone, each of these small reads would begin one of its own, after every tap on a product.
  database.transaction('r', [database.settings, database.trollies, database.outbox], async () => {
    const choice = await findChoice(database)
    if (!choice) return undefined
    const trolly = choice.trollyId === null ? undefined : await findTrollyOutline(database, choice.trollyId)
    if (trolly?.state !== 'open') return { ...choice, trolly: null }
    return { ...choice, deliveryDay: trolly.deliveryDay, trolly }
  })
