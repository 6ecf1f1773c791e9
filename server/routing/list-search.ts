import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { type Connection, inSearch } from '#server/db/transaction.ts'
import type { Caller } from './caller.ts'
import { turns } from './user-turns.ts'

/**
 * Searches a list by typed text. The database works on few such searches at a time, one of each user: sixteen at once of 200
 * characters took every core from those who order.
 * @throws DatabaseTrouble `too_slow`; Refusal `rate_limited` when too many wait
 */
export type ListSearch = <T>(
  asker: { user: Caller; request: FastifyRequest },
  search: (connection: Connection) => Promise<T>,
) => Promise<T>

/** A kitchen's phones may share a sign-in. */
const SEARCHING = { atOnce: 2, waitingMax: 200, waitingEachMax: 10 }

/** All lists share its turns. */
export const listSearchOf = (database: Database): ListSearch => {
  const takeTurn = turns(SEARCHING)
  return ({ user, request }, search) =>
    takeTurn({ userId: user.userId, signal: request.signal }, () => inSearch(database, search))
}
