import type { Bench } from '#bench/harness/bench.ts'
import { type Call, runLoad } from '#bench/harness/load.ts'
import type { Row } from '#bench/harness/row.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import { COPIES_MAX } from '#contract/paperwork.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import {
  addCall,
  type Caller,
  createTrolly,
  headersOf,
  signInCallers,
  signInColleagues,
  soldProducts,
  trollyIdOf,
} from './callers.ts'
import { query } from './database.ts'
import { firstOf, itemOf } from './items.ts'

const CALLERS = 16
/** Too many at once are refused for the moment, and bad bodies for good: both count as answered. */
const ANSWERED = [200, 400, 413, 429, 503]

/** The dearest calls that anybody can make, sixteen at once, beside a person who adds lines to a trolly. */
export const worstCalls: Bench = {
  name: 'worst-calls',
  area: 'server',
  run: async ({ quick }) => {
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    const seconds = quick ? 1 : 8
    return await withServer({ dataDir }, async (server) => {
      const [person] = await signInCallers(server.url, 1)
      const others = await signInColleagues(server, CALLERS)
      if (person === undefined) throw new Error('Nobody is signed in.')
      const calls = callsOf(await accountWithDocuments(server, person))
      const add = await personAdding(server, person)
      await add(1)
      const rows: Row[] = []
      for (const [what, call] of Object.entries(calls)) {
        const quiet = await add(seconds)
        const [beside, load] = await Promise.all([
          add(seconds),
          runLoad({
            urls: [server.url],
            callers: CALLERS,
            seconds,
            call: (caller) => call(itemOf(others, caller)),
            expected: ANSWERED,
          }),
        ])
        const statuses = [...load.statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
        rows.push({
          what: `a line added beside ${CALLERS} at once: ${what}; p99`,
          measured: { value: beside.p99Ms, unit: 'ms' },
          reference: { what: 'the same alone', figure: { value: quiet.p99Ms, unit: 'ms' } },
          budget: { of: 'ratio', max: 10 },
          note: `p50 ${beside.p50Ms.toFixed(1)} ms for ${quiet.p50Ms.toFixed(1)}; ${statuses || 'none answered'}`,
        })
      }
      return rows
    })
  },
}

const callsOf = ({ account, invoiceNos }: Documents): Record<string, (caller: Caller) => Call> => {
  // Written once: the callers share this process with the person who is measured.
  const post = (path: string, content: unknown) => {
    const body = JSON.stringify(content)
    return (caller?: Caller): Call => ({
      method: 'POST',
      path,
      headers: caller ? headersOf(caller) : { 'content-type': 'application/json' },
      body,
    })
  }
  const year = { delivery_account_no: account, start_date: dayAgo(365), end_date: dayAgo(0) }
  const zip = { delivery_account_no: account, invoice_no: invoiceNos }
  const letters = 'a b c d e f g h i j k l m n o p q r s t u v w x y z '.repeat(4).slice(0, 200)
  const keys = Object.fromEntries(Array.from({ length: 26_000 }, (_, key) => [`k${key}`, 1]))
  return {
    [`a ZIP of ${invoiceNos.length} invoices`]: post('/api/paperwork/copy-invoice?v=1', zip),
    'a statement of a year': post('/api/paperwork/copy-statement?v=1', year),
    'a history search of 200 characters': post('/api/order/transaction/search?v=1', {
      queryString: letters,
    }),
    'a sign-in with 26,000 unknown keys': post('/api/auth/sign-in?v=1', keys),
    'a search of 26,000 unknown keys': post('/api/order/transaction/search?v=1', keys),
  }
}

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

type Documents = { account: string; invoiceNos: string[] }

/** The account of this person that has most documents, and as many of them as one file may hold. */
const accountWithDocuments = async (
  { databaseUrl }: BenchServer,
  { customerId }: Caller,
): Promise<Documents> => {
  const rows = await query<{ account: string; nos: string[] }>(
    databaseUrl,
    `SELECT cu.customer_id AS account, (array_agg(i.invoice_no ORDER BY i.day DESC))[1:$2] AS nos FROM customer_users cu LEFT JOIN invoices i ON i.customer_id = cu.customer_id
     WHERE cu.user_id IN (SELECT user_id FROM customer_users WHERE customer_id = $1)
     GROUP BY cu.customer_id ORDER BY count(i.id) DESC LIMIT 1`,
    [customerId, COPIES_MAX],
  )
  const { account, nos } = firstOf(rows)
  return { account, invoiceNos: nos }
}

/** @returns adds to the lines of a trolly, one after another */
const personAdding = async ({ url, databaseUrl }: BenchServer, person: Caller) => {
  const products = await soldProducts(databaseUrl, person, 40)
  await createTrolly(url, person, { id: trollyIdOf(0) })
  return (seconds: number) =>
    runLoad({
      urls: [url],
      callers: 1,
      seconds,
      call: (_, turn) => addCall(person, trollyIdOf(0), itemOf(products, turn % products.length)),
    })
}
