import type { Refusal } from '#domain/outbox/operation.ts'
import { laneOf, type OutboxRecord } from '#domain/outbox/record.ts'
import { rulesFor } from '#domain/outbox/rules.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { type Nouns, nounOf } from './noun.ts'
import { readSync, requireGeneration, writeSync } from './sync-state.ts'

/**
 * After a restore, versions may mean something else and keys may be forgotten: rows are read again, and waiting work
 * needs a decision.
 * @param generation of the drain that saw it; undefined for a read
 */
export const noteEpoch = async (parts: {
  database: UserDatabase
  nouns: Nouns
  epoch: string
  now: number
  generation?: number
}): Promise<'same' | 'first' | 'changed'> => {
  const { database, nouns, epoch } = parts
  // The usual case needs no write and no lock.
  if ((await readSync(database, 'epoch')) === epoch) return 'same'
  const restored = Object.entries(nouns).flatMap(([noun, { tables }]) =>
    tables.restored.map((table) => ({ noun, table })),
  )
  const tables = ['outbox', 'sync', 'downloads', ...restored.map(({ table }) => table)]
  return database.transaction('rw', tables, async () => {
    if (parts.generation !== undefined) await requireGeneration(database, parts.generation, parts.now)
    const known = await readSync(database, 'epoch')
    if (known === epoch) return 'same'
    await writeSync(database, 'epoch', epoch)
    if (known === undefined) return 'first'
    await database.outbox
      .filter((record) => !isRepeatable(nouns, record))
      .modify({ state: 'held', refusal: RESTORED })
    await database.downloads.clear()
    for (const { noun, table } of restored)
      if (table === 'rows') await database.rows.where('lane').startsWith(laneOf(noun, '')).delete()
      else await database.table(table).clear()
    return 'changed'
  })
}

const isRepeatable = (nouns: Nouns, { lane, operation }: OutboxRecord): boolean =>
  rulesFor(nounOf(nouns, lane)?.rules ?? {}, operation)?.repeatable === true

const RESTORED: Refusal = {
  code: 'epoch_changed',
  message: 'The server was restored from a backup. Check these changes before they are sent again.',
  status: 0,
}
