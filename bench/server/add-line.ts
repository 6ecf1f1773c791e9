import type { Bench, BenchContext } from '#bench/harness/bench.ts'
import { runLoad } from '#bench/harness/load.ts'
import { runPgbench } from '#bench/harness/pgbench.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import {
  addCall,
  type Caller,
  createTrolly,
  type SoldProduct,
  send,
  signInCallers,
  soldProducts,
  trollyIdOf,
  trollyIdSql,
} from './callers.ts'
import { query } from './database.ts'
import { itemOf } from './items.ts'
import { DRAW_KEY, KEY_SUBSTITUTES } from './keyed-call.ts'
import {
  type RecordedStatement,
  recordStatements,
  requireStatement,
  type Substitutes,
  scriptLine,
} from './recorded-statements.ts'
import { alternate, callersText } from './rounds.ts'

const CALLERS = 32
const LINES = 40

/** Adding one to an existing line, in trollies of forty lines, one per caller. */
export const addLine: Bench = {
  name: 'add-line',
  area: 'server',
  run: async (context) => {
    const { quick } = context
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    return await withServer({ dataDir }, async (server) => {
      const { callers, products } = await prepare(server)
      const reference = await referenceOf(server, callers, products)
      const load = (seconds: number) =>
        runLoad({
          urls: [server.url],
          callers: CALLERS,
          seconds,
          call: (caller, turn) =>
            addCall(itemOf(callers, caller), trollyIdOf(caller), itemOf(products, turn % LINES), '*'),
        })
      await load(quick ? 1 : 5)
      const {
        server: ours,
        reference: bare,
        spread,
      } = await alternate({
        rounds: quick ? 1 : 5,
        server: () => load(quick ? 2 : 6),
        reference: () => pgbench(context, server, reference, quick ? 2 : 6),
      })
      return [
        {
          what: 'add a line, 32 callers',
          measured: { value: ours.ratePerSecond, unit: '/s' },
          reference: {
            what: 'pgbench, the same statements in the same packets',
            figure: { value: bare.ratePerSecond, unit: '/s' },
          },
          budget: { of: 'ratio', min: 0.4 },
          note: `p50 ${ours.p50Ms.toFixed(0)} ms, p99 ${ours.p99Ms.toFixed(0)} ms; ${spread}; ${callersText(ours.callersShare)}`,
        },
      ]
    })
  },
}

async function prepare({
  url,
  databaseUrl,
}: BenchServer): Promise<{ callers: Caller[]; products: SoldProduct[] }> {
  const callers = await signInCallers(url, CALLERS)
  const products = await soldProducts(databaseUrl, itemOf(callers, 0), LINES)
  for (const [number, caller] of callers.entries())
    await createTrolly(url, caller, { id: trollyIdOf(number) })
  await runLoad({
    urls: [url],
    callers: CALLERS,
    seconds: 60,
    call: (caller, turn) =>
      turn === LINES
        ? undefined
        : addCall(itemOf(callers, caller), trollyIdOf(caller), itemOf(products, turn)),
  })
  // PostgreSQL has no statistics yet for a table that was empty a moment ago.
  await query(databaseUrl, 'ANALYZE baskets, basket_lines, tokens')
  return { callers, products }
}

type Reference = { text: string; variables: Record<string, string> }

/** What such a call sends, with a new key each time, and the callers' trolly and products. */
async function referenceOf(
  server: BenchServer,
  callers: Caller[],
  products: SoldProduct[],
): Promise<Reference> {
  const recorded = await recordStatements(server, async () => {
    await send(server.url, addCall(itemOf(callers, 0), trollyIdOf(0), itemOf(products, 0), '*'))
  })
  const variables: Record<string, string> = {
    products: `{${products.map(({ product_no }) => `"${product_no}"`).join(',')}}`,
  }
  const trolly = trollyIdSql(':client_id')
  const product = '(:products::text[])[:product]'
  const substitutes: Record<string, Substitutes> = {
    ...KEY_SUBSTITUTES,
    trolly_lock: { 1: trolly },
    line_context: { 1: trolly, 4: product },
    line_write: { 1: trolly, 2: product },
  }
  const line = (name: string): string =>
    scriptLine(requireStatement(recorded, name), variables, substitutes[name])
  requireAllUsed(recorded)
  return {
    variables,
    text: [
      DRAW_KEY,
      `\\set product random(1, ${products.length})`,
      line('caller_by_token'),
      '\\startpipeline',
      'BEGIN ISOLATION LEVEL READ COMMITTED;',
      line('idempotency_lock'),
      line('idempotency_find'),
      '\\endpipeline',
      '\\startpipeline',
      line('trolly_lock'),
      line('line_context'),
      '\\endpipeline',
      '\\startpipeline',
      line('line_write'),
      line('idempotency_insert'),
      'COMMIT;',
      '\\endpipeline',
      '',
    ].join('\n'),
  }
}

const STATEMENTS = [
  'caller_by_token',
  'idempotency_lock',
  'idempotency_find',
  'trolly_lock',
  'line_context',
  'line_write',
  'idempotency_insert',
]

/** A statement missing from the reference would make it too quick, and a new one in the code would go unnoticed. */
function requireAllUsed(recorded: readonly RecordedStatement[]): void {
  const others = recorded.filter(({ name, text }) =>
    name === undefined
      ? !/^(BEGIN ISOLATION LEVEL READ COMMITTED|COMMIT)$/.test(text)
      : !STATEMENTS.includes(name),
  )
  if (others.length > 0)
    throw new Error(
      `Adding a line sends more than the reference: ${others.map(({ name, text }) => name ?? text).join(', ')}`,
    )
}

const pgbench = (
  { folder }: BenchContext,
  { databaseUrl }: BenchServer,
  { text, variables }: Reference,
  seconds: number,
) =>
  runPgbench({
    folder,
    databaseUrl,
    clients: CALLERS,
    until: { seconds },
    scripts: [{ text, weight: 1 }],
    variables,
  })
