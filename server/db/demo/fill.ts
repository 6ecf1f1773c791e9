import { bankHolidays } from '#domain/bank-holidays.ts'
import { dayPlus, londonDayOf } from '#domain/london-time.ts'
import { isStaffType } from '#domain/user.ts'
import type { Database } from '#server/db/database.ts'
import { tableName } from '#server/db/recordset.ts'
import { adverts } from '#server/db/schema/adverts.ts'
import { agentAlerts, agentCustomers, agents } from '#server/db/schema/agents.ts'
import { collectionAddresses } from '#server/db/schema/collection-addresses.ts'
import { customers, deliveryPostcodes, holidays } from '#server/db/schema/customers.ts'
import { deliveryAddresses } from '#server/db/schema/delivery-addresses.ts'
import { discounts } from '#server/db/schema/discounts.ts'
import {
  distributorCustomerCodes,
  distributorProductCodes,
  distributorUnmatched,
} from '#server/db/schema/distributor-codes.ts'
import { faqs } from '#server/db/schema/faqs.ts'
import { accountRequests, postcodeRequests } from '#server/db/schema/joining.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import { priceLists, prices } from '#server/db/schema/prices.ts'
import { products, stock } from '#server/db/schema/products.ts'
import { searchAdditions, searchLog } from '#server/db/schema/search-log.ts'
import { stockAlerts } from '#server/db/schema/stock-alerts.ts'
import { customerUsers, users } from '#server/db/schema/users.ts'
import { type Connection, withConnection } from '#server/db/transaction.ts'
import { newPassword } from '#server/passwords.ts'
import { makeAdverts } from './adverts.ts'
import { giveOrdersTheirAgents, makeAgentAlerts, makeAgentCustomers, makeAgents } from './agents.ts'
import { type FillProgress, inserter } from './bulk-insert.ts'
import { makeCollectionAddresses } from './collection-addresses.ts'
import { raiseCreditLimits } from './credit-limits.ts'
import { type DemoCustomer, makeCustomers } from './customers.ts'
import { makeDeliveryAddresses } from './delivery-addresses.ts'
import { makeDeliveryPostcodes } from './delivery-postcodes.ts'
import { findDemoPassword, keepDemoPassword } from './demo-password.ts'
import { makeDiscounts } from './discounts.ts'
import {
  makeDistributorCustomerCodes,
  makeDistributorProductCodes,
  makeUnmatched,
} from './distributor-codes.ts'
import { makeFaqs } from './faqs.ts'
import { fillHistory } from './history.ts'
import { makeAccountRequests, makePostcodeRequests } from './joining.ts'
import { addMoreCustomers } from './more-customers.ts'
import { DEMO_PRICE_LISTS, makePrices } from './price-lists.ts'
import { type DemoProduct, makeProducts } from './products.ts'
import { randomOf } from './random.ts'
import { makeSearchAdditions, makeSearches } from './searches.ts'
import { DEMO_SIGN_INS } from './sign-ins.ts'
import { makeStockAlerts } from './stock-alerts.ts'
import { type DemoUsers, makeUsers } from './users.ts'

/** Reproducible by seed and day, with two years of orders. One transaction: interrupting it changes nothing. */
export type FillOptions = {
  products?: number
  seed?: number
  /** 0: no orders. */
  historyMonths?: number
  /** On average; more than the demo's customers place is placed by customers like them. Only of an empty database. */
  ordersPerDay?: number
  now?: Date
  /** 'empty' skips a database in use; 'add' keeps every row, and adds nobody who could see real customers. */
  mode?: 'empty' | 'add'
  password?: string
  onProgress?: (progress: FillProgress) => void
}

/** Rows added; `filled` is false where mode 'empty' found the database in use. */
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
/** Setting with the demo's options. Without it, the data is real. */
export const DEMO_SETTING = 'demo'

/** 'trol', 'demo': serialises simultaneous starts. */
const DEMO_LOCK = [0x74726f6c, 0x64656d6f] as const
const FILLED_TABLES = [
  products,
  stock,
  prices,
  customers,
  users,
  customerUsers,
  orders,
  orderLines,
  searchLog,
  searchAdditions,
]
const HOLIDAYS_FROM_YEAR = 2025
const HOLIDAYS_TO_YEAR = 2028

export const fillWithDemoData = (database: Database, options: FillOptions = {}): Promise<FillResult> =>
  withConnection(database, async (connection) => {
    const client = connection.$client
    await client.query('begin')
    // Making the catalogue between two statements may exceed the usual limit.
    await client.query('set local idle_in_transaction_session_timeout = 0')
    await client.query('set local statement_timeout = 0')
    await client.query("select set_config('trolly.unnoted', 'on', true)")
    await client.query('select pg_advisory_xact_lock($1, $2)', [...DEMO_LOCK])
    const wasEmpty = await isEmptyDatabase(connection)
    if (options.mode !== 'add' && !wasEmpty) {
      await client.query('rollback')
      return { filled: false, products: 0, prices: 0, customers: 0, users: 0, orders: 0, orderLines: 0 }
    }
    const { products: count = DEMO_PRODUCTS_DEFAULT, seed = DEMO_SEED_DEFAULT } = options
    const filling = { ...options, made: makeProducts(seed, count) }
    const result = await fill(connection, filling)
    if (wasEmpty) {
      await fillOffice(connection, filling)
      if (options.ordersPerDay !== undefined) {
        const more = await addMoreCustomers(
          connection,
          options.ordersPerDay,
          options.onProgress ?? (() => {}),
        )
        result.orders += more.orders
        result.orderLines += more.orderLines
      }
      await markAsDemo(connection, options)
      await introduceCompany(connection)
    }
    await client.query('commit')
    // The first reads should not use an empty database's statistics.
    await client.query(`analyze ${FILLED_TABLES.map(tableName).join(', ')}`)
    return result
  })

