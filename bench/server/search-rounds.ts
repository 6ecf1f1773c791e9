import type { BenchContext } from '#bench/harness/bench.ts'
import { type Call, type Load, runLoad } from '#bench/harness/load.ts'
import { type PgbenchResult, type PgbenchScript, runPgbench } from '#bench/harness/pgbench.ts'
import type { BenchServer } from '#bench/harness/server.ts'
import { type Caller, createTrolly, headersOf, send, signInColleagues, trollyIdOf } from './callers.ts'
import { pickedStatements } from './picked-statements.ts'
import { type RecordedStatement, recordCalls } from './recorded-statements.ts'
import type { Mix } from './searches.ts'

/** Searches from many callers, and the bare statements that the server sends for them. */
export type SearchRounds = {
  server: (seconds: number) => Promise<Load>
  reference: (seconds: number) => Promise<PgbenchResult>
}

export const SEARCH_CALLERS = 32
/** Callers start at different places in the mix, and go through it in the same order. */
const APART = 7

export const prepareSearches = async (
  { folder }: BenchContext,
  server: BenchServer,
  mix: Mix,
): Promise<SearchRounds> => {
  const callers = await signInColleagues(server, SEARCH_CALLERS)
  const [first] = callers
  if (first === undefined) throw new Error('Nobody is signed in.')
  await createTrolly(server.url, first, { id: trollyIdOf(0) })
  const call = (caller: Caller, number: number): Call => ({
    method: 'POST',
    path: `/api/basket/new/${trollyIdOf(0)}/product-search`,
    headers: headersOf(caller),
    body: JSON.stringify(mix[number % mix.length]),
  })
  const scripts = await referenceOf(server, mix, (number) => call(first, number))
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
        until: { seconds },
        scripts,
      }),
  }
}

/** Looked up by token and trolly before each search: not part of the search. */
const BEFORE = ['caller_by_token', 'trolly_read']

/** A script for each path that searches take through the statements, drawn as often as searches take it. */
async function referenceOf(
  server: BenchServer,
  mix: Mix,
  call: (number: number) => Call,
): Promise<PgbenchScript[]> {
  const ways = new Map<string, RecordedStatement[][]>()
  for (const recorded of await recordEach(server, mix, call)) {
    const way = recorded.map(({ name }) => name).join(' ')
    ways.set(way, [...(ways.get(way) ?? []), recorded])
  }
  const scripts: PgbenchScript[] = []
  for (const searches of ways.values()) {
    const { pick, lines } = await pickedStatements(server.databaseUrl, searches)
    scripts.push({ text: [pick, ...lines, ''].join('\n'), weight: searches.length })
  }
  return scripts
}

async function recordEach(
  server: BenchServer,
  mix: Mix,
  call: (number: number) => Call,
): Promise<RecordedStatement[][]> {
  // The first search of a process may do more than later ones.
  for (const number of mix.keys()) await send(server.url, call(number))
  const calls = await recordCalls(server, async () => {
    for (const number of mix.keys()) await send(server.url, call(number))
  })
  const searches = calls.map((statements) => statements.filter(({ name = '' }) => !BEFORE.includes(name)))
  if (searches.length !== mix.length || searches.some((statements) => statements.length === 0))
    throw new Error(`Of ${mix.length} searches ${searches.length} were recorded.`)
  return searches
}
