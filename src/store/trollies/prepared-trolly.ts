import { v7 as uuidv7 } from 'uuid'
import { viewTrolly } from '#domain/operations/view.ts'
import { type Choice, findChoice } from '#src/store/choice.ts'
import { findPricedProducts } from '#src/store/products/pricing.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type OpenTrolly, openTrollyOf } from './open-trolly.ts'
import { findTrollyOutline, listTrollyOutlines, type TrollyOutline, trollyTables } from './trollies.ts'

/** The trolly that the first product creates. Its final id keeps its address across reloads and tabs. */
const NAME = 'preparedTrolly'

export const findPreparedId = async (database: UserDatabase): Promise<string | undefined> => {
  const id = (await database.settings.get(NAME))?.value as string | undefined
  if (id === undefined) return undefined
  return (await findTrollyOutline(database, id)) ? undefined : id
}

/** Of one moment: read apart, a trolly that the first product has just created may be missing from both. */
export const trolliesToFillQuery = (customerId: string) => ({
  key: ['trollies to fill', customerId],
  read: (database: UserDatabase): Promise<{ open: TrollyOutline[]; preparedId: string | undefined }> =>
    database.transaction('r', [database.settings, ...trollyTables(database)], async () => ({
      open: await listTrollyOutlines(database, customerId),
      preparedId: await findPreparedId(database),
    })),
})

/** Ensures that one is prepared. Used ids are never prepared again. */
export const prepareTrolly = (database: UserDatabase): Promise<void> =>
  database.transaction('rw', database.settings, database.trollies, database.outbox, async () => {
    if ((await findPreparedId(database)) === undefined)
      await database.settings.put({ name: NAME, value: uuidv7() })
  })

/** null: another trolly, or no customer is chosen. */
export const preparedTrollyQuery = (trollyId: string) => ({
  key: ['prepared trolly', trollyId],
  read: (database: UserDatabase) => findPreparedTrolly(database, trollyId),
})

/** null: none. */
export const PREPARED_ID = {
  key: ['prepared id'],
  read: async (database: UserDatabase) => (await findPreparedId(database)) ?? null,
}

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

/** undefined: another trolly, or no customer is chosen. */
export const findPreparedChoice = async (
  database: UserDatabase,
  trollyId: string,
): Promise<Choice | undefined> =>
  (await findPreparedId(database)) === trollyId ? await findChoice(database) : undefined
