import fc from 'fast-check'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestApp } from '#tests/support/server.ts'
import { historyArbitrary } from '#tests/support/sim/arbitraries.ts'
import { runHistory } from '#tests/support/sim/history.ts'
import { addTally, type Tally } from '#tests/support/sim/tally.ts'

/**
 * Several devices, several tabs, one server, builds that come and go on either side, and a network that does what networks do. `HISTORIES` says how many, `SEED`
 * repeats a run, `REPLAY=seed:path` plays the one that failed again, `SHRINK=1` looks for the smallest that does. A few run
 * beside one another: they mostly wait.
 */
const SHARDS = 4
const runs = Math.ceil(Number(process.env.HISTORIES ?? 300) / SHARDS)
/** One takes a second or two; one that hangs is reported with its seed and does not hold up the others. */
const HISTORY_TIMEOUT_MS = 60_000
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)
const [replaySeed, replayPath] = process.env.REPLAY?.split(':') ?? []
const shards =
  replayPath === undefined
    ? Array.from({ length: SHARDS }, (_, shard) => ({ shard, seed: seed + shard }))
    : [{ shard: 0, seed: Number(replaySeed), path: replayPath, numRuns: 1 }]

/** Every build may write a request in its own way, and the app may be updated between any two attempts. */
vi.mock('#src/sync/engine/requests.ts', async (importOriginal) => {
  const actual = await importOriginal<typeof import('#src/sync/engine/requests.ts')>()
  let build = 0
  const buildRequest: typeof actual.buildRequest = (noun, record) => {
    const request = actual.buildRequest(noun, record)
    const rewritten = request.body === '' ? '' : JSON.stringify(JSON.parse(request.body), null, ++build % 8)
    return { ...request, body: rewritten }
  }
  return { ...actual, buildRequest }
})

const { app, database } = await startTestApp({ connections: 12, now: () => new Date('2026-03-03T09:00:00Z') })
const tally: Tally = {}
let held = 0

test.concurrent.each(shards)(
  'whatever happens on the way, everything arrives once or asks: $seed',
  async ({ shard, ...replay }) => {
    let mine = 0
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async (history) => {
        const { violations, tally: more } = await runHistory({ app, database, history })
        if (violations.length > 0)
          throw new Error(`SEED=${seed}, shard ${shard}, after ${mine} that held:\n${violations.join('\n')}`)
        addTally(tally, more)
        mine++
        held++
      }),
      {
        numRuns: runs,
        ...replay,
        endOnFailure: process.env.SHRINK === undefined,
        timeout: HISTORY_TIMEOUT_MS,
      },
    )
  },
)

afterAll(() => {
  console.info(`${held} histories held, SEED=${seed}:`, tally)
  // Fewer may miss one by chance; in so many, one that is missing means that the histories have become too tame.
  if (held >= 300) expect(Object.keys(tally)).toEqual(expect.arrayContaining(MUST_COME_ABOUT))
})

const MUST_COME_ABOUT = [
  'POST /api/order/trolly/ 200',
  'POST /api/basket/new/{id}/item 200',
  'PUT /api/basket/new/{id}/item/{productNo} 200',
  'DELETE /api/basket/new/{id}/item/{productNo} 200',
  'PUT /api/basket/new/{id} 200',
  'DELETE /api/basket/new/{id} 200',
  'POST /api/basket/new/{id}/checkout 200',
  'POST /api/order/trolly/{id}/favourite/{productNo} 200',
  'DELETE /api/order/trolly/{id}/favourite/{productNo} 200',
  'POST /api/template/create-from-array 200',
  'PUT /api/template/{id} 200',
  'DELETE /api/template/{id} 200',
  'POST /api/template/{id}/item 200',
  'PUT /api/template/{id}/item/{productNo} 200',
  'DELETE /api/template/{id}/item/{productNo} 200',
  '412 version_mismatch',
  '409 checked_out',
  'signed out with a queue',
  'emptied with a queue',
  'restored',
  'left as held epoch_changed',
  '409 changed',
  '410 trolly_deleted',
  'left as attention version_mismatch',
  'reply of older server',
  'reply of newer server',
  'kept reply of another server',
  'update with a queue',
]
