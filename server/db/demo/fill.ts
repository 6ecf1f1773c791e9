import type { PgTable } from 'drizzle-orm/pg-core'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import type { Database } from '#server/db/database.ts'
import { refreshProductDocuments } from '#server/db/product-documents.ts'
import { recordColumns, selectRecords, tableName } from '#server/db/recordset.ts'
import { customers, deliveryPostcodes, holidays } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { priceLists, prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import { type Connection, withConnection } from '#server/db/transaction.ts'
import { bankHolidays } from './bank-holidays.ts'
import { type DemoCustomer, makeCustomers } from './customers.ts'
import { makeDeliveryPostcodes } from './delivery-postcodes.ts'
import { makeOrderHistory } from './orders.ts'
import { DEMO_PRICE_LISTS, makePrices } from './price-lists.ts'
import { type DemoProduct, makeProducts } from './products.ts'
import { type DemoUsers, makeUsers } from './users.ts'

/**
 * Fills a database with a wholesaler that does not exist: products, prices, stock, customers, users, two years of
 * orders. The same seed and day give the same. One transaction: whoever breaks it off finds the database as it was.
 */
export type FillOptions = {
  products?: number
  seed?: number
  /** How far back the orders go; 0: none. */
  historyMonths?: number
  now?: Date
  /** 'empty' touches nothing where there is anything; 'add' leaves every row that is there as it is. */
  mode?: 'empty' | 'add'
  onProgress?: (progress: FillProgress) => void
}

export type FillProgress = { step: string; done: number; total: number }

/** How many rows were added; `filled` is false where mode 'empty' found the database in use. */
export type FillResult = {
  filled: boolean
  products: number
  prices: number
  customers: number
  users: number
  orders: number
  orderLines: number
}

export const DEMO_PRODUCTS_DEFAULT = 2400
export const DEMO_SEED_DEFAULT = 1
export const DEMO_HISTORY_MONTHS_DEFAULT = 24
/** Under `settings`: what the demo was made of. Its absence says that the data is somebody's own. */
export const DEMO_SETTING = 'demo'

/** 'trol', 'demo': two instances that start at once on one empty database take turns. */
const DEMO_LOCK = [0x74726f6c, 0x64656d6f] as const
const FILLED_TABLES = [products, stock, prices, customers, users, customerUsers, orders, orderLines]
const BATCH_ROWS = 4000
const DAYS_IN_MONTH = 30.44
const HOLIDAYS_FROM_YEAR = 2025
const HOLIDAYS_TO_YEAR = 2028

export const fillWithDemoData = (database: Database, options: FillOptions = {}): Promise<FillResult> =>
  withConnection(database, async (connection) => {
    const client = connection.$client
    await client.query('begin')
    // Between two statements the catalogue is made, which may take longer than a request may hold its locks.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('set local statement_timeout = 0')
    await client.query('select pg_advisory_xact_lock($1, $2)', [...DEMO_LOCK])
    const wasEmpty = await isEmptyDatabase(connection)
    if (options.mode !== 'add' && !wasEmpty) {
      await client.query('rollback')
      return { filled: false, products: 0, prices: 0, customers: 0, users: 0, orders: 0, orderLines: 0 }
    }
    const result = await fill(connection, options)
    if (wasEmpty) await markAsDemo(connection, options)
    await client.query('commit')
    // Whatever reads first should not do it by the statistics of an empty database.
    await client.query(`analyze ${FILLED_TABLES.map(tableName).join(', ')}`)
    return result
  })

/** Nothing that somebody could miss: no product, no customer, no user. */
export const isEmptyDatabase = async ({
  $client,
}: Pick<Database | Connection, '$client'>): Promise<boolean> => {
  const { rows } = await $client.query<{ used: boolean }>(
    'select exists (select from products) or exists (select from customers) or exists (select from users) as used',
  )
  return rows[0]?.used === false
}

/** Only where there was nothing else: data that was there before is somebody's own, whatever is added to it. */
async function markAsDemo({ $client }: Connection, options: FillOptions): Promise<void> {
  const { products: count = DEMO_PRODUCTS_DEFAULT, seed = DEMO_SEED_DEFAULT, now = new Date() } = options
  await $client.query(
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [DEMO_SETTING, { seed, products: count, filledAt: now.toISOString() }],
  )
}

async function fill(connection: Connection, options: FillOptions): Promise<FillResult> {
  const {
    products: productCount = DEMO_PRODUCTS_DEFAULT,
    seed = DEMO_SEED_DEFAULT,
    now = new Date(),
    onProgress,
  } = options
  const insert = inserter(connection, onProgress ?? (() => {}))

  const made = makeProducts(seed, productCount)
  const demoCustomers = makeCustomers(seed)
  const people = await makeUsers(demoCustomers, seed, now)
  const closed = holidaysAround(now)

  await insert(
    'price lists',
    priceLists,
    DEMO_PRICE_LISTS.map(({ id, name }) => ({ id, name })),
  )
  const productsAdded = await insert(
    'products',
    products,
    made.map(({ row }) => row),
  )
  await insert(
    'stock',
    stock,
    made.map(({ row, stockQuantity }) => ({ product_no: row.product_no, quantity: stockQuantity })),
  )
  const pricesAdded = await insert('prices', prices, makePrices(made, seed))
  const added = await addedCustomers(connection, demoCustomers)
  const customersAdded = await insert(
    'customers',
    customers,
    demoCustomers.map(({ row }) => row),
  )
  const usersAdded = await insert('users', users, people.users)
  const present = await presentUsers(connection, people)
  await insert(
    'users’ customers',
    customerUsers,
    people.customerUsers.filter(({ userId }) => present.has(userId)),
  )
  await insert('holidays', holidays, closed)
  await insert('delivery postcodes', deliveryPostcodes, makeDeliveryPostcodes())
  const history = await fillHistory({
    insert,
    connection,
    options,
    customers: added,
    made,
    closed,
    ordererOf: (customerId) => {
      const userId = people.ordererOf.get(customerId)
      return userId !== undefined && present.has(userId) ? userId : null
    },
    now,
    seed,
  })

  await refreshProductDocuments(connection, {
    onProgress: (done) => onProgress?.({ step: 'search', done, total: made.length }),
  })
  return {
    filled: true,
    products: productsAdded,
    prices: pricesAdded,
    customers: customersAdded,
    users: usersAdded,
    ...history,
  }
}

type Insert = (step: string, table: PgTable, rows: readonly object[]) => Promise<number>

/** Rows whose key is there already are left as they are. */
function inserter({ $client }: Connection, onProgress: (progress: FillProgress) => void): Insert {
  return async (step, table, rows) => {
    const [first] = rows
    if (first === undefined) return 0
    const columns = recordColumns(table, Object.keys(first))
    const statement = `insert into ${tableName(table)} (${columns.map(({ name }) => name).join(', ')})
      ${selectRecords(columns)} on conflict do nothing`
    let added = 0
    for (let start = 0; start < rows.length; start += BATCH_ROWS) {
      const { rowCount } = await $client.query(statement, [
        JSON.stringify(rows.slice(start, start + BATCH_ROWS)),
      ])
      added += rowCount ?? 0
      onProgress({ step, done: Math.min(rows.length, start + BATCH_ROWS), total: rows.length })
    }
    return added
  }
}

/** Those that are not there yet: only they get a history. */
async function addedCustomers(
  { $client }: Connection,
  all: readonly DemoCustomer[],
): Promise<DemoCustomer[]> {
  const { rows } = await $client.query<{ id: string }>('select id from customers where id = any($1)', [
    all.map(({ row }) => row.id),
  ])
  const present = new Set(rows.map(({ id }) => id))
  return all.filter(({ row }) => !present.has(row.id))
}

/** An address that somebody has already keeps its user, and the demo's own is not there. */
async function presentUsers({ $client }: Connection, people: DemoUsers): Promise<Set<string>> {
  const { rows } = await $client.query<{ id: string }>('select id from users where id = any($1)', [
    people.users.map(({ id }) => id),
  ])
  return new Set(rows.map(({ id }) => id))
}

function holidaysAround(now: Date): { day: string; name: string }[] {
  const lastYear = Math.max(HOLIDAYS_TO_YEAR, now.getUTCFullYear() + 2)
  const firstYear = Math.min(HOLIDAYS_FROM_YEAR, now.getUTCFullYear() - 2)
  return Array.from({ length: lastYear - firstYear + 1 }, (_, years) =>
    bankHolidays(firstYear + years),
  ).flat()
}

type HistoryParts = {
  insert: Insert
  connection: Connection
  options: FillOptions
  customers: readonly DemoCustomer[]
  made: readonly DemoProduct[]
  closed: readonly { day: string }[]
  /** null: nobody who is there. */
  ordererOf: (customerId: string) => string | null
  now: Date
  seed: number
}

/** Up to yesterday's deliveries; numbered in the order in which they were placed. */
async function fillHistory(parts: HistoryParts): Promise<{ orders: number; orderLines: number }> {
  const { insert, connection, options, made, ordererOf, now, seed } = parts
  const months = options.historyMonths ?? DEMO_HISTORY_MONTHS_DEFAULT
  if (months <= 0 || made.length === 0) return { orders: 0, orderLines: 0 }
  const today = londonDayOf(now)
  const closedDays = new Set(parts.closed.map(({ day }) => day))
  const histories = parts.customers.flatMap((customer) => {
    const priceList = DEMO_PRICE_LISTS.find(({ id }) => id === customer.row.priceListId)
    if (priceList === undefined) return []
    return makeOrderHistory({
      customer,
      ordererId: ordererOf(customer.row.id),
      priceList,
      products: made,
      closedDays,
      from: dayPlus(today, -Math.round(months * DAYS_IN_MONTH)),
      to: dayPlus(today, -1),
      seed,
    })
  })
  histories.sort((a, b) => a.order.placedAt.getTime() - b.order.placedAt.getTime())
  const firstNo = await reserveOrderNumbers(connection, histories.length)
  const numbered = histories.map(({ order }, place) => ({ ...order, orderNo: firstNo + place }))
  return {
    orders: await insert('orders', orders, numbered),
    orderLines: await insert(
      'order lines',
      orderLines,
      histories.flatMap(({ lines }) => lines),
    ),
  }
}

/** The first of as many as are wanted, taken from the same sequence as a checkout's. */
async function reserveOrderNumbers({ $client }: Connection, count: number): Promise<number> {
  if (count === 0) return 0
  const { rows } = await $client.query<{ first: number }>("select nextval('order_numbers') as first")
  const first = rows[0]?.first ?? 0
  await $client.query("select setval('order_numbers', $1)", [first + count - 1])
  return first
}
