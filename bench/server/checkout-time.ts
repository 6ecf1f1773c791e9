import type { BenchContext } from '#bench/harness/bench.ts'
import { type Load, runLoad } from '#bench/harness/load.ts'
import { runPgbench } from '#bench/harness/pgbench.ts'
import type { Row } from '#bench/harness/row.ts'
import type { BenchServer } from '#bench/harness/server.ts'
import { type Caller, type SoldProduct, send, trollyIdSql } from './callers.ts'
import { query } from './database.ts'
import { firstOf, itemOf } from './items.ts'
import { DRAW_KEY, KEY_SUBSTITUTES } from './keyed-call.ts'
import { pickedStatements } from './picked-statements.ts'
import { type RecordedStatement, recordCalls } from './recorded-statements.ts'
import { alternate, callersText } from './rounds.ts'
import { checkoutCall, makeTrollies, type TrolliesWanted, writeTrollies } from './trollies.ts'

export type CheckoutScene = {
  context: BenchContext
  server: BenchServer
  callers: readonly Caller[]
  /** The best-selling: many orders share a product, as they do in a morning. */
  products: readonly SoldProduct[]
}

const LINES = 40
const QUANTITY = 2
/** A round ends when its trollies are ordered. */
const ROUND_SECONDS_AT_MOST = 300

/** The slowest of a hundred checkouts, against the statements that it sends. */
export const checkoutTime = async (scene: CheckoutScene): Promise<Row> => {
  const { context, server, callers } = scene
  const { quick, folder } = context
  await query(server.databaseUrl, 'UPDATE stock SET quantity = 1000000')
  // Thousands of orders exceed any demo customer's credit.
  await query(server.databaseUrl, 'UPDATE customers SET credit_limit_pence = NULL')
  const trollies = trollySupply(scene, quick ? 160 : 1_600)
  const script = await referenceOf(scene, trollies)
  const round = async (): Promise<Load> => {
    const ready = await makeTrollies(server, callers, trollies())
    return await runLoad({
      urls: [server.url],
      callers: callers.length,
      seconds: ROUND_SECONDS_AT_MOST,
      call: (caller, turn) => {
        const trolly = ready[turn * callers.length + caller]
        return trolly && checkoutCall(itemOf(callers, caller), trolly)
      },
    })
  }
  await round()
  const {
    server: ours,
    reference: bare,
    spread,
  } = await alternate({
    rounds: quick ? 1 : 5,
    server: round,
    reference: async () => {
      const wanted = trollies()
      await writeTrollies(server, wanted)
      await query(server.databaseUrl, "SELECT setval('bench_trollies', $1, false)", [wanted.first])
      return await runPgbench({
        ...{ folder, databaseUrl: server.databaseUrl, clients: callers.length },
        until: { transactionsEach: wanted.count / callers.length },
        scripts: [{ text: script, weight: 1 }],
      })
    },
  })
  return {
    what: `checkout of 40 lines, all eleven checks, stock taken, ${callers.length} callers: p99`,
    measured: { value: ours.p99Ms, unit: 'ms' },
    reference: { what: 'pgbench, the same statements', figure: { value: bare.p99Ms, unit: 'ms' } },
    budget: { of: 'ratio', max: 2.5, target: { max: { value: 80, unit: 'ms' } } },
    note: `p50 ${ours.p50Ms.toFixed(0)} ms, bare ${bare.p50Ms.toFixed(0)} ms; ${spread}; ${callersText(ours.callersShare)}`,
  }
}

/** Each time as many new trollies, of forty products that differ from one to the next. */
function trollySupply(
  { callers, products }: CheckoutScene,
  count: number,
): (count?: number) => TrolliesWanted {
  let first = 0
  return (wanted = count) => {
    const from = first
    first += wanted
    return {
      caller: firstOf(callers),
      first: from,
      count: wanted,
      products: (place) => productsOf(products, from + place),
      quantity: QUANTITY,
    }
  }
}

/** Both steps are coprime to the number of products and to each other. */
export const productsOf = (products: readonly SoldProduct[], trolly: number, lines = LINES): SoldProduct[] =>
  Array.from({ length: lines }, (_, line) => itemOf(products, (trolly * 271 + line * 47) % products.length))

const RECORDED = 200

/** What checkouts send, each for another trolly that has not been ordered yet. */
async function referenceOf(
  { context, server, callers }: CheckoutScene,
  trollies: (count: number) => TrolliesWanted,
): Promise<string> {
  const ready = await makeTrollies(server, callers, trollies(context.quick ? 20 : RECORDED))
  const recordings = await recordCalls(server, async () => {
    for (const trolly of ready) await send(server.url, checkoutCall(firstOf(callers), trolly))
  })
  requireAlike(recordings)
  const trolly = trollyIdSql(':trolly')
  const { pick, lines } = await pickedStatements(server.databaseUrl, recordings, {
    ...KEY_SUBSTITUTES,
    trolly_lock: { 1: trolly },
    trolly_lines: { 2: trolly },
    orders_place: { 9: 'gen_random_uuid()', 12: trolly },
  })
  await query(server.databaseUrl, 'CREATE SEQUENCE bench_trollies MINVALUE 0')
  const [token = '', lock = '', find = '', ...rest] = lines
  const [insert = '', ...body] = rest.toReversed()
  return [
    DRAW_KEY,
    "SELECT nextval('bench_trollies') AS trolly \\gset",
    pick,
    token,
    ...['\\startpipeline', 'BEGIN ISOLATION LEVEL READ COMMITTED;', lock, find, '\\endpipeline'],
    ...body.toReversed(),
    ...['\\startpipeline', insert, 'COMMIT;', '\\endpipeline', ''],
  ].join('\n')
}

const BEGINNING = ['caller_by_token', 'idempotency_lock', 'idempotency_find', 'trolly_lock']

/** So that none is missing from the reference, which would make it too quick. */
function requireAlike(recordings: readonly RecordedStatement[][]): void {
  const [names = ''] = recordings.map((statements) => statements.map(({ name }) => name).join(' '))
  const isAlike = recordings.every((statements) => statements.map(({ name }) => name).join(' ') === names)
  if (!isAlike || !names.startsWith(BEGINNING.join(' ')) || !names.endsWith(' idempotency_insert'))
    throw new Error(`A checkout sends other statements than the reference knows: ${names}`)
}
