import { request } from 'undici'
import type { Bench, BenchContext } from '#bench/harness/bench.ts'
import { runLoad } from '#bench/harness/load.ts'
import { runPgbench } from '#bench/harness/pgbench.ts'
import type { Row } from '#bench/harness/row.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { type Caller, headersOf, send, signInCallers } from './callers.ts'
import { query } from './database.ts'
import { firstOf } from './items.ts'
import { recordStatements, scriptLine } from './recorded-statements.ts'
import { alternate, callersText } from './rounds.ts'

const PAST_ORDERS = 5_000
const ACTIVE_ORDERS = 50_000
const LINES = 25
const CALLERS = 1

/** One customer's past orders page by page, and all active orders as a file. */
export const orders: Bench = {
  name: 'orders',
  area: 'server',
  run: async (context) => {
    const dataDir = await demoData({ products: 1_000 })
    return await withServer({ dataDir }, async (server) => {
      const caller = firstOf(await signInCallers(server.url, 1))
      const { databaseUrl } = server
      await addOrders(databaseUrl, caller, { count: PAST_ORDERS, delivered: true })
      const page = await historyPage(context, server, caller)
      await addOrders(databaseUrl, caller, { count: ACTIVE_ORDERS / 10, delivered: false })
      const few = await exported(server, caller)
      await addOrders(databaseUrl, caller, { count: (ACTIVE_ORDERS / 10) * 9, delivered: false })
      return [page, ...(await exportRows(server, caller, few.mostBytes))]
    })
  },
}

async function addOrders(
  databaseUrl: string,
  { customerId }: Caller,
  { count, delivered }: { count: number; delivered: boolean },
): Promise<void> {
  await query(
    databaseUrl,
    `WITH placed AS (
       INSERT INTO orders (id, order_no, customer_id, delivery_day, net_pence, vat_pence, total_pence, placed_at,
         delivered_at)
       SELECT gen_random_uuid(), nextval('order_numbers'), $1, current_date - n % 700, 5000, 0, 5000,
         now() - n * interval '1 hour', CASE WHEN $3 THEN now() END
       FROM generate_series(1, $2::int) AS n RETURNING id
     )
     INSERT INTO order_lines (order_id, position, product_no, name, pack, quantity, delivered_quantity,
       unit_price_pence, vat_basis_points, net_pence)
     SELECT placed.id, sold.position, sold.product_no, sold.name, '', 2, CASE WHEN $3 THEN 2 END, 100, 0, 200
     FROM placed, (SELECT product_no, name, row_number() OVER () - 1 AS position FROM products LIMIT $4) AS sold`,
    [customerId, count, delivered, LINES],
  )
  await query(databaseUrl, 'ANALYZE orders, order_lines')
}

const historyPage = async (
  { folder, quick }: BenchContext,
  server: BenchServer,
  caller: Caller,
): Promise<Row> => {
  const { customerId } = caller
  const call = {
    method: 'POST' as const,
    path: '/api/order/transaction/search',
    headers: headersOf(caller),
    body: JSON.stringify({ customerId, page: 1, pageLength: 24 }),
  }
  await send(server.url, call)
  const recorded = await recordStatements(server, () => send(server.url, call))
  const own = recorded.filter(({ text }) => /from "orders"/.test(text))
  if (own.length !== 2) throw new Error(`The page took ${own.length} statements of orders.`)
  const variables: Record<string, string> = {}
  const text = own
    .map((each, place) => scriptLine({ ...each, name: `orders_${place}` }, variables))
    .join('\n')
  const seconds = quick ? 1 : 6
  const { server: ours, reference: bare } = await alternate({
    rounds: quick ? 1 : 5,
    server: () => runLoad({ urls: [server.url], callers: CALLERS, seconds, call: () => call }),
    reference: () =>
      runPgbench({
        ...{ folder, variables, databaseUrl: server.databaseUrl, clients: CALLERS },
        until: { seconds },
        scripts: [{ text: `${text}\n`, weight: 1 }],
      }),
  })
  return {
    what: `page of 24 of a customer's ${PAST_ORDERS.toLocaleString('en-GB')} past orders: p99`,
    measured: { value: ours.p99Ms, unit: 'ms' },
    reference: { what: 'pgbench, the same statements', figure: { value: bare.p99Ms, unit: 'ms' } },
    budget: { of: 'ratio', max: 4, target: { max: { value: 30, unit: 'ms' } } },
    note: `p50 ${ours.p50Ms.toFixed(1)} ms, bare ${bare.p50Ms.toFixed(1)} ms; ${callersText(ours.callersShare)}`,
  }
}

const EXPORT = '/api/order/transaction/active-orders/export-data?v=1'

type Exported = { rows: number; seconds: number; mostBytes: number }

/** Twice: the first time the process allocates memory. */
const exported = async (server: BenchServer, caller: Caller): Promise<Exported> => {
  let mostBytes = 0
  const read = async (): Promise<Exported> => {
    const begun = performance.now()
    const { body, statusCode } = await request(`${server.url}${EXPORT}`, { headers: headersOf(caller) })
    if (statusCode !== 200) throw new Error(`The export answered ${statusCode}.`)
    let rows = -1
    for await (const chunk of body) {
      rows += (chunk as Buffer).toString('latin1').split('\n').length - 1
      mostBytes = Math.max(mostBytes, server.residentBytes())
    }
    return { rows, seconds: (performance.now() - begun) / 1_000, mostBytes }
  }
  await read()
  return await read()
}

const exportRows = async (server: BenchServer, caller: Caller, fewBytes: number): Promise<Row[]> => {
  const { rows, seconds, mostBytes } = await exported(server, caller)
  if (rows < ACTIVE_ORDERS) throw new Error(`${rows} rows of ${ACTIVE_ORDERS} have come.`)
  const begun = performance.now()
  await query(
    server.databaseUrl,
    `SELECT o.*, c.name, (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) AS lines
     FROM orders o JOIN customers c ON c.id = o.customer_id
     WHERE o.delivered_at IS NULL AND o.cancelled_at IS NULL AND o.replaced_at IS NULL
     ORDER BY o.delivery_day, o.order_no`,
  )
  const bareSeconds = (performance.now() - begun) / 1_000
  return [
    {
      what: 'CSV of 50,000 active orders: rate',
      measured: { value: rows / seconds, unit: '/s' },
      reference: {
        what: 'the same rows by one query, read by the driver',
        figure: { value: rows / bareSeconds, unit: '/s' },
      },
      budget: { of: 'ratio', min: 0.2, target: { min: { value: 20_000, unit: '/s' } } },
      note: `${rows} rows in ${seconds.toFixed(1)} s`,
    },
    {
      what: 'the same: most resident memory',
      measured: { value: mostBytes / 1e6, unit: 'MB' },
      reference: { what: 'for a tenth of the orders', figure: { value: fewBytes / 1e6, unit: 'MB' } },
      budget: { of: 'ratio', max: 1.3 },
    },
  ]
}
