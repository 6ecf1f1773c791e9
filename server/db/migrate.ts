import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { CodedError } from '#server/coded-error.ts'
import { errorText } from '#server/error-text.ts'
import { migrationsFolder } from '#server/paths.ts'
import type { Database } from './database.ts'

/** Our advisory lock number ('trol', 'migr'). */
const MIGRATION_LOCK = [0x74726f6c, 0x6d696772] as const
/** Drizzle's own table. */
export const MIGRATIONS = 'drizzle.__drizzle_migrations'
const EXTENSIONS = ['pg_trgm', 'unaccent'] as const
const LEAST_VERSION = 15

/**
 * Migrates the database at `url` to this build's schema. Instances take turns under a session advisory lock, so `url`
 * must not lead through a pooler in transaction mode. One transaction: a failure changes nothing.
 * @throws CodedError `database_unreachable`, `database_refused`, `database_too_old`, `database_extension_missing`,
 * `migration_failed`
 */
export const migrateDatabase = (url: string): Promise<void> => whileNobodyMigrates(url, applyMigrations)

/** Starts wait until `work` is done. @throws CodedError as above */
export const whileNobodyMigrates = <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withDatabase(url, 'trolly migrations', async (client) => {
    await client.query('select pg_advisory_lock($1, $2)', [...MIGRATION_LOCK])
    await requireExtensions(client)
    return await work(client)
  })

/** A connection without time limits. @throws CodedError as above */
export const withDatabase = async <T>(
  url: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
    options: '-c TimeZone=UTC',
  })
  // The statement under way reports it.
  client.on('error', () => {})
  await connect(client, url)
  try {
    await requireVersion(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

export type Migration = { sql: string[]; whenMs: number; hash: string }

/** This build's, the first one first. */
export const readMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder }).map(({ sql, folderMillis, hash }) => ({
    sql,
    whenMs: folderMillis,
    hash,
  }))

/** In the caller's transaction, unlike Drizzle's own. */
export const applyWithin = async (client: pg.ClientBase, migrations: readonly Migration[]): Promise<void> => {
  await client.query('create schema if not exists drizzle')
  await client.query(
    `create table if not exists ${MIGRATIONS} (id serial primary key, hash text not null, created_at bigint)`,
  )
  for (const { sql, whenMs, hash } of migrations) {
    for (const statement of sql) await client.query(statement)
    await client.query(`insert into ${MIGRATIONS} (hash, created_at) values ($1, $2)`, [hash, whenMs])
  }
}

/** In ms since 1970; undefined where no build has migrated the database. */
export const newestMigrationIn = async (client: pg.ClientBase): Promise<number | undefined> => {
  const { rows: found } = await client.query('select from pg_class where oid = to_regclass($1)', [MIGRATIONS])
  if (found.length === 0) return undefined
  const { rows } = await client.query<{ newest: string | null }>(
    `select max(created_at)::text as newest from ${MIGRATIONS}`,
  )
  return rows[0]?.newest == null ? undefined : Number(rows[0].newest)
}

/** A superuser can also reach the machine's files. */
export const isSuperuser = async ({ $client }: Pick<Database, '$client'>): Promise<boolean> => {
  const { rows } = await $client.query<{ superuser: boolean }>(
    'select rolsuper as superuser from pg_roles where rolname = current_user',
  )
  return rows[0]?.superuser === true
}

/** In ms since 1970; 0 where there is none. */
export const newestMigrationInBuildMs = (): number => {
  const journal = join(migrationsFolder, 'meta/_journal.json')
  if (!existsSync(journal)) return 0
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { when: number }[] }
  return Math.max(0, ...entries.map(({ when }) => when))
}

async function connect(client: pg.Client, url: string): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    // Name the place only, as the URL may hold a password.
    const { host, pathname } = new URL(url)
    const place = `${host || 'the local socket'}${pathname}`
    if (error instanceof pg.DatabaseError) {
      throw new CodedError('database_refused', `PostgreSQL at ${place} refuses: ${errorText(error)}.`, {
        cause: error,
      })
    }
    throw new CodedError(
      'database_unreachable',
      `No PostgreSQL answers at ${place} (${reasonOf(error)}). Start it, or correct DATABASE_URL; without DATABASE_URL an embedded one is used.`,
      { cause: error },
    )
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version_num: string; server_version: string }>(
    "select current_setting('server_version_num') as server_version_num, current_setting('server_version') as server_version",
  )
  const [row] = rows
  if (row === undefined || Number(row.server_version_num) < LEAST_VERSION * 10_000) {
    throw new CodedError(
      'database_too_old',
      `PostgreSQL ${row?.server_version ?? ''} is too old: ${LEAST_VERSION} or newer is needed.`,
    )
  }
}

async function requireExtensions(client: pg.Client): Promise<void> {
  for (const name of EXTENSIONS) {
    try {
      await client.query(`create extension if not exists ${name}`)
    } catch (error) {
      throw new CodedError(
        'database_extension_missing',
        `The database lacks the extension ${name} and it cannot be created (${reasonOf(error)}). Install PostgreSQL's contrib package, and as its superuser run: create extension ${name}`,
        { cause: error },
      )
    }
  }
}

async function applyMigrations(client: pg.Client): Promise<void> {
  try {
    await migrate(drizzle(client), { migrationsFolder })
  } catch (error) {
    throw new CodedError(
      'migration_failed',
      `The database could not be migrated and is unchanged (${reasonOf(error)}).`,
      { cause: error },
    )
  }
}

/** The innermost cause; connections tried on several addresses list them in `errors`. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause)
  return errorText(error)
}
