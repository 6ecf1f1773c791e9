import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'

const server = join(import.meta.dirname, '../../server')

/** SQL as text, by file name. Everything else uses Drizzle's builder, with `sql` for single expressions. */
const BY_HAND: Record<string, string> = {
  // Budgets: bench/README.md.
  'auth.repository.ts': 'the caller of every call; the rest is built',
  'idempotency-records.ts': 'add a line; deletions are built',
  'lines.repository.ts': 'add a line',
  'trolly-rows.repository.ts': 'add a line, search, checkout',
  'stock.repository.ts': 'checkout',
  'orders.repository.ts': 'checkout; reading an order is built',
  'search-changes.repository.ts': 'search',
  'products.repository.ts': 'search',
  'purchases.repository.ts': 'search',
  'push-queue.repository.ts': 'checkout: one INSERT from SELECT; claiming is built',
  'adverts.repository.ts': 'search',
  'downloads.repository.ts': 'first download',
  'import.repository.ts': 'import: upserts of JSON record sets',
  'user-import.repository.ts': 'import: the same',
  // What the builder cannot express.
  'changes.repository.ts': 'rows of any table as JSON, and from it',
  'writer.ts': 'SET LOCAL, by parameters',
  'distributor-orders.repository.ts': 'a lock',
  'live.repository.ts': 'transaction numbers of several tables at one moment',
  'wake-channel.ts': 'LISTEN, NOTIFY',
  'claim-credits.repository.ts': 'a sequence',
  'statement.ts': 'prepares the above',
  'transaction.ts': 'BEGIN, COMMIT, locks',
  'health.repository.ts': 'SET LOCAL',
  'sales-ranks.ts': 'one UPDATE from an aggregate of all order lines',
  'migrate.ts': 'extensions, locks',
  'ownership.ts': 'locks, before the schema is there',
  'heartbeat.ts': 'xmin, PostgreSQL’s own state',
  'new-epoch.ts': 'sequences, triggers, transaction numbers',
  'own-tables.ts': 'PostgreSQL’s catalogue, DROP',
  'take-backup.ts': 'COPY, LOCK TABLE',
  'restore-backup.ts': 'COPY, constraints, triggers',
  'application-role.ts': 'roles and owners',
  // Made-up data.
  'bulk-insert.ts': 'unnest of thousands of rows',
  'history.ts': 'sequences',
  'more-customers.ts': 'millions of rows copied by INSERT from SELECT, through temporary tables',
  'demo-password.ts': 'locks, before the schema is there',
  'fill.ts': 'SET LOCAL, locks, ANALYZE',
  'reset.ts': 'TRUNCATE, sequences',
}

const RAW = /\bstatement<|\.query[<(]|\.execute\(\s*(sql|['"`])/

it('SQL is hand-written only where a budget or a limit of the builder requires it', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  expect(files.length).toBeGreaterThan(100)
  const raw = files.filter((file) => RAW.test(readFileSync(join(server, file), 'utf8')))
  expect(raw.map((file) => basename(file)).sort()).toEqual(Object.keys(BY_HAND).sort())
})

it('every hand-written statement gives its reason', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.repository.ts'),
  )
  const silent = files.filter((file) => {
    const text = readFileSync(join(server, file), 'utf8')
    return /\bstatement</.test(text) && !/\bby hand\b/i.test(text)
  })
  expect(silent).toEqual([])
})

it('a statement with a name is built once per connection, not for each call', () => {
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const rebuilding = files.filter((file) => /\.prepare\(/.test(readFileSync(join(server, file), 'utf8')))
  expect(rebuilding).toEqual(['db/statement.ts'])
})
