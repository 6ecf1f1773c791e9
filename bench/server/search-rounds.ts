import type { BenchContext } from '#bench/harness/bench.ts'
import { type Call, type Load, runLoad } from '#bench/harness/load.ts'
import { type PgbenchResult, type PgbenchScript, runPgbench } from '#bench/harness/pgbench.ts'
import type { BenchServer } from '#bench/harness/server.ts'
import { type Caller, createTrolly, headersOf, send, signInCallers, trollyIdOf } from './callers.ts'
import { query } from './database.ts'
import { type RecordedStatement, recordStatements, scriptLine } from './recorded-statements.ts'
import type { Mix } from './searches.ts'

/** Searches from many callers, and the bare statements that they make the server send. */
export type SearchRounds = {
  server: (seconds: number) => Promise<Load>
  reference: (seconds: number) => Promise<PgbenchResult>
}

export const SEARCH_CALLERS = 32
/** Callers begin at different places of the mix, and go through it in the same order. */
const APART = 7

export const prepareSearches = async (
  { folder }: BenchContext,
  server: BenchServer,
  mix: Mix,
): Promise<SearchRounds> => {
  const callers = await signInCallers(server.url, SEARCH_CALLERS)
  const [first] = callers
  if (first === undefined) throw new Error('Nobody is signed in.')
  await createTrolly(server.url, first, { id: trollyIdOf(0) })
  const call = (caller: Caller, number: number): Call => ({
    method: 'POST',
    path: `/api/basket/new/${trollyIdOf(0)}/product-search`,
    headers: headersOf(caller),
    body: JSON.stringify(mix[number % mix.length]),
  })
  const { scripts, variables } = await referenceOf(server, mix, (number) => call(first, number))
  return {
    server: (seconds) =>
      runLoad({
        urls: [server.url],
        callers: SEARCH_CALLERS,
        seconds,
        call: (caller, turn) => call(callers[caller] ?? first, caller * APART + turn),
      }),
    reference: (seconds) =>
      runPgbench({
        folder,
        databaseUrl: server.databaseUrl,
        clients: SEARCH_CALLERS,
        seconds,
        scripts,
        variables,
      }),
  }
}

/** Found by token and by trolly before each search: not the search's own. */
const BEFORE = ['caller_by_token', 'trolly_read', 'token_used']

/**
 * A script for each way that searches take through the statements, drawn as often as searches take it. What differs
 * between them is read from a table, in a statement that costs next to nothing, since pgbench makes no texts.
 */
async function referenceOf(
  server: BenchServer,
  mix: Mix,
  call: (number: number) => Call,
): Promise<{ scripts: PgbenchScript[]; variables: Record<string, string> }> {
  const ways = new Map<string, RecordedStatement[][]>()
  for (const recorded of await recordEach(server, mix, call)) {
    const way = recorded.map(({ name }) => name).join(' ')
    ways.set(way, [...(ways.get(way) ?? []), recorded])
  }
  await query(
    server.databaseUrl,
    `CREATE TABLE bench_searches (way int, search int, texts text[], PRIMARY KEY (way, search))`,
  )
  const variables: Record<string, string> = {}
  const scripts: PgbenchScript[] = []
  for (const [way, searches] of [...ways.values()].entries()) {
    for (const [search, statements] of searches.entries()) {
      await query(server.databaseUrl, 'INSERT INTO bench_searches VALUES ($1, $2, $3)', [
        way,
        search + 1,
        statements.flatMap(({ values }) => values),
      ])
    }
    scripts.push({ text: scriptOf(way, searches), weight: searches.length })
  }
  await query(server.databaseUrl, 'ANALYZE bench_searches')
  return { scripts, variables }
}

function scriptOf(way: number, searches: readonly RecordedStatement[][]): string {
  const [statements = []] = searches
  let place = 0
  const lines = statements.map((statement) => {
    const substitutes = Object.fromEntries(
      statement.values.map((_, index) => {
        place += 1
        return [index + 1, `:t${place}`]
      }),
    )
    return scriptLine(statement, {}, substitutes)
  })
  const columns = Array.from({ length: place }, (_, index) => `texts[${index + 1}] AS t${index + 1}`)
  return [
    `\\set search random(1, ${searches.length})`,
    `SELECT ${columns.join(', ')} FROM bench_searches WHERE way = ${way} AND search = :search \\gset`,
    ...lines,
    '',
  ].join('\n')
}

async function recordEach(
  server: BenchServer,
  mix: Mix,
  call: (number: number) => Call,
): Promise<RecordedStatement[][]> {
  // The first search of a process may do more than the ones after it.
  for (const number of mix.keys()) await send(server.url, call(number))
  const all: RecordedStatement[] = await recordStatements(server, async () => {
    for (const number of mix.keys()) await send(server.url, call(number))
  })
  // Each search begins with the look for its token.
  const searches: RecordedStatement[][] = []
  for (const statement of all) {
    if (statement.name === 'caller_by_token') searches.push([])
    if (statement.name !== undefined && !BEFORE.includes(statement.name)) searches.at(-1)?.push(statement)
  }
  if (searches.length !== mix.length || searches.some((statements) => statements.length === 0))
    throw new Error(`Of ${mix.length} searches ${searches.length} were recorded.`)
  return searches
}
