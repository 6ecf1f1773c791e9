import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { migrateDatabase, newestMigrationInBuildMs } from '#server/db/migrate.ts'
import { newestMigrationMs } from '#server/features/health/health.repository.ts'
import { migrationsFolder } from '#server/paths.ts'
import { testDatabase } from '#tests/support/database.ts'
import { startNode } from '#tests/support/server-process.ts'
import { onServer } from '#tests/support/throwaway-postgres.ts'

const empty = await testDatabase({ migrated: false })
const { database: migrated, url: migratedUrl } = await testDatabase()

const MIGRATE = `
  import { migrateDatabase } from '#server/db/migrate.ts'
  await migrateDatabase(process.env.DATABASE_URL)
`

describe('migrations', () => {
  it('run once when three instances start at the same moment', async () => {
    const instances = [1, 2, 3].map(() =>
      startNode(['--import', 'tsx', '--input-type=module', '--eval', MIGRATE], { DATABASE_URL: empty.url }),
    )
    for (const instance of instances) expect(await instance.ended(), instance.output()).toBe(0)

    const { rows } = await empty.database.execute(
      sql`select count(*) as applied, count(distinct hash) as different from drizzle.__drizzle_migrations`,
    )
    expect(rows[0]?.applied).toBeGreaterThan(0)
    expect(rows[0]?.applied).toBe(rows[0]?.different)
    expect(await newestMigrationMs(empty.database)).toBe(newestMigrationInBuildMs())
  })

  it('change nothing in a migrated database', async () => {
    const read = () => migrated.execute(sql`select * from drizzle.__drizzle_migrations order by id`)
    const before = await read()

    await migrateDatabase(migratedUrl)

    expect((await read()).rows).toEqual(before.rows)
  })
})

/** A database just before a migration, and what applies it. */
const before = async (prefix: string) => {
  const { database, url } = await testDatabase({ migrated: false })
  const files = readdirSync(migrationsFolder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
  const at = files.findIndex((name) => name.startsWith(prefix))
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const apply = (name: string) => client.query(readFileSync(join(migrationsFolder, name), 'utf8'))
  await client.query('create extension pg_trgm; create extension unaccent')
  for (const name of files.slice(0, at)) await apply(name)
  const migrate = async () => {
    await apply(files[at] ?? '')
    await client.end()
  }
  return { database, client, migrate }
}

describe('the migration that allows unknown sales ranks', () => {
  it.each([
    ['makes zeros from an import without ranks unknown', [0, 0, 7], [null, null, 7]],
    ['keeps a single zero, the first of real ranks', [0, 1, 7], [0, 1, 7]],
  ])('%s', async (_, ranks, after) => {
    const { database, client, migrate } = await before('0009_')
    for (const [place, rank] of ranks.entries())
      await client.query(`insert into products (product_no, name, sales_rank) values ($1, 'Peas', $2)`, [
        `A${place}`,
        rank,
      ])

    await migrate()

    const { rows } = await database.execute(sql`select sales_rank from products order by product_no`)
    expect(rows.map(({ sales_rank }) => sales_rank)).toEqual(after)
  })
})

it('the migration that knows questions by their wording gives those that share one a number', async () => {
  const { database, client, migrate } = await before('0046_')
  for (const [place, question] of ['Why?', 'Why? (2)', 'Why?', 'When?', 'Why?'].entries())
    await client.query(
      `insert into faqs (id, subject, question, answer, audience, position, updated_at)
       values (gen_random_uuid(), '', $1, '', 'everyone', 1, to_timestamp($2))`,
      [question, place],
    )

  await migrate()

  const { rows } = await database.execute(sql`select question from faqs order by question collate "C"`)
  expect(rows.map(({ question }) => question)).toEqual([
    'When?',
    'Why?',
    'Why? (2)',
    'Why? (2) (2)',
    'Why? (3)',
  ])
})

describe('an unusable database', () => {
  it.each([
    ['at a port that does not answer', 'database_unreachable', { port: '1' }],
    ['at an unknown host', 'database_unreachable', { hostname: 'database.invalid' }],
    ['with a wrong password', 'database_refused', { password: 'secret-guess' }],
    ['that does not exist', 'database_refused', { pathname: '/missing' }],
  ] as const)('%s: %s, without the password in the message', async (_, code, change) => {
    const url = Object.assign(new URL(migratedUrl), change).href

    const failure = await migrateDatabase(url).catch((error: unknown) => error)

    expect(failure).toMatchObject({ name: 'CodedError', code })
    expect(String(failure)).not.toContain('secret-guess')
    expect(String(failure)).not.toContain(new URL(migratedUrl).password)
  })

  it('without a missing extension the user may not create: database_extension_missing', async () => {
    const bare = await testDatabase({ migrated: false })
    const role = `plain_${new URL(bare.url).pathname.slice(1)}`
    const administer = (statement: string) =>
      onServer(inject('databaseServerUrl'), (client) => client.query(statement))
    await administer(`create role ${role} login password 'plain'`)
    const url = Object.assign(new URL(bare.url), { username: role, password: 'plain' }).href

    await expect(migrateDatabase(url)).rejects.toMatchObject({ code: 'database_extension_missing' })

    await administer(`drop role ${role}`)
  })

  it('is left unchanged by a failed migration: migration_failed', async () => {
    const { database, url } = await testDatabase({ migrated: false })
    // In the way of the first migration's own table.
    await database.execute(sql`create table customers (id text)`)

    await expect(migrateDatabase(url)).rejects.toMatchObject({ code: 'migration_failed' })

    const { rows } = await database.execute(
      sql`select tablename from pg_tables where schemaname = 'public' order by tablename`,
    )
    expect(rows).toEqual([{ tablename: 'customers' }])
  })
})

describe('the pool', () => {
  it('reads integers up to 2^53 as numbers, and rejects larger ones', async () => {
    const read = async (text: string) =>
      (await migrated.execute(sql.raw(`select ${text}::bigint as n`))).rows[0]

    expect(await read('9007199254740991')).toEqual({ n: 9_007_199_254_740_991 })
    await expect(read('9007199254740993')).rejects.toMatchObject({ cause: expect.any(RangeError) })
  })

  it('limits the time of statements and idle transactions, and uses UTC', async () => {
    const { rows } = await migrated.execute(
      sql`select current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone`,
    )
    expect(rows).toEqual([{ statement: '10s', idle: '10s', zone: 'UTC' }])
  })

  it('fails only the transaction whose connection was cut between two statements', async () => {
    const { database } = await testDatabase()

    const cut = database.transaction(async (transaction) => {
      const { rows } = await transaction.execute(sql`select pg_backend_pid() as pid`)
      await database.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`)
      await expect
        .poll(() =>
          database
            .execute(sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`)
            .then(({ rowCount }) => rowCount),
        )
        .toBe(0)
      await transaction.execute(sql`select 1`)
    })

    await expect(cut).rejects.toThrow()
    expect((await database.execute(sql`select 1 as n`)).rows).toEqual([{ n: 1 }])
  })

  it('replaces connections cut by the database', async () => {
    const { database, url } = await testDatabase()
    await database.execute(sql`select 1`)
    const administrator = new pg.Client({ connectionString: url })
    await administrator.connect()
    await administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await administrator.end()
    await expect
      .poll(() =>
        database.execute(sql`select 1 as n`).then(
          ({ rows }) => rows,
          () => 'cut',
        ),
      )
      .toEqual([{ n: 1 }])
  })
})
