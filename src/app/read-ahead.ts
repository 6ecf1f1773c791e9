import type { UserDatabase } from '#src/store/user-database.ts'
import { readTrollyAhead } from '#src/store/watch-open-trolly.ts'
import { findRoute } from './route-match.ts'
import { TROLLY_PAGES } from './use-trolly-at-hand.ts'

/**
 * Reads what the page at this address shows first, while the script for it is still on its way: it is then drawn once and
 * whole, not as a frame, a skeleton and the rest.
 */
export const readAhead = async (pathname: string, database: UserDatabase): Promise<void> => {
  const trollyId = findRoute(TROLLY_PAGES, pathname)?.params.id
  if (trollyId !== undefined) await readTrollyAhead({ database, trollyId })
}
