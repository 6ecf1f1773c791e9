import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { trollies } from '#contract/trollies.ts'
import { backupProgram } from '#server/cli/backup-program.ts'
import { failureOf, type Program } from '#server/cli/program.ts'
import { restoreProgram } from '#server/cli/restore-program.ts'
import { BACKUP_ERROR_CODES } from '#server/coded-error.ts'
import { restoreBackup } from '#server/db/backup/restore-backup.ts'
import { takeBackup } from '#server/db/backup/take-backup.ts'
import { applyWithin, newestMigrationInBuildMs, readMigrations } from '#server/db/migrate.ts'
import { NUMBERS_SKIPPED, readGivenNumbers } from '#server/db/new-epoch.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { insertResetLink, withdrawResets } from '#server/features/auth/password-resets.repository.ts'
import { numberWaiting } from '#server/features/order-exports/order-exports.repository.ts'
import { projectRoot } from '#server/paths.ts'
import { aProduct, aUser } from '#tests/support/builders.ts'
import { testDatabase } from '#tests/support/database.ts'
import { NOW, readyTrollies } from '#tests/support/ready-trolly.ts'
import { buildTestApp, callerOf } from '#tests/support/server.ts'
import { onServer } from '#tests/support/throwaway-postgres.ts'

/** `npm run backup` and `npm run restore`, as a person runs them. */

