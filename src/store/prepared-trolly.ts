import { v7 as uuidv7 } from 'uuid'
import { viewTrolly } from '#domain/operations/view.ts'
import { type Choice, findChoice } from './choice.ts'
import { type OpenTrolly, openTrollyOf } from './open-trolly.ts'
import { findPricedProducts } from './pricing.ts'
import { findTrollyOutline } from './trollies.ts'
import type { UserDatabase } from './user-database.ts'

/**
 * The trolly that does not exist yet. Its id is final and kept, so that its pages have an address which survives a reload
 * and is the same in every tab; the first product added creates it.
 */
const NAME = 'preparedTrolly'

/** undefined: none is prepared, or the one that was has become a trolly. */
export const findPreparedId = async (database: UserDatabase): Promise<string | undefined> => {
  const id = (await database.settings.get(NAME))?.value as string | undefined
  if (id === undefined) return undefined
  return (await findTrollyOutline(database, id)) ? undefined : id
}

/** Makes sure that there is one. An id that was used is never prepared again, even once its trolly is forgotten. */
export const prepareTrolly = (database: UserDatabase): Promise<void> =>
  database.transaction('rw', database.settings, database.trollies, database.outbox, async () => {
    if ((await findPreparedId(database)) === undefined)
      await database.settings.put({ name: NAME, value: uuidv7() })
  })

/** The prepared trolly as its pages show it: empty, for the chosen customer and day. null: it is not this one, or no customer is chosen. */
export const findPreparedTrolly = async (
  database: UserDatabase,
  trollyId: string,
): Promise<OpenTrolly | null> => {
  const choice = await findPreparedChoice(database, trollyId)
  if (!choice) return null
  const { customer, deliveryDay } = choice
  const now = new Date().toISOString()
  const head = {
    id: trollyId,
    customerId: customer.id,
    priceListId: customer.priceListId,
    deliveryDay,
    poNumber: '',
    instructions: '',
    version: 0,
    detailsVersion: 0,
    state: 'open' as const,
    createdAt: now,
    updatedAt: now,
  }
  const view = viewTrolly({ head, lines: [], queue: [] })
  if (!view) return null
  const priced = await findPricedProducts(database, customer.priceListId, [])
  return { ...openTrollyOf({ view, queue: [], ...priced }), prepared: true }
}

/** For whom and when the prepared trolly would be created; undefined: it is not this one, or no customer is chosen. */
export const findPreparedChoice = async (
  database: UserDatabase,
  trollyId: string,
): Promise<Choice | undefined> =>
  (await findPreparedId(database)) === trollyId ? await findChoice(database) : undefined
