import { createHash, randomBytes } from 'node:crypto'
import { type ClientRequest, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bench } from '#bench/harness/bench.ts'
import { runLoad } from '#bench/harness/load.ts'
import type { Row } from '#bench/harness/row.ts'
import { type BenchServer, withServer } from '#bench/harness/server.ts'
import { pathOf } from '#contract/endpoint.ts'
import { live } from '#contract/live.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { addCall, type Caller, createTrolly, signInCallers, soldProducts, trollyIdOf } from './callers.ts'
import { query } from './database.ts'
import { firstOf, itemOf } from './items.ts'
import { alternate, callersText } from './rounds.ts'

const CALLERS = 32
const PRODUCTS = 40
const STREAMS = 100
const MANY_STREAMS = 1_000
/** The callers are colleagues of one account: they change its trollies, and every stream follows it. */
const COLLEAGUES = 10

/** Adding lines while others follow them, and the memory of many that follow. */
export const liveStreams: Bench = {
  name: 'live',
  area: 'server',
  run: async ({ quick }) => {
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    return await withServer({ dataDir }, async (server) => [
      await addingWithStreams(server, quick),
      await memoryOfStreams(server, quick),
    ])
  },
}

async function addingWithStreams(server: BenchServer, quick: boolean): Promise<Row> {
  const callers = await signInCallers(server.url, CALLERS)
  const products = await soldProducts(server.databaseUrl, firstOf(callers), PRODUCTS)
  for (const [number, caller] of callers.entries())
    await createTrolly(server.url, caller, { id: trollyIdOf(number) })
  const followers = await makeFollowers(server, STREAMS, firstOf(callers).customerId)
  const add = (seconds: number) =>
    runLoad({
      urls: [server.url],
      callers: CALLERS,
      seconds,
      call: (caller, turn) =>
        addCall(itemOf(callers, caller), trollyIdOf(caller), itemOf(products, turn % PRODUCTS)),
    })
  const seconds = quick ? 2 : 6
  await add(quick ? 1 : 5)
  let told = 0
  const {
    server: withStreams,
    reference: without,
    spread,
  } = await alternate({
    rounds: quick ? 1 : 5,
    server: async () => {
      const streams = await openStreams(server, followers, () => {
        told += 1
      })
      try {
        return await add(seconds)
      } finally {
        await closeStreams(streams)
      }
    },
    reference: () => add(seconds),
  })
  return {
    what: `add a line, ${CALLERS} callers, with ${STREAMS} live streams open`,
    measured: { value: withStreams.ratePerSecond, unit: '/s' },
    reference: { what: 'without streams', figure: { value: without.ratePerSecond, unit: '/s' } },
    budget: { of: 'ratio', min: 0.95 },
    note: `${told} pieces of news and beats; ${spread}; ${callersText(withStreams.callersShare)}`,
  }
}

async function memoryOfStreams(server: BenchServer, quick: boolean): Promise<Row> {
  const count = quick ? STREAMS : MANY_STREAMS
  const [{ id = '' } = {}] = await query<{ id: string }>(
    server.databaseUrl,
    'SELECT id FROM customers LIMIT 1',
    [],
  )
  const followers = await makeFollowers(server, count, id)
  await delay(2_000)
  const before = server.residentBytes()
  const streams = await openStreams(server, followers, () => {})
  // Each has had a beat by then.
  await delay(quick ? 1_000 : 25_000)
  const more = server.residentBytes() - before
  await closeStreams(streams)
  return {
    what: `memory of ${count} live streams`,
    measured: { value: more / 1e6, unit: 'MB' },
    budget: { of: 'value', max: 60 },
    note: `${(before / 1e6).toFixed(0)} MB before`,
  }
}

/** Users with a session each: some of one account, the others of all in turn. */
async function makeFollowers(
  { databaseUrl }: BenchServer,
  count: number,
  customerId: string,
): Promise<Caller[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const rows = await query<{ number: number; customerId: string }>(
    databaseUrl,
    `WITH accounts AS (SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS total FROM customers),
     wanted AS (
       SELECT number, gen_random_uuid() AS id, hash, CASE WHEN number <= $3 THEN $2 ELSE accounts.id END AS customer_id
       FROM unnest($1::bytea[]) WITH ORDINALITY AS one (hash, number) JOIN accounts ON place = number % total
     ), made AS (
       INSERT INTO users SELECT (jsonb_populate_record(chef, jsonb_build_object(
         'id', wanted.id, 'email', 'follower-' || wanted.id || '@example.com'))).*
       FROM wanted, users chef WHERE chef.email = 'chef@example.com' RETURNING id
     ), joined AS (
       INSERT INTO customer_users (user_id, customer_id)
       SELECT wanted.id, customer_id FROM wanted JOIN made USING (id)
     ), sessions AS (
       INSERT INTO tokens (id, user_id, hash, expires_at)
       SELECT gen_random_uuid(), wanted.id, hash, now() + interval '1 day' FROM wanted JOIN made USING (id)
     )
     SELECT number::int, customer_id AS "customerId" FROM wanted ORDER BY number`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), customerId, COLLEAGUES],
  )
  return rows.map(({ number, customerId }) => ({ token: itemOf(tokens, number - 1), customerId }))
}

const openStreams = (
  { url }: BenchServer,
  followers: readonly Caller[],
  onPart: () => void,
): Promise<ClientRequest[]> =>
  Promise.all(
    followers.map(
      ({ token, customerId }) =>
        new Promise<ClientRequest>((resolve, reject) => {
          const asked = request(`${url}${pathOf(live.follow, {}, { customerId })}`, {
            agent: false,
            headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
          })
          asked.on('error', reject)
          asked.on('response', (response) => {
            if (response.statusCode !== 200)
              reject(new Error(`A stream was answered ${response.statusCode}.`))
            response.on('data', onPart)
            response.on('error', () => {})
            resolve(asked)
          })
          asked.end()
        }),
    ),
  )

const closeStreams = async (streams: readonly ClientRequest[]): Promise<void> => {
  for (const stream of streams) stream.destroy()
  // The server notices in its own time.
  await delay(500)
}
