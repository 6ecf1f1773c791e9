import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { CodedError } from '#server/coded-error.ts'
import { newestMigrationIn, newestMigrationInBuildMs, withDatabase } from '#server/db/migrate.ts'
import { readGivenNumbers } from '#server/db/new-epoch.ts'
import {
  BACKUP_FORMAT,
  type BackupHead,
  backupBytes,
  nameWithColumns,
  type TableHead,
} from './backup-file.ts'
import { findOwnTables } from './own-tables.ts'

export type BackupOptions = {
  url: string
  out: NodeJS.WritableStream
  signal: AbortSignal
  now?: () => Date
  onTable?: (progress: { done: number; total: number; text: string }) => void
}

/**
 * The tables at one moment, while others go on writing. Nothing is migrated: a backup comes before an update.
 * @throws CodedError `database_newer`, `not_trollys_database`, and those of a connection
 */
export const takeBackup = ({ url, out, signal, now = () => new Date(), onTable = () => {} }: BackupOptions) =>
  withDatabase(url, 'trolly backup', async (client) => {
    const takenAt = now().toISOString()
    const { migratedMs, tables } = await begin(client)
    const given = await readGivenNumbers(client)
    const { rows } = await client.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    )
    const head: BackupHead = {
      trolly: 'backup',
      format: BACKUP_FORMAT,
      takenAt,
      version: rows[0]?.version ?? '',
      migratedMs,
      tables: tables.map(({ table }) => table),
      given,
    }
    let count = 0
    async function* rowsOf(table: TableHead): AsyncGenerator<Buffer> {
      onTable({ done: head.tables.indexOf(table.table), total: tables.length, text: table.table })
      const copying = client.query(copyTo(`COPY ${nameWithColumns(table)} TO STDOUT`))
      yield* copying
      count += copying.rowCount
    }
    await pipeline(Readable.from(backupBytes(head, tables, rowsOf)), createGzip(), out, { signal })
    await client.query('COMMIT')
    return { tables: tables.length, rows: count }
  })

/** Locked before the snapshot, so that no migration can come between the tables and their rows. */
async function begin(client: pg.Client): Promise<{ migratedMs: number; tables: TableHead[] }> {
  const before = await findOwnTables(client)
  if (before.length === 0 || (await newestMigrationIn(client)) === undefined)
    throw new CodedError(
      'not_trollys_database',
      'The database holds no data of Trolly yet: nothing to back up.',
    )
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  const names = before.map(({ table }) => `public."${table}"`).join(', ')
  await client.query(`LOCK TABLE ${names} IN ACCESS SHARE MODE`)
  const migratedMs = (await newestMigrationIn(client)) ?? 0
  const tables = await findOwnTables(client)
  if (migratedMs > newestMigrationInBuildMs() || tables.length !== before.length)
    throw new CodedError(
      'database_newer',
      'A newer build has migrated the database. Back it up with that one.',
    )
  return { migratedMs, tables }
}
