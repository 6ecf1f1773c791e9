import type { MadeSearch } from '#contract/product-search-analysis.ts'
import type { UserDatabase } from './user-database.ts'

/** Searches not yet reported. A sign-out clears them. */

const LOG = 'search-log'
/** Limits a device that is offline for weeks. */
const KEPT_MAX = 500

export const putSearch = (database: UserDatabase, search: MadeSearch): Promise<void> =>
  changeLog(database, (log) => [...log.filter(({ id }) => id !== search.id), search].slice(-KEPT_MAX))

export const readSearches = async (database: UserDatabase, limit: number): Promise<MadeSearch[]> =>
  (await readLog(database)).slice(0, limit)

/** Keeps searches changed since. */
export const forgetSearches = (database: UserDatabase, reported: readonly MadeSearch[]): Promise<void> =>
  changeLog(database, (log) =>
    log.filter(({ id, added }) => !reported.some((one) => one.id === id && one.added === added)),
  )

const changeLog = (database: UserDatabase, change: (log: MadeSearch[]) => MadeSearch[]): Promise<void> =>
  database.transaction('rw', database.searchInputs, async () => {
    await database.searchInputs.put({ name: LOG, value: change(await readLog(database)) })
  })

const readLog = async (database: UserDatabase): Promise<MadeSearch[]> =>
  ((await database.searchInputs.get(LOG))?.value as MadeSearch[] | undefined) ?? []
