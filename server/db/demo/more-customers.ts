import { getTableColumns } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { customers } from '#server/db/schema/customers.ts'
import { orderLines, orders } from '#server/db/schema/orders.ts'
import type { Connection } from '#server/db/transaction.ts'
import type { FillProgress } from './bulk-insert.ts'

/**
 * For measuring with the history of a large wholesaler: customers like those of the demo, with orders like theirs, until a delivery day
 * has so many on average. They have neither users nor invoices.
 */
export const addMoreCustomers = async (
  { $client }: Connection,
  ordersPerDay: number,
  onProgress: (progress: FillProgress) => void,
): Promise<{ orders: number; orderLines: number }> => {
  const { rows } = await $client.query<{ average: number }>(
    'SELECT count(*)::float8 / greatest(1, count(DISTINCT delivery_day)) AS average FROM orders',
  )
  const average = rows[0]?.average ?? 0
  const copies = average === 0 ? 0 : Math.max(0, Math.round(ordersPerDay / average) - 1)
  for (const table of [customers, orders, orderLines])
    await $client.query(
      `CREATE TEMP TABLE demo_${nameOf(table)} ON COMMIT DROP AS SELECT * FROM ${nameOf(table)}`,
    )
  const added = { orders: 0, orderLines: 0 }
  // One copy at a time, since the trigger that counts lines holds those of a statement in memory.
  for (let copy = 1; copy <= copies; copy += 1) {
    await $client.query(COPY_CUSTOMERS, [copy])
    added.orders += (await $client.query(COPY_ORDERS, [copy])).rowCount ?? 0
    added.orderLines += (await $client.query(COPY_LINES, [copy])).rowCount ?? 0
    onProgress({ step: 'more customers', done: copy, total: copies })
  }
  return added
}

const nameOf = (table: PgTable): string => getTableConfig(table).name

/** @param changed SQL by column; `$1` is the number of the copy */
const copyOf = (table: PgTable, changed: Readonly<Record<string, string>>): string => {
  const columns = Object.values(getTableColumns(table))
    .filter(({ generated }) => generated === undefined)
    .map(({ name }) => name)
  const values = columns.map((name) => changed[name] ?? name)
  return `INSERT INTO ${nameOf(table)} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM demo_${nameOf(table)}`
}

const customerId = (column: string): string => `'3' || lpad($1::int::text, 4, '0') || right(${column}, 3)`
/** Keeps the time at the beginning of the id, by which orders are sorted. */
const orderId = (column: string): string =>
  `(left(${column}::text, 24) || left(md5(${column}::text || $1::int), 12))::uuid`

const COPY_CUSTOMERS = copyOf(customers, {
  id: customerId('id'),
  name: "name || ' ' || ($1::int + 1)",
  distributor_no: 'NULL',
  contact_email: "''",
})
const COPY_ORDERS = copyOf(orders, {
  id: orderId('id'),
  order_no: "nextval('order_numbers')",
  customer_id: customerId('customer_id'),
  delivery_address_id: 'NULL',
})
const COPY_LINES = copyOf(orderLines, { order_id: orderId('order_id') })