/** No product, customer or user. */
export const isEmptyDatabase = async ({
  $client,
}: Pick<Database | Connection, '$client'>): Promise<boolean> => {
  const { rows } = await $client.query<{ used: boolean }>(
    'select exists (select from products) or exists (select from customers) or exists (select from users) as used',
  )
  return rows[0]?.used === false
}

/** Only for an initially empty database: anything else may hold real data. */
async function markAsDemo({ $client }: Connection, options: FillOptions): Promise<void> {
  const { products: count = DEMO_PRODUCTS_DEFAULT, seed = DEMO_SEED_DEFAULT, now = new Date() } = options
  await $client.query(
    'insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [DEMO_SETTING, { seed, products: count, filledAt: now.toISOString() }],
  )
}

type Filling = FillOptions & { made: DemoProduct[] }

/** Office data, which would mix with the real data of a database in use. */
async function fillOffice(connection: Connection, filling: Filling): Promise<void> {
  const { made, seed = DEMO_SEED_DEFAULT, now = new Date(), historyMonths, onProgress } = filling
  const insert = inserter(connection, onProgress ?? (() => {}))
  await insert('collection addresses', collectionAddresses, makeCollectionAddresses(seed, now))
  await insert('questions', faqs, makeFaqs(seed, now))
  await insert('adverts', adverts, makeAdverts(made, now))
  await insert('account requests', accountRequests, makeAccountRequests(seed, now))
  await insert('postcode requests', postcodeRequests, makePostcodeRequests(seed, now))
  await insert('stock alerts', stockAlerts, await makeStockAlerts(connection, made, now))
  const demoCustomers = makeCustomers(seed)
  await insert('agents', agents, makeAgents(seed, now))
  await insert('customers of agents', agentCustomers, makeAgentCustomers(demoCustomers))
  await insert('agent alerts', agentAlerts, makeAgentAlerts(demoCustomers, now))
  await giveOrdersTheirAgents(connection)
  await insert('discounts', discounts, makeDiscounts(demoCustomers, now))
  await insert('codes of customers', distributorCustomerCodes, makeDistributorCustomerCodes(demoCustomers))
  await insert('codes of products', distributorProductCodes, makeDistributorProductCodes(made))
  await insert('unmatched codes', distributorUnmatched, makeUnmatched(made, now))
  if (historyMonths === 0) return
  const customerIds = demoCustomers.map(({ row }) => row.id)
  const searches = makeSearches({ customerIds, seed, now })
  await insert('searches', searchLog, searches)
  await insert('searched products', searchAdditions, makeSearchAdditions({ searches, made, seed }))
}

/** Keeps the contact details of a company already set up. */
async function introduceCompany({ $client }: Connection): Promise<void> {
  await $client.query(
    "insert into settings (name, value) values ('company', $1) on conflict (name) do nothing",
    [{ general: DEMO_OFFICE, letterhead: DEMO_LETTERHEAD }],
  )
}

/** A number reserved for fiction. */
const DEMO_OFFICE = { contact_phone: '01632 960 123', contact_email: 'office@example.com' }

/** All made up. */
const DEMO_LETTERHEAD = {
  address: '12 Quayside\nHarbour Trading Estate\nBristol\nBS1 6XN',
  vat_no: 'GB 999 9999 73',
  payment_details: 'By bank transfer to Trolly, sort code 00-00-00, account 00000000.',
}

async function fill(connection: Connection, options: Filling): Promise<FillResult> {
  const { made, seed = DEMO_SEED_DEFAULT, now = new Date(), onProgress } = options
  const insert = inserter(connection, onProgress ?? (() => {}))
  const demoCustomers = makeCustomers(seed)
  const password = options.password ?? (await findDemoPassword(connection)) ?? newPassword()
  const signIns = DEMO_SIGN_INS.filter(
    ({ accountType }) => options.mode !== 'add' || !isStaffType(accountType),
  )
  const people = await makeUsers({ customers: demoCustomers, signIns, password, seed, now })
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
    made.map(({ row: { product_no }, stockQuantity }) => ({
      product_no,
      quantity: stockQuantity,
      ...expectedOf(product_no, { seed, stockQuantity, now }),
    })),
  )
  const pricesAdded = await insert('prices', prices, makePrices(made, seed))
  const added = await addedCustomers(connection, demoCustomers)
  const customersAdded = await insert(
    'customers',
    customers,
    demoCustomers.map(({ row }) => row),
  )
  await insert('delivery addresses', deliveryAddresses, makeDeliveryAddresses(added, seed, now))
  const usersAdded = await insert('users', users, people.users)
  await keepDemoPassword(connection, password)
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
    months: options.historyMonths ?? DEMO_HISTORY_MONTHS_DEFAULT,
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
  await raiseCreditLimits(
    connection,
    added.map(({ row }) => row.id),
  )

  return {
    filled: true,
    products: productsAdded,
    prices: pricesAdded,
    customers: customersAdded,
    users: usersAdded,
    ...history,
  }
}

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

/** Existing addresses keep their users, and the demo's are dropped. */
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

/** More is on its way of three in four products that have run out. */
const expectedOf = (
  product_no: string,
  { seed, stockQuantity, now }: { seed: number; stockQuantity: number; now: Date },
) => {
  const random = randomOf(seed, `expected ${product_no}`)
  if (stockQuantity > 0 || random.chance(0.25)) return { expectedOn: null, expectedQuantity: null }
  return {
    expectedOn: dayPlus(londonDayOf(now), random.whole(1, 8)),
    expectedQuantity: random.whole(1, 12) * 10,
  }
}