const folder = mkdtempSync(join(tmpdir(), 'trolly-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const pathOf = (name: string): string => join(folder, name)

const source = await testDatabase()
const app = await buildTestApp(source.database, { now: () => NOW })
const call = callerOf(app)
const { aReadyTrolly } = readyTrollies(source.database)

const run = async (program: Program, url: string, ...args: string[]) => {
  const said: string[] = []
  const say = (text: string) => said.push(text)
  try {
    const exit = await program({
      args: args.map((arg) => (arg.startsWith('--') ? arg : pathOf(arg))),
      openDatabase: () => Promise.reject(new Error('not migrated')),
      findDatabase: async () => url,
      stateDir: pathOf('state'),
      signal: new AbortController().signal,
      say,
      warn: say,
    })
    return { exit, code: undefined, text: said.join('\n') }
  } catch (error) {
    const { message, code } = failureOf(error)
    return { exit: 1, code, text: message }
  }
}

/** @returns the order's number */
const place = async (): Promise<string> => {
  const { token, params, body } = await aReadyTrolly()
  return (await call(trollies.checkout, { token, params, body })).body.orderNo
}

const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await work(client).finally(() => client.end())
}

/** Every row of every table, as text. */
const contents = (url: string): Promise<Record<string, string[]>> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
    )
    const all: Record<string, string[]> = {}
    for (const { name } of rows) {
      const found = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from public."${name}" t order by 1`,
      )
      all[name] = found.rows.map(({ row }) => row)
    }
    return all
  })

const settingOf = async (url: string, name: string): Promise<unknown> =>
  withClient(url, async (client) => {
    const { rows } = await client.query('select value from settings where name = $1', [name])
    return rows[0]?.value
  })

/** A database that nothing is connected to. */
const target = async (migrated = false): Promise<string> => (await testDatabase({ migrated })).url

const orderNo = await place()
await withClient(source.url, async (client) => {
  // What COPY has to escape, and empty values that are none.
  await client.query(
    'update products set description = $1 where product_no = (select min(product_no) from products)',
    ['Tab\there, \\. alone:\n\\.\nand \\N, ünïcode “🥕”'],
  )
})
await run(backupProgram, source.url, 'good.gz')
const good = readFileSync(pathOf('good.gz'))

describe('a backup', () => {
  it('is a file for its owner alone, which is never written over', async () => {
    expect(statSync(pathOf('good.gz')).mode & 0o777).toBe(0o600)
    expect((await run(backupProgram, source.url, 'good.gz')).code).toBe('file_exists')
    expect(readFileSync(pathOf('good.gz')).equals(good)).toBe(true)
  })

  it('reads as the text that psql takes', async () => {
    const text = gunzipSync(good).toString()
    expect(text).toMatch(/^-- \{"trolly":"backup","format":1,/)
    expect(text).toMatch(/^COPY public\."products" \("product_no", "name"/m)
    expect(text).toMatch(/\n\\\.\n-- sha256 [0-9a-f]{64}\n$/)
  })

  it('holds one moment, whatever is written while it is taken', async () => {
    const url = source.url
    const pieces: Buffer[] = []
    let added = 0
    const out = new Writable({
      highWaterMark: 1,
      write: (piece: Buffer, _, done) => {
        pieces.push(piece)
        added += 1
        aProduct(source.database, { product_no: `DURING-${added}` }).then(() => done(), done)
      },
    })
    await takeBackup({ url, out, signal: new AbortController().signal })
    expect(added).toBeGreaterThan(0)
    expect(gunzipSync(Buffer.concat(pieces)).toString()).not.toContain('DURING-')
  })

  it('leaves nothing behind where the disk is full', async () => {
    symlinkSync('/dev/full', pathOf('full.gz.part'))
    expect((await run(backupProgram, source.url, 'full.gz')).code).toBe('disk_full')
    expect(statSync(pathOf('full.gz'), { throwIfNoEntry: false })).toBeUndefined()
    expect(statSync(pathOf('full.gz.part'), { throwIfNoEntry: false })).toBeUndefined()
  })

  it('needs a folder to write to, and a database of ours', async () => {
    expect((await run(backupProgram, source.url, 'missing/good.gz')).code).toBe('file_not_writable')
    expect((await run(backupProgram, await target(), 'empty.gz')).code).toBe('not_trollys_database')
  })
})

describe('a restore', () => {
  it('brings back every row, with another epoch and nobody signed in', async () => {
    await run(backupProgram, source.url, 'all.gz')
    const before = await contents(source.url)
    const url = await target()
    const { exit, text } = await run(restoreProgram, url, 'all.gz')
    expect([exit, text]).toEqual([0, expect.stringContaining('Restored ')])

    const after = await contents(url)
    const changing = ['settings', 'tokens']
    for (const [table, rows] of Object.entries(before))
      if (!changing.includes(table)) expect(after[table], table).toEqual(rows)
    expect(await settingOf(url, 'secret')).toEqual(await settingOf(source.url, 'secret'))
    expect(await settingOf(url, 'epoch')).not.toEqual(await settingOf(source.url, 'epoch'))
    expect(after.tokens).toHaveLength(before.tokens?.length ?? 0)
    expect(after.tokens?.filter((row) => row.includes('"revoked_at": null'))).toEqual([])
    // A start finds nothing to migrate.
    await withClient(url, async (client) => {
      const { rows } = await client.query(
        'select max(created_at)::text as newest from drizzle.__drizzle_migrations',
      )
      expect(Number(rows[0].newest)).toBe(newestMigrationInBuildMs())
      const { rows: disabled } = await client.query("select from pg_trigger where tgenabled = 'D'")
      expect(disabled).toEqual([])
    })
  })

  it('brings back no link that resets a password: one may have been used since', async () => {
    const { id } = await aUser(source.database)
    await insertResetLink(source.database, { userId: id, now: new Date() })
    const resetsIn = async (url: string) => (await contents(url)).password_resets?.length
    await run(backupProgram, source.url, 'reset.gz')
    const url = await target()
    await run(restoreProgram, url, 'reset.gz')
    expect([await resetsIn(source.url), await resetsIn(url)]).toEqual([1, 0])
    await inTransaction(source.database, (connection) => withdrawResets(connection, id))
  })

  it('never gives an order number twice, nor an invoice’s or an event’s, however often the file is restored', async () => {
    const url = await target()
    const given = (): Promise<Record<string, number>> => withClient(url, readGivenNumbers)
    const file = await withClient(source.url, readGivenNumbers)
    let last = file
    for (const args of [[], ['--replace'], ['--replace']]) {
      await run(restoreProgram, url, 'good.gz', ...args)
      const now = await given()
      for (const [name, number] of Object.entries(last))
        expect(now[name], name).toBeGreaterThanOrEqual(number + NUMBERS_SKIPPED)
      // Placed after the restore, and lost with the next one.
      await withClient(url, (client) =>
        client.query("select setval('order_numbers', nextval('order_numbers') + 50)"),
      )
      last = await given()
    }
    expect(Object.keys(file).sort()).toEqual([
      'agent_bill_numbers',
      'changes_sequence_seq',
      'claim_events_place_seq',
      'claim_numbers',
      'invoice_numbers',
      'order_exports.sequence',
      'order_exports_id_seq',
      'order_numbers',
      'record_version',
      'safety_notices_sequence_seq',
    ])
  })

  it('leaves out as many numbers more as seconds have passed since the backup', async () => {
    const url = await target()
    const week = 7 * 86_400
    await restoreBackup({
      file: pathOf('good.gz'),
      findUrl: async () => url,
      replace: false,
      stateDir: pathOf('state'),
      signal: new AbortController().signal,
      now: () => Date.now() + week * 1000,
    })
    const { order_numbers = 0 } = await withClient(url, readGivenNumbers)
    expect(order_numbers).toBeGreaterThan(Number(orderNo) + NUMBERS_SKIPPED + week)
  })

  it('numbers the events of orders from above those that were handed over', async () => {
    const { url, database } = await testDatabase({ migrated: false })
    await run(restoreProgram, url, 'good.gz')
    await numberWaiting(database, { channel: 'file', most: 10 })
    const { rows } = await database.$client.query('select min(sequence) as first from order_exports')
    expect(rows[0].first).toBeGreaterThan(NUMBERS_SKIPPED)
  })

  it('of an earlier build’s backup migrates its rows', async () => {
    const old = await testDatabase({ migrated: false })
    const migrations = readMigrations()
    const at = migrations.length - 3
    await withClient(old.url, async (client) => {
      await client.query('create extension pg_trgm; create extension unaccent')
      await applyWithin(client, migrations.slice(0, at))
      await client.query("insert into products (product_no, name) values ('OLD', 'Old')")
    })
    await run(backupProgram, old.url, 'old.gz')
    // A newer database is there: the usual case after an update that went wrong.
    const url = await target(true)
    expect(await run(restoreProgram, url, 'old.gz')).toMatchObject({ exit: 0 })
    await withClient(url, async (client) => {
      const { rows } = await client.query('select product_no from products')
      expect(rows).toEqual([{ product_no: 'OLD' }])
      const { rows: applied } = await client.query(
        'select hash from drizzle.__drizzle_migrations order by id',
      )
      expect(applied.map(({ hash }) => hash)).toEqual(migrations.map(({ hash }) => hash))
    })
    expect(
      (await withClient(old.url, (client) => client.query('select from drizzle.__drizzle_migrations')))
        .rowCount,
    ).toBe(at)
  })

  it('puts transaction numbers behind it that the new database has not reached', async () => {
    const future = (name: string) =>
      withClient(source.url, async (client) => {
        await client.query('alter table products disable trigger user')
        await client.query('update products set changed_tx = 4000000000 where product_no = $1', [name])
        await client.query('alter table products enable trigger user')
      })
    await future(await aProduct(source.database, { product_no: 'FUTURE' }))
    await run(backupProgram, source.url, 'future.gz')
    const url = await target()
    await run(restoreProgram, url, 'future.gz')
    await withClient(url, async (client) => {
      const { rows } = await client.query(
        "select changed_tx < (pg_snapshot_xmax(pg_current_snapshot())::text)::bigint as past from products where product_no = 'FUTURE'",
      )
      expect(rows).toEqual([{ past: true }])
    })
  })
})

describe('a restore that cannot be', () => {
  const damaged = Buffer.from(good)
  damaged.writeUInt8((damaged.readUInt8(good.length - 200) + 1) % 256, good.length - 200)
  const lines = gunzipSync(good).toString('latin1')
  const repacked = (text: string): Buffer => gzipSync(Buffer.from(text, 'latin1'))
  const FILES: [string, Buffer, string][] = [
    ['is cut short', good.subarray(0, good.length - 300), 'backup_truncated'],
    ['is cut short and packed again', repacked(lines.slice(0, -200)), 'backup_truncated'],
    ['is empty', Buffer.alloc(0), 'backup_truncated'],
    ['has a byte changed', damaged, 'backup_damaged'],
    ['was edited', repacked(lines.replace('Peas', 'Pear')), 'backup_damaged'],
    ['is something else', Buffer.from('product_no,name\n1,Peas\n'), 'not_a_backup'],
    ['is something else, packed', gzipSync('product_no,name\n1,Peas\n'), 'not_a_backup'],
    ['has a later format', repacked(lines.replace('"format":1', '"format":2')), 'backup_other_format'],
  ]

  it.each(FILES)(
    'because the file %s changes nothing, not even with --replace',
    async (name, bytes, code) => {
      const url = await target(true)
      await withClient(url, (client) =>
        client.query("insert into products (product_no, name) values ('KEPT', 'Kept')"),
      )
      const before = await contents(url)
      writeFileSync(pathOf(`${name}.gz`), bytes)
      expect((await run(restoreProgram, url, `${name}.gz`, '--replace')).code).toBe(code)
      expect(await contents(url)).toEqual(before)
    },
  )

  it('names what is wrong with file and schema', async () => {
    const url = await target(true)
    expect((await run(restoreProgram, url, 'missing.gz')).code).toBe('file_unreadable')
    expect((await run(restoreProgram, url)).code).toBe('usage')
    const later = newestMigrationInBuildMs() + 1
    await withClient(source.url, (client) =>
      client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('later', $1)", [
        later,
      ]),
    )
    expect((await run(backupProgram, source.url, 'later.gz')).code).toBe('database_newer')
    await withClient(source.url, (client) =>
      client.query("delete from drizzle.__drizzle_migrations where hash = 'later'"),
    )
    const { migratedMs } = JSON.parse(lines.slice(3, lines.indexOf('\n'))) as { migratedMs: number }
    const body = lines.replace(String(migratedMs), String(later)).replace(/-- sha256.*\n$/, '')
    const check = createHash('sha256').update(Buffer.from(body, 'latin1')).digest('hex')
    writeFileSync(pathOf('newer.gz'), repacked(`${body}-- sha256 ${check}\n`))
    expect((await run(restoreProgram, url, 'newer.gz')).code).toBe('backup_newer')
  })

  it('asks before it replaces data, and never another program’s', async () => {
    const url = await target(true)
    await withClient(url, (client) =>
      client.query("insert into products (product_no, name) values ('KEPT', 'Kept')"),
    )
    expect((await run(restoreProgram, url, 'good.gz')).code).toBe('not_empty')
    expect((await run(restoreProgram, url, 'good.gz', '--replace')).exit).toBe(0)

    const theirs = await target()
    await withClient(theirs, (client) => client.query('create table orders (theirs text)'))
    expect((await run(restoreProgram, theirs, 'good.gz', '--replace')).code).toBe('not_trollys_database')
  })

  it('does not begin while a server is connected', async () => {
    const url = await target(true)
    const server = new pg.Client({ connectionString: url, application_name: 'trolly' })
    await server.connect()
    expect((await run(restoreProgram, url, 'good.gz')).code).toBe('database_in_use')
    await server.end()
  })

  it.each([
    ['the disk is full', '53100', 'disk_full'],
    ['anything else fails', 'P0001', 'restore_failed'],
  ])('because %s leaves what was there', async (_, sqlState, code) => {
    const { url } = await testDatabase()
    await withClient(url, (client) =>
      client.query("insert into products (product_no, name) values ('KEPT', 'Kept')"),
    )
    const before = await contents(url)
    // In the middle: the old tables are gone, and most of the new ones have their rows.
    const administrator = Object.assign(new URL(inject('databaseServerUrl')), {
      pathname: new URL(url).pathname,
    }).href
    await onServer(administrator, (client) =>
      client.query(`create function fail() returns event_trigger language plpgsql as $$ begin
          if to_regclass('public.stock') is not null and tg_tag = 'ALTER TABLE' then
            if exists (select from public.stock) and not exists (select from public.products where product_no = 'KEPT') then
              raise exception 'in the middle' using errcode = '${sqlState}'; end if; end if; end $$;
        create event trigger fail on ddl_command_end execute function fail()`),
    )
    expect((await run(restoreProgram, url, 'good.gz', '--replace')).code).toBe(code)
    expect(await contents(url)).toEqual(before)
  })
})

it('docs/operations.md explains every code', () => {
  const text = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
  expect(BACKUP_ERROR_CODES.filter((code) => !text.includes(`| \`${code}\` |`))).toEqual([])
})
