import pg from 'pg'
import { expect, it } from 'vitest'
import { closeDatabase, openDatabase } from '#server/db/database.ts'
import { APPLICATION } from '#server/db/embedded/application-role.ts'
import { startEmbeddedPostgres } from '#server/db/embedded/embedded-postgres.ts'
import { isSuperuser, migrateDatabase } from '#server/db/migrate.ts'
import { dataDirWithDatabase, startServerProcess, temporaryDataDir } from '#tests/support/server-process.ts'

const query = async <Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

const OWNERS = `
  select distinct owner from (
    select tableowner as owner from pg_tables where schemaname in ('public', 'drizzle')
    union all select sequenceowner from pg_sequences
    union all select pg_get_userbyid(nspowner) from pg_namespace where nspname = 'drizzle'
    union all select pg_get_userbyid(datdba) from pg_database where datname = current_database()
    union all select pg_get_userbyid(proowner) from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  ) owners`

it('connects to its embedded database as an owner that is not a superuser', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await dataDirWithDatabase(), mode: 'own' })
  const database = openDatabase({ url: postgres.url, connections: 2 })
  expect(await isSuperuser(database)).toBe(false)
  await closeDatabase(database)
  expect(await query(postgres.url, OWNERS)).toEqual([{ owner: APPLICATION }])
  await expect(query(postgres.url, "select pg_read_file('PG_VERSION')")).rejects.toMatchObject({
    code: '42501',
  })
  await expect(query(postgres.url, "copy products to program 'true'")).rejects.toMatchObject({
    code: '42501',
  })
  await postgres.stop()
})

it('takes over a database that an earlier build filled as administrator', async () => {
  const dataDir = temporaryDataDir()
  const before = await startEmbeddedPostgres({ dataDir, mode: 'own' })
  const url = Object.assign(new URL(before.administratorUrl), { pathname: '/trolly' }).href
  await query(before.administratorUrl, 'drop database trolly')
  await query(before.administratorUrl, `drop role ${APPLICATION}`)
  await query(before.administratorUrl, 'create database trolly')
  await migrateDatabase(url)
  await query(url, "insert into products (product_no, name) values ('KEPT', 'Kept')")
  expect(await query(url, OWNERS)).toEqual([{ owner: 'trolly' }])
  await before.stop()

  const server = startServerProcess({ DATA_DIR: dataDir })
  await server.ready()
  expect(server.output()).not.toContain('superuser')
  server.kill('SIGTERM')
  expect(await server.ended()).toBe(0)

  const after = await startEmbeddedPostgres({ dataDir, mode: 'own' })
  expect(await query(after.url, OWNERS)).toEqual([{ owner: APPLICATION }])
  expect(await query(after.url, 'select product_no from products')).toEqual([{ product_no: 'KEPT' }])
  // As a migration of the next build would.
  await query(after.url, 'alter table products add column another text; drop table idempotency_records')
  await after.stop()
}, 60_000)

it('warns of a superuser in DATABASE_URL', async () => {
  const postgres = await startEmbeddedPostgres({ dataDir: await dataDirWithDatabase(), mode: 'own' })
  const start = async (url: string): Promise<string> => {
    const server = startServerProcess({ DATA_DIR: temporaryDataDir(), DATABASE_URL: url })
    await server.ready()
    server.kill('SIGTERM')
    await server.ended()
    return server.output()
  }
  const administrator = Object.assign(new URL(postgres.administratorUrl), { pathname: '/trolly' }).href
  expect(await start(administrator)).toContain('Warning: DATABASE_URL names a superuser')
  expect(await start(postgres.url)).not.toContain('superuser')
  await postgres.stop()
}, 60_000)
