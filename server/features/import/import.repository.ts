import { getTableColumns } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { Database } from '#server/db/database.ts'
import { type RecordColumn, recordColumns, selectRecords, tableName } from '#server/db/recordset.ts'
import { adverts } from '#server/db/schema/adverts.ts'
import { agentAlerts, agentCustomers, agents } from '#server/db/schema/agents.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { customers, deliveryPostcodes, holidays } from '#server/db/schema/customers.ts'
import { discounts } from '#server/db/schema/discounts.ts'
import { distributorCustomerCodes, distributorProductCodes } from '#server/db/schema/distributor-codes.ts'
import { faqs } from '#server/db/schema/faqs.ts'
import { orders } from '#server/db/schema/orders.ts'
import { accountPayments, invoices } from '#server/db/schema/paperwork.ts'
import { prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { recalls } from '#server/db/schema/safety-notices.ts'
import { searchTerms } from '#server/db/schema/search-terms.ts'
import { users } from '#server/db/schema/users.ts'
import type { Batch } from './batch.ts'
import {
  type DeliverableOrder,
  type DeliveryNews,
  findDeliverableOrders,
  OrderHasMoved,
  writeDeliveries,
} from './delivery-import.repository.ts'
import { NEWS } from './delivery-news.ts'
import {
  type BillableOrder,
  findBillableOrders,
  findIssued,
  type InvoiceIssue,
  type Issued,
  writeInvoices,
} from './invoice-import.repository.ts'
import { ISSUE } from './invoice-issues.ts'
import type { ImportRow, Reference } from './kinds/fields.ts'
import type { ImportKindName } from './kinds/import-kinds.ts'
import { writeUserDetails } from './user-import.repository.ts'

/**
 * Writes a batch in one statement that inserts new rows, updates changed ones and does not touch the rest. Keys are
 * kept in a temporary table, so it needs one connection and no pooler in transaction mode.
 */
export type ImportSession = {
  /** Records this file's keys; returns repeated ones with their first line. */
  claimKeys: (claims: readonly KeyClaim[]) => Promise<Map<string, number>>
  findMissing: (to: Reference['to'], values: readonly string[]) => Promise<Set<string>>
  /** For numbers that were not there before this import: one that was, and differs in its leading zeros alone. */
  findOtherZeros: (to: Reference['to'], values: readonly string[]) => Promise<Map<string, string>>
  /** Lower-case addresses of existing users. */
  findUsers: (emails: readonly string[]) => Promise<Set<string>>
  findBillableOrders: (orderNos: readonly number[]) => Promise<Map<number, BillableOrder>>
  findDeliverableOrders: (orderNos: readonly number[]) => Promise<Map<number, DeliverableOrder>>
  findIssued: (which: { nos: readonly string[]; orderIds: readonly string[] }) => Promise<Issued[]>
  /** In its own transaction, rolled back in a dry run. @throws RowsRefused for rows that the database refuses */
  write: (batch: Batch) => Promise<Written>
  /** After the last batch: work over many rows. */
  finish: (kind: ImportKindName, changes: number) => Promise<void>
  close: () => Promise<void>
}

export type KeyClaim = { key: string; line: number }

export type Written = { added: number; changed: number; priceLists: string[] }

export class RowsRefused extends Error {
  constructor(cause: pg.DatabaseError | OrderHasMoved) {
    super(cause.message, { cause })
    this.name = 'RowsRefused'
  }
}

const TARGETS: Record<ImportKindName, { table: PgTable; key: string[]; keySql?: string }> = {
  products: { table: products, key: ['product_no'] },
  customers: { table: customers, key: ['id'] },
  users: { table: users, key: ['email'], keySql: 'lower("email")' },
  prices: { table: prices, key: ['priceListId', 'product_no'] },
  stock: { table: stock, key: ['product_no'] },
  'delivery-postcodes': { table: deliveryPostcodes, key: ['prefix'] },
  'collection-sites': { table: collectionAddresses, key: ['siteNo'] },
  holidays: { table: holidays, key: ['day'] },
  'search-terms': { table: searchTerms, key: ['typed'] },
  adverts: { table: adverts, key: ['code'] },
  agents: { table: agents, key: ['code'] },
  'agent-customers': { table: agentCustomers, key: ['customerId'] },
  'agent-alerts': { table: agentAlerts, key: ['message'] },
  discounts: { table: discounts, key: ['code'] },
  faqs: { table: faqs, key: ['question'] },
  recalls: { table: recalls, key: ['reference'] },
  'distributor-customer-codes': {
    table: distributorCustomerCodes,
    key: ['distributorNo', 'theirCode', 'validFrom'],
  },
  'distributor-product-codes': {
    table: distributorProductCodes,
    key: ['distributorNo', 'theirCode', 'validFrom'],
  },
  deliveries: { table: orders, key: ['orderNo'] },
  invoices: { table: invoices, key: ['invoiceNo'] },
  payments: { table: accountPayments, key: ['customerId', 'reference'] },
}

/** These are records that staff maintain (features/maintained). */
const KEPT_KINDS: readonly ImportKindName[] = [
  'delivery-postcodes',
  'collection-sites',
  'holidays',
  'search-terms',
  'adverts',
  'agents',
  'agent-customers',
  'agent-alerts',
  'discounts',
  'faqs',
  'recalls',
  'distributor-customer-codes',
  'distributor-product-codes',
]

const REFERENCED: Record<Reference['to'], { table: string; column: string }> = {
  products: { table: 'products', column: 'product_no' },
  price_lists: { table: 'price_lists', column: 'id' },
  customers: { table: 'customers', column: 'id' },
  agents: { table: 'agents', column: 'code' },
  distributors: { table: 'customers', column: 'distributor_no' },
}

/** Does not wait for autovacuum's statistics. */
const WORTH_ANALYZING_ROWS = 1000
/** Data that does not fit a column; a violated constraint. */
const REFUSED_CLASSES = ['22', '23']
/** Serialization failure, deadlock: worth another attempt. */
const PASSING_CODES = ['40001', '40P01']

export const openImportSession = async (database: Database): Promise<ImportSession> => {
  const client = await database.$client.connect()
  // The next statement reports a lost connection; without a listener the process would end.
  const onCut = (): void => {}
  client.on('error', onCut)
  await client.query(`create temporary table ${KEYS_TABLE}`)
  return {
    ...importWork(client, OWN_TRANSACTION),
    finish: async (kind, changes) => {
      if (changes >= WORTH_ANALYZING_ROWS) await client.query(`analyze ${tableName(TARGETS[kind].table)}`)
    },
    close: async () => {
      try {
        await client.query('drop table import_keys')
        client.off('error', onCut)
        client.release()
      } catch (error) {
        // Discarded; its error was reported earlier.
        client.release(error instanceof Error ? error : true)
      }
    },
  }
}

/** Writes as a part of the connection's transaction, which its owner ends. For records that staff maintain. */
export const importWithin = async (client: pg.PoolClient): Promise<ImportSession> => {
  await client.query(`create temporary table ${KEYS_TABLE} on commit drop`)
  return {
    ...importWork(client, SAVEPOINT),
    finish: async () => {},
    close: async () => {},
  }
}

const KEYS_TABLE = 'import_keys (key text primary key, line integer not null)'

/** How a batch begins and ends. */
type Frame = { begin: string; keep: string; undo: string; attempts: number }
const OWN_TRANSACTION: Frame = { begin: 'begin', keep: 'commit', undo: 'rollback', attempts: 4 }
const SAVEPOINT: Frame = {
  begin: 'savepoint import_batch',
  keep: 'release savepoint import_batch',
  undo: 'rollback to savepoint import_batch',
  attempts: 1,
}

const importWork = (client: pg.PoolClient, frame: Frame): Omit<ImportSession, 'finish' | 'close'> => {
  const numbers = new Map<Reference['to'], Map<string, string[]>>()
  return {
    claimKeys: (claims) => claimKeys(client, claims),
    findMissing: (to, values) => findMissing(client, to, values),
    findOtherZeros: async (to, values) => {
      const wanted = values.filter((value) => /^\d+$/.test(value))
      if (wanted.length === 0) return new Map()
      const known = numbers.get(to) ?? (await readNumbers(client, to))
      numbers.set(to, known)
      return new Map(
        wanted.flatMap((value): [string, string][] => {
          const same = known.get(withoutZeros(value)) ?? []
          const [other] = same
          return other === undefined || same.includes(value) ? [] : [[value, other]]
        }),
      )
    },
    findUsers: async (emails) => {
      const { rows } = await client.query<{ email: string }>(
        'select lower(email) as email from users where lower(email) = any($1)',
        [emails],
      )
      return new Set(rows.map(({ email }) => email))
    },
    findBillableOrders: (orderNos) => findBillableOrders(client, orderNos),
    findDeliverableOrders: (orderNos) => findDeliverableOrders(client, orderNos),
    findIssued: (which) => findIssued(client, which),
    write: (batch) => writeBatch(client, batch, frame),
  }
}

async function claimKeys(client: pg.PoolClient, claims: readonly KeyClaim[]): Promise<Map<string, number>> {
  const { rows } = await client.query<KeyClaim>(
    `with claims as (select * from unnest($1::text[], $2::integer[]) as claim (key, line)),
          claimed as (insert into import_keys select key, line from claims on conflict do nothing)
     select key, import_keys.line from claims join import_keys using (key)`,
    [claims.map(({ key }) => key), claims.map(({ line }) => line)],
  )
  return new Map(rows.map(({ key, line }) => [key, line]))
}

async function findMissing(
  client: pg.PoolClient,
  to: Reference['to'],
  values: readonly string[],
): Promise<Set<string>> {
  const { table, column } = REFERENCED[to]
  const { rows } = await client.query<{ value: string }>(
    `select value from unnest($1::text[]) as value
      where not exists (select from ${table} where ${table}.${column} = value)`,
    [values],
  )
  return new Set(rows.map(({ value }) => value))
}

/** Read once: comparing each batch with all products would take as long as writing it. */
async function readNumbers(client: pg.PoolClient, to: Reference['to']): Promise<Map<string, string[]>> {
  const { table, column } = REFERENCED[to]
  const { rows } = await client.query<{ value: string }>(
    `select ${column} as value from ${table} where ${column} ~ '^[0-9]+$'`,
  )
  const numbers = new Map<string, string[]>()
  for (const { value } of rows) {
    const key = withoutZeros(value)
    numbers.set(key, [...(numbers.get(key) ?? []), value])
  }
  return numbers
}

const withoutZeros = (digits: string): string => digits.replace(/^0+/, '')

async function writeBatch(
  client: pg.PoolClient,
  batch: Batch,
  { begin, keep, undo, attempts }: Frame,
): Promise<Written> {
  for (let attempt = 1; ; attempt += 1) {
    await client.query(begin)
    try {
      const written = await writeRows(client, batch)
      await client.query(batch.dryRun ? undo : keep)
      return written
    } catch (error) {
      // A lost connection cannot roll back; the database does.
      await client.query(undo).catch(() => {})
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : ''
      if (PASSING_CODES.includes(code) && attempt < attempts) continue
      if (error instanceof pg.DatabaseError && REFUSED_CLASSES.includes(code.slice(0, 2))) {
        throw new RowsRefused(error)
      }
      if (error instanceof OrderHasMoved) throw new RowsRefused(error)
      throw error
    }
  }
}

async function writeRows(client: pg.PoolClient, batch: Batch): Promise<Written> {
  if (batch.kind === 'invoices') {
    const issues = batch.rows.flatMap((row) => (row[ISSUE] as InvoiceIssue | undefined) ?? [])
    await writeInvoices(client, issues)
    return { added: issues.length, changed: 0, priceLists: [] }
  }
  if (batch.kind === 'deliveries') {
    const news = batch.rows.flatMap((row) => (row[NEWS] as DeliveryNews | undefined) ?? [])
    return { added: 0, changed: await writeDeliveries(client, news), priceLists: [] }
  }
  const priceLists = batch.kind === 'prices' ? await addPriceLists(client, batch.rows) : []
  const { rows } = await client.query<{ key: string; added: boolean }>(upsertSql(batch), [
    JSON.stringify(batch.rows),
  ])
  const added = new Set(rows.flatMap((row) => (row.added ? [row.key] : [])))
  const changed = new Set(rows.flatMap((row) => (row.added ? [] : [row.key])))
  if (batch.kind === 'users') {
    for (const email of await writeUserDetails(client, batch)) if (!added.has(email)) changed.add(email)
  }
  return { added: added.size, changed: changed.size, priceLists }
}

async function addPriceLists(client: pg.PoolClient, rows: readonly ImportRow[]): Promise<string[]> {
  const { rows: made } = await client.query<{ id: string }>(
    `insert into price_lists (id, name) select distinct id, id from unnest($1::text[]) as id order by id
     on conflict do nothing returning id`,
    [rows.map(({ priceListId }) => priceListId)],
  )
  return made.map(({ id }) => id)
}

function upsertSql({ kind, properties, whenAdded }: Batch): string {
  const { table, key, keySql } = TARGETS[kind]
  const columns = recordColumns(table, properties)
  const names = columns.map(({ name }) => name)
  const keyColumns = columns.filter(({ property }) => key.includes(property))
  const keys = keyColumns.map(({ name }) => name)
  const updated = columns.flatMap(({ property, name }) =>
    key.includes(property) || whenAdded.includes(property) ? [] : [name],
  )
  const of = (source: string, list: string[]): string => list.map((name) => `${source}.${name}`).join(', ')
  const sameKey =
    keySql === undefined
      ? keyColumns.map((column) => isSame(table, column)).join(' and ')
      : `lower(present.email) = lower(staged.email)`
  const differs =
    updated.length === 0 ? '' : `or (${of('present', updated)}) is distinct from (${of('staged', updated)})`
  // A file that names a deleted record brings it back.
  const revived = KEPT_KINDS.includes(kind) ? ['deleted = false'] : []
  const sets = [...updated.map((name) => `${name} = excluded.${name}`), ...revived]
  const action = sets.length === 0 ? 'nothing' : `update set ${sets.join(', ')}`

  return `
    with staged as materialized (${selectRecords(columns)})
    insert into ${tableName(table)} as target (${names.join(', ')})
    select ${of('staged', names)} from staged left join ${tableName(table)} as present on ${sameKey}
     where present.${keys[0]} is null ${differs} ${revived.length > 0 ? 'or present.deleted' : ''}
     order by ${of('staged', keys)}
    on conflict (${keySql ?? keys.join(', ')}) do ${action}
    returning ${keySql === undefined ? `concat_ws(E'\\t', ${of('target', keys)})` : 'lower(target.email)'} as key,
      xmax = 0 as added`
}

/** Only a column that may be empty pays for comparing empty ones, which no index does. */
const isSame = (table: PgTable, { property, name }: RecordColumn): string =>
  getTableColumns(table)[property]?.notNull === false
    ? `present.${name} is not distinct from staged.${name}`
    : `present.${name} = staged.${name}`
