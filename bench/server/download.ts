import { Agent, request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import type { Bench } from '#bench/harness/bench.ts'
import { withServer } from '#bench/harness/server.ts'
import type { Assortment, PriceListDownload } from '#contract/products.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { type Caller, headersOf, signInCallers } from './callers.ts'
import { query } from './database.ts'
import { firstOf } from './items.ts'

const PRODUCTS = 12_000
/** For a wholesaler of this size: master data, stock falling below the reporting cap, and the buyers' new prices. */
const A_DAY = { products: 150, stocks: 250, prices: 400 }

/** What a device receives, head and body, on its connection: the list and its customer's prices, then a day's changes. */
export const download: Bench = {
  name: 'download',
  area: 'server',
  run: async () => {
    const dataDir = await demoData({ products: PRODUCTS })
    return await withServer({ dataDir }, async (server) => {
      const caller = firstOf(await signInCallers(server.url, 1))
      const whole = await downloadAll(server.url, caller)
      if (whole.products !== PRODUCTS) throw new Error(`${whole.products} products of ${PRODUCTS} have come.`)
      await changeAsInADay(server.databaseUrl, caller)
      const changes = await downloadAll(server.url, caller, whole.cursors)
      const changed = changes.products + changes.stocks + changes.prices
      if (changed < A_DAY.products + A_DAY.stocks + A_DAY.prices || changes.products > 2 * A_DAY.products)
        throw new Error(`Not the changes of the day have come: ${JSON.stringify(changes)}`)
      return [
        {
          what: 'first download of 12,000 products with prices, on the wire',
          measured: { value: whole.bytes / 1e6, unit: 'MB' },
          budget: { of: 'value', max: 1.5 },
          note: `${whole.calls} replies, Brotli; ${whole.prices} prices`,
        },
        {
          what: "a day's changes of it",
          measured: { value: changes.bytes / 1e3, unit: 'kB' },
          budget: { of: 'value', max: 60 },
          note: `${changes.products} products, ${changes.stocks} stocks, ${changes.prices} prices`,
        },
      ]
    })
  },
}

type Cursors = { assortment: string; prices: string }
type Downloaded = {
  bytes: number
  calls: number
  products: number
  stocks: number
  prices: number
  cursors: Cursors
}

/** As a device does it: part by part with the first part's cursor, or the changes since. */
async function downloadAll(url: string, caller: Caller, since?: Cursors): Promise<Downloaded> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let calls = 0
  let bytes = 0
  const get = async <Reply>(path: string): Promise<Reply> => {
    const { body, received } = await getPacked(agent, `${url}/api/${path}`, caller)
    calls += 1
    bytes = received
    return JSON.parse(body) as Reply
  }
  try {
    let products = 0
    let stocks = 0
    let cursor = since?.assortment
    let after: string | undefined
    for (;;) {
      const at = { ...(cursor !== undefined && { since: cursor }), ...(after !== undefined && { after }) }
      const part = await get<Assortment>(`product/assortment?${new URLSearchParams(at)}`)
      products += part.products.length
      stocks += part.stock.product_nos.length
      // For the full list the first part's cursor is kept; for changes the latest.
      if (part.range === null || cursor === undefined) cursor = part.cursor
      const through = part.range?.through ?? null
      if (through === null) break
      after = through
    }
    const path = `customer/${caller.customerId}/prices`
    const prices = await get<PriceListDownload>(since ? `${path}?since=${since.prices}` : path)
    return {
      ...{ bytes, calls, products, stocks, prices: prices.product_nos.length },
      cursors: { assortment: cursor, prices: prices.cursor },
    }
  } finally {
    agent.destroy()
  }
}

/** `received` is everything received on the connection so far. */
function getPacked(agent: Agent, url: string, caller: Caller): Promise<{ body: string; received: number }> {
  return new Promise((resolve, reject) => {
    const headers = { ...headersOf(caller), 'accept-encoding': 'br' }
    const sent = request(url, { agent, headers }, (reply) => {
      const { socket } = reply
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('error', reject)
      reply.on('end', () => {
        const packed = Buffer.concat(chunks)
        const body = reply.headers['content-encoding'] === 'br' ? brotliDecompressSync(packed) : packed
        if (reply.statusCode === 200) resolve({ body: body.toString(), received: socket.bytesRead })
        else reject(new Error(`GET ${url}: ${reply.statusCode} ${body}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

async function changeAsInADay(databaseUrl: string, { customerId }: Caller): Promise<void> {
  const spread = (table: string, key: string, count: number): string =>
    `(SELECT ${key} FROM ${table} ORDER BY md5(${key}) LIMIT ${count})`
  await query(
    databaseUrl,
    `UPDATE products SET promotion = NOT promotion, sales_rank = sales_rank + 1, description = description || '.'
     WHERE product_no IN ${spread('products', 'product_no', A_DAY.products)}`,
  )
  await query(
    databaseUrl,
    `UPDATE stock SET quantity = CASE WHEN quantity > 50 THEN 20 ELSE quantity + 30 END
     WHERE product_no IN (SELECT product_no FROM stock
       WHERE product_no NOT IN ${spread('products', 'product_no', A_DAY.products)}
       ORDER BY md5(product_no || 'stock') LIMIT ${A_DAY.stocks})`,
  )
  await query(
    databaseUrl,
    `UPDATE prices SET pence = pence + 7 WHERE product_no IN (
       SELECT product_no FROM prices WHERE price_list_id = (SELECT price_list_id FROM customers WHERE id = $1)
         AND pence IS NOT NULL ORDER BY md5(product_no || 'price') LIMIT ${A_DAY.prices})`,
    [customerId],
  )
}
