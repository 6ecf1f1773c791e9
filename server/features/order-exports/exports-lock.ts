import type { Database } from '#server/db/database.ts'
import { type Connection, withLock } from '#server/db/transaction.ts'

/** Our advisory lock number ('trol', 'expo'). */
const LOCK = [0x74726f6c, 0x6578706f] as const

/**
 * Every process that numbers or hands over events holds it: they go out one after another.
 * @returns undefined where another has it
 */
export const withExportsLock = <T>(
  database: Database,
  work: (connection: Connection) => Promise<T>,
): Promise<T | undefined> => withLock(database, LOCK, work)
