import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CodedError } from '#server/coded-error.ts'
import { lineageOf } from '#server/db/heartbeat.ts'
import { readHeartbeatRecords } from '#server/db/heartbeat-records.ts'
import { applyWithin, newestMigrationIn, readMigrations, whileNobodyMigrates } from '#server/db/migrate.ts'
import { type GivenNumbers, readGivenNumbers, startNewEpoch } from '#server/db/new-epoch.ts'
import { errorText } from '#server/error-text.ts'
import { type BackupHead, nameWithColumns, readTables, verifyBackup } from './backup-file.ts'
import { dropOwnTables, findOwnTables, holdsData } from './own-tables.ts'

export type RestoreOptions = {
  file: string
  /** Called once the file is known to be whole. */
  findUrl: () => Promise<string>
  /** Deletes the data that the database holds. */
  replace: boolean
  stateDir: string
  signal: AbortSignal
  now?: () => number
  onTable?: (progress: { done: number; total: number; text: string }) => void
}

export type Restored = { head: BackupHead; rows: number; nextOrderNo: number }

/**
 * One transaction, so a failure leaves what was there: the schema as it was at the backup, the rows, the migrations since,
 * and a new epoch.
 * @throws CodedError those of BACKUP_ERROR_CODES, and of a connection
 */
export const restoreBackup = async (options: RestoreOptions): Promise<Restored> => {
  const { file, findUrl, replace, now = Date.now } = options
  const head = await verifyBackup(file)
  const migrations = readMigrations()
  if (!migrations.some(({ whenMs }) => whenMs === head.migratedMs))
    throw new CodedError(
      'backup_newer',
      `${file} was made by a build whose schema this one does not know, of ${new Date(head.migratedMs).toISOString().slice(0, 10)}. Restore it with that build or a later one.`,
    )
  return await whileNobodyMigrates(await findUrl(), async (client) => {
    const before = await requireReplaceable(client, { replace, newestMs: migrations.at(-1)?.whenMs ?? 0 })
    try {
      await client.query("BEGIN; SET LOCAL lock_timeout = '5s'")
      await dropOwnTables(client)
      await applyWithin(
        client,
        migrations.filter(({ whenMs }) => whenMs <= head.migratedMs),
      )
      const rows = await load(client, options, head)
      await applyWithin(
        client,
        migrations.filter(({ whenMs }) => whenMs > head.migratedMs),
      )
      const nextOrderNo = await startNewEpoch(client, {
        given: [head.given, before, ...(await recordedNumbers(client, options.stateDir))],
        dataFrom: Date.parse(head.takenAt),
        now: now(),
        endSignIns: true,
      })
      // The next start notes where the database lies now.
      await client.query("DELETE FROM settings WHERE name = 'heartbeat'")
      options.signal.throwIfAborted()
      await client.query('COMMIT')
      // Where it fails, PostgreSQL does it by itself within minutes.
      await client.query('ANALYZE').catch(() => {})
      return { head, rows, nextOrderNo }
    } catch (error) {
      options.signal.throwIfAborted()
      throw explain(error)
    }
  })
}

/** @returns the numbers it has given out */
async function requireReplaceable(
  client: pg.Client,
  { replace, newestMs }: { replace: boolean; newestMs: number },
): Promise<GivenNumbers> {
  const migratedMs = await newestMigrationIn(client)
  const tables = await findOwnTables(client)
  if (migratedMs === undefined && tables.length > 0)
    throw new CodedError(
      'not_trollys_database',
      `The database has tables of another program (${tables.map(({ table }) => table).join(', ')}). Restore into a database of Trolly's own.`,
    )
  if ((migratedMs ?? 0) > newestMs)
    throw new CodedError('database_newer', 'A newer build has migrated the database. Restore with that one.')
  if (!replace && (await holdsData(client)))
    throw new CodedError(
      'not_empty',
      'The database is not empty, so nothing was done. --replace deletes what it holds.',
    )
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT application_name AS name FROM pg_stat_activity
     WHERE datname = current_database() AND application_name IN ('trolly', 'trolly cli', 'trolly backup')`,
  )
  if (rows.length > 0) throw inUse()
  return migratedMs === undefined ? {} : await readGivenNumbers(client)
}

const inUse = (): CodedError =>
  new CodedError('database_in_use', 'A server or a command is using the database. Stop it first.')

/** @returns how many rows */
async function load(
  client: pg.Client,
  { file, signal, onTable = () => {} }: RestoreOptions,
  head: BackupHead,
): Promise<number> {
  const own = (await findOwnTables(client)).map(({ table }) => `public."${table}"`)
  const keys = await findForeignKeys(client)
  for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const table of own) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  // The rows that the migrations insert are in the backup.
  await client.query(`TRUNCATE ${own.join(', ')}`)
  let count = 0
  let done = 0
  for await (const { rows, ...table } of readTables(file)) {
    onTable({ done, total: head.tables.length, text: table.table })
    const copying = client.query(copyFrom(`COPY ${nameWithColumns(table)} FROM STDIN`))
    await pipeline(rows, copying, { signal })
    count += copying.rowCount
    done += 1
  }
  for (const table of own) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  return count
}

type ForeignKey = { table: string; name: string; definition: string }

const findForeignKeys = async (client: pg.Client): Promise<ForeignKey[]> => {
  const { rows } = await client.query<ForeignKey>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
     FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`,
  )
  return rows
}

/** Noted by servers on this machine, of this database and its copies. */
async function recordedNumbers(client: pg.Client, stateDir: string): Promise<GivenNumbers[]> {
  const { rows } = await client.query<{ secret: string }>(
    "SELECT value #>> '{}' AS secret FROM settings WHERE name = 'secret'",
  )
  const lineage = lineageOf(rows[0]?.secret ?? '')
  return (await readHeartbeatRecords(stateDir))
    .filter((record) => record.lineage === lineage)
    .map(({ given }) => given)
}

const LOCK_NOT_AVAILABLE = '55P03'
const DISK_FULL = '53100'

function explain(error: unknown): unknown {
  if (error instanceof CodedError) return error
  if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return inUse()
  if (error instanceof pg.DatabaseError && error.code === DISK_FULL)
    return new CodedError('disk_full', "The database's disk is full. The database is as it was.")
  return new CodedError(
    'restore_failed',
    `The backup could not be restored, and the database is as it was: ${errorText(error)}.`,
    {
      cause: error,
    },
  )
}
