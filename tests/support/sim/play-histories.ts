import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, inject, test } from 'vitest'
import { SEEDS } from '#tests/support/seed.ts'
import { startTestApp } from '#tests/support/server.ts'
import { historyArbitrary } from './arbitraries.ts'
import { runHistory } from './history.ts'
import { SIM_NOUNS } from './nouns.ts'
import { addTally, type Tally } from './tally.ts'

/** One takes a second or two; one that hangs is reported with its seed and does not delay the others. */
const HISTORY_TIMEOUT_MS = 60_000

/**
 * Several devices, several tabs, one server, changing builds on either side, and a faulty network. `HISTORIES` is their number,
 * `SEED` chooses others (tests/support/seed.ts), `REPLAY=seed:path` plays a failed one again, `SHRINK=1` looks for the smallest
 * failing one.
 *
 * They mostly use the processor, so each file that plays them has a core; within a file two run side by side.
 */
export const playHistories = async ({ part, of }: { part: number; of: number }): Promise<void> => {
  const runs = Math.ceil(Number(process.env.HISTORIES ?? 300) / SEEDS.length)
  const [replaySeed, replayPath] = process.env.REPLAY?.split(':') ?? []
  const shards =
    replayPath === undefined
      ? SEEDS.filter((_, shard) => shard % of === part).map((seed) => ({ seed }))
      : [{ seed: Number(replaySeed), path: replayPath, numRuns: 1 }]

  const { app, database } = await startTestApp({
    connections: 12,
    now: () => new Date('2026-03-03T09:00:00Z'),
  })
  const tally: Tally = {}
  let held = 0

  test.concurrent.each(shards)('in any history everything arrives once or asks: $seed', async (replay) => {
    let mine = 0
    await fc.assert(
      fc.asyncProperty(historyArbitrary, async (history) => {
        const { violations, tally: more } = await runHistory({ app, database, history })
        if (violations.length > 0)
          throw new Error(`Seed ${replay.seed}, after ${mine} that held:\n${violations.join('\n')}`)
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
  })

  afterAll(() => {
    console.info(`${held} histories held, seeds ${shards.map(({ seed }) => seed).join(' and ')}:`, tally)
    requireVariety(sumOfParts(part, { held, tally }))
  })
}

type Played = { held: number; tally: Tally }

/** The tallies of the files that have ended, including this one. */
const sumOfParts = (part: number, played: Played): Played => {
  const folder = inject('runFolder')
  writeFileSync(join(folder, `histories-${part}.json`), JSON.stringify(played))
  const sum: Played = { held: 0, tally: {} }
  for (const name of readdirSync(folder).filter((name) => /^histories-\d+\.json$/.test(name))) {
    const { held, tally } = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Played
    sum.held += held
    addTally(sum.tally, tally)
  }
  return sum
}

/** Fewer may miss one by chance; with so many, a missing one means that the histories have become too tame. */
const requireVariety = ({ held, tally }: Played): void => {
  if (held >= 300) expect(Object.keys(tally)).toEqual(expect.arrayContaining(OFTEN))
  if (held >= 2_000) expect(Object.keys(tally)).toEqual(expect.arrayContaining(SELDOM))
}

const OFTEN = [
  'POST /api/order/trolly/ 200',
  'POST /api/basket/new/{id}/item 200',
  'PUT /api/basket/new/{id}/item/{productNo} 200',
  'DELETE /api/basket/new/{id}/item/{productNo} 200',
  'PUT /api/basket/new/{id} 200',
  'DELETE /api/basket/new/{id} 200',
  'POST /api/basket/new/{id}/checkout 200',
  ...SIM_NOUNS.flatMap(({ mustComeAbout }) => mustComeAbout),
  'POST /api/template/create-from-array 200',
  'PUT /api/template/{id} 200',
  'DELETE /api/template/{id} 200',
  'POST /api/template/{id}/item 200',
  'PUT /api/template/{id}/item/{itemId} 200',
  'DELETE /api/template/{id}/item/{itemId} 200',
  '412 version_mismatch',
  '409 checked_out',
  'signed out with a queue',
  'emptied with a queue',
  'restored',
  'sent before hearing of a restore',
  'left as held epoch_changed',
  'relayed',
  'order relayed',
  'relayed by another phone and by its own',
  'order collected',
  'order to an address',
  'order to the account',
  'order with a charge',
  'order delivered free',
  '409 changed',
  'left as attention version_mismatch',
  'reply of older server',
  'reply of newer server',
  'kept reply of another server',
  'update with a queue',
  'batch unknown to the server',
  'newer device refused by a server',
  'newer device understood by a server',
]

const SELDOM = ['410 trolly_deleted', '400 checks_failed']
