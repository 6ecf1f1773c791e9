import type { Refusal } from '#domain/operations/operation.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { readSync, requireGeneration, writeSync } from './sync-state.ts'

/**
 * The server's database was restored from a backup: versions may mean something else now, and keys may be forgotten.
 * Rows are read anew, and what waits is asked about instead of sent.
 *
 * @param generation of the drain that heard it; undefined where a read did
 */
export const noteEpoch = async (parts: {
  database: UserDatabase
  epoch: string
  now: number
  generation?: number
}): Promise<'same' | 'first' | 'changed'> => {
  const { database, epoch } = parts
  // So it nearly always is, and needs no write and no table locked.
  if ((await readSync(database, 'epoch')) === epoch) return 'same'
  const tables = [database.outbox, database.sync, database.trollies, database.lines, database.downloads]
  return database.transaction('rw', tables, async () => {
    if (parts.generation !== undefined) await requireGeneration(database, parts.generation, parts.now)
    const known = await readSync(database, 'epoch')
    if (known === epoch) return 'same'
    await writeSync(database, 'epoch', epoch)
    if (known === undefined) return 'first'
    await database.outbox.toCollection().modify({ state: 'held', refusal: RESTORED })
    await database.trollies.clear()
    await database.lines.clear()
    await database.downloads.clear()
    return 'changed'
  })
}

const RESTORED: Refusal = {
  code: 'epoch_changed',
  message: 'The server was restored to an earlier state. Please check this trolly before it is sent again.',
  status: 0,
}
