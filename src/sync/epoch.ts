import type { Refusal } from '#domain/operations/operation.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { readSync, requireGeneration, writeSync } from './sync-state.ts'

/**
 * After a restore, versions may mean something else and keys may be forgotten: rows are read again, and waiting work
 * needs a decision.
 * @param generation of the drain that saw it; undefined for a read
 */
export const noteEpoch = async (parts: {
  database: UserDatabase
  epoch: string
  now: number
  generation?: number
}): Promise<'same' | 'first' | 'changed'> => {
  const { database, epoch } = parts
  // The usual case needs no write and no lock.
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
