import type { Customer } from '#domain/customer.ts'
import { viewTrolly } from '#domain/operations/view.ts'
import {
  countLines,
  outlineOf,
  readTrollyParts,
  type TrollyOutline,
  trollyTables,
} from './trollies/trollies.ts'
import type { UserDatabase } from './user-database.ts'

/** Kept for an offline start; the customer is kept whole, as the early checks need its terms. */
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

export const forgetChoice = async (database: UserDatabase): Promise<void> => {
  await database.settings.delete(NAME)
}

export const changeChoice = (database: UserDatabase, part: Partial<Choice>): Promise<void> =>
  database.transaction('rw', database.settings, async () => {
    const choice = await findChoice(database)
    if (choice) await keepChoice(database, { ...choice, ...part })
  })

/** An open trolly's own day takes precedence over the chosen one. */
export type OrderingFor = Choice & { trolly: (TrollyOutline & { lineCount: number }) | null }

export const findOrderingFor = (database: UserDatabase): Promise<OrderingFor | undefined> =>
  // One transaction: alone, each small read would open its own after every tap on a product.
  database.transaction('r', [database.settings, ...trollyTables(database)], async () => {
    const choice = await findChoice(database)
    if (!choice) return undefined
    const { trollyId } = choice
    const view = trollyId === null ? undefined : viewTrolly(await readTrollyParts(database, trollyId))
    if (view?.state !== 'open') return { ...choice, trolly: null }
    const trolly = { ...outlineOf(view), lineCount: countLines(view) }
    return { ...choice, deliveryDay: view.deliveryDay, trolly }
  })
