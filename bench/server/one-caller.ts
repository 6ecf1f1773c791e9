import { setTimeout as delay } from 'node:timers/promises'
import type { Static } from 'typebox'
import { Client } from 'undici'
import type { Bench, BenchContext } from '#bench/harness/bench.ts'
import type { Call } from '#bench/harness/load.ts'
import { type PgbenchResult, runPgbench } from '#bench/harness/pgbench.ts'
import { median } from '#bench/harness/samples.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import type { DeliveryDates } from '#contract/customers.ts'
import type { Basket } from '#contract/trollies.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import {
  addCall,
  type Caller,
  createTrolly,
  headersOf,
  keyedHeadersOf,
  type SoldProduct,
  signInCallers,
  soldProducts,
  trollyIdOf,
} from './callers.ts'
import { query } from './database.ts'
import { firstOf, itemOf } from './items.ts'
import { checkoutCall } from './trollies.ts'

/**
 * What one person waits for with nobody else there, as a multiple of a fixed transaction: a reference of our own statements
 * would grow with them and see nothing.
 */
export const oneCaller: Bench = {
  name: 'one-caller',
  area: 'server',
  run: async (context) => {
    const { quick } = context
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    return await withServer({ dataDir }, async (server) => {
      const person = await openPerson(server)
      try {
        await prepareFixedTransaction(server.databaseUrl)
        const added: number[] = []
        const ordered: OrderTimes[] = []
        const fixed: PgbenchResult[] = []
        for (let round = 0; round < (quick ? 1 : 5); round += 1) {
          fixed.push(await fixedTransaction(context, server, quick ? 1 : 3))
          added.push(...(await person.addLines(quick ? 20 : 200)))
          ordered.push(...(await person.order(quick ? 3 : 30)))
        }
        const reference = {
          what: 'fixed transaction: insert, update, insert, commit',
          figure: { value: median(fixed.map(({ p50Ms }) => p50Ms)), unit: 'ms' as const },
        }
        const part = (name: keyof OrderTimes): string =>
          `${name} ${median(ordered.map((times) => times[name])).toFixed(1)}`
        return [
          {
            what: 'add a line, one caller: p50',
            measured: { value: median(added), unit: 'ms' },
            reference,
            budget: { of: 'ratio', max: 3 },
            note: `${added.length} lines`,
          },
          {
            what: 'checkout of 10 lines, one caller: p50',
            measured: { value: median(ordered.map(totalOf)), unit: 'ms' },
            reference,
            budget: { of: 'ratio', max: 15 },
            note: `${ordered.length} orders, ms: ${(['dates', 'details', 'review', 'place'] as const).map(part).join(', ')}`,
          },
        ]
      } finally {
        await person.close()
      }
    })
  },
}

/** Milliseconds of the calls between a full trolly and its order. */
export type OrderTimes = { dates: number; details: number; review: number; place: number }

export const totalOf = ({ dates, details, review, place }: OrderTimes): number =>
  dates + details + review + place

const LINES = 10

/** One person with one connection, who does one thing after another. */
export const openPerson = async ({ url, databaseUrl }: Pick<BenchServer, 'url' | 'databaseUrl'>) => {
  const caller = firstOf(await signInCallers(url, 1))
  const products = await soldProducts(databaseUrl, caller, 400)
  await query(databaseUrl, 'UPDATE stock SET quantity = 1000000')
  await query(
    databaseUrl,
    'UPDATE customers SET credit_limit_pence = NULL, minimum_order_pence = 0, mandatory_category = NULL',
  )
  const client = new Client(url, { pipelining: 1 })
  const ask = async <Reply>(call: Call): Promise<{ ms: number; reply: Reply }> => {
    const begun = performance.now()
    const { statusCode, body } = await client.request(call)
    const text = await body.text()
    const ms = performance.now() - begun
    if (statusCode !== 200)
      throw new Error(`${call.method} ${call.path}: ${statusCode} ${text.slice(0, 500)}`)
    return { ms, reply: JSON.parse(text) as Reply }
  }
  let trollies = 0
  const newTrolly = async (): Promise<string> => {
    trollies += 1
    const id = trollyIdOf(trollies)
    await createTrolly(url, caller, { id })
    return id
  }
  const productsOf = (lines: number): SoldProduct[] =>
    Array.from({ length: lines }, (_, line) => itemOf(products, (trollies * 13 + line * 7) % products.length))

  return {
    addLines: async (count: number): Promise<number[]> => {
      const id = await newTrolly()
      const times: number[] = []
      for (const product of productsOf(count)) times.push((await ask(addCall(caller, id, product))).ms)
      return times
    },
    order: async (count: number): Promise<OrderTimes[]> => {
      const times: OrderTimes[] = []
      for (let order = 0; order < count; order += 1) {
        const id = await newTrolly()
        for (const product of productsOf(LINES)) await ask(addCall(caller, id, product))
        times.push(await orderOnce(ask, caller, id))
        // The mail of one order must not be written during the next.
        await delay(20)
      }
      return times
    },
    close: () => client.close(),
  }
}

/** Makes a device's calls from the choice of a day to the order's number. */
const orderOnce = async (
  ask: <Reply>(call: Call) => Promise<{ ms: number; reply: Reply }>,
  caller: Caller,
  id: string,
): Promise<OrderTimes> => {
  const get = (path: string): Call => ({ method: 'GET', path, headers: headersOf(caller) })
  const dates = await ask<Static<typeof DeliveryDates>>(
    get(`/api/customer/${caller.customerId}/delivery-dates`),
  )
  const deliveryDay = dates.reply.data.at(-1)?.day
  if (deliveryDay === undefined) throw new Error('There is no day that goods could come on.')
  const details = await ask({
    method: 'PUT',
    path: `/api/basket/new/${id}`,
    headers: { ...keyedHeadersOf(caller), 'if-match': '"1"' },
    body: JSON.stringify({ deliveryDay, poNumber: 'PO 1' }),
  })
  const review = await ask<Basket>(get(`/api/basket/new/${id}`))
  const place = await ask(checkoutCall(caller, review.reply))
  return { dates: dates.ms, details: details.ms, review: review.ms, place: place.ms }
}

/** Tables that no code of ours uses. */
const prepareFixedTransaction = (databaseUrl: string): Promise<unknown> =>
  query(
    databaseUrl,
    `CREATE TABLE bench_entries (id bigserial PRIMARY KEY, account int NOT NULL, amount int NOT NULL);
     CREATE TABLE bench_replies (id bigserial PRIMARY KEY, body text NOT NULL);
     CREATE TABLE bench_accounts (id int PRIMARY KEY, balance bigint NOT NULL);
     INSERT INTO bench_accounts SELECT number, 0 FROM generate_series(1, 1000) number`,
  )

const FIXED_TRANSACTION = `\\set account random(1, 1000)
\\set amount random(1, 5000)
BEGIN;
INSERT INTO bench_entries (account, amount) VALUES (:account, :amount);
UPDATE bench_accounts SET balance = balance + :amount WHERE id = :account;
INSERT INTO bench_replies (body) VALUES (repeat('x', 500));
COMMIT;
`

const fixedTransaction = (
  { folder }: BenchContext,
  { databaseUrl }: BenchServer,
  seconds: number,
): Promise<PgbenchResult> =>
  runPgbench({
    folder,
    databaseUrl,
    clients: 1,
    until: { seconds },
    scripts: [{ text: FIXED_TRANSACTION, weight: 1 }],
  })
