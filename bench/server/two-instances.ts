import { availableParallelism } from 'node:os'
import type { Bench } from '#bench/harness/bench.ts'
import { type Load, runLoad } from '#bench/harness/load.ts'
import type { Row } from '#bench/harness/row.ts'
import { type BenchServer, startServer, withServer } from '#bench/harness/server.ts'
import { demoData } from '#e2e/support/demo-data.ts'
import { addCall, type Caller, createTrolly, signInCallers, soldProducts, trollyIdOf } from './callers.ts'
import { queryOne } from './database.ts'
import { firstOf, itemOf } from './items.ts'
import { figuresOf } from './rounds.ts'

const CALLERS = 32
const TROLLIES = 16
const PRODUCTS = 40
/** Two instances, PostgreSQL, which needs as much CPU as both, and the callers. */
const CORES_FOR_TWO = 6

/**
 * Added lines, by one instance and by two. Every trolly has two callers, one at each of two instances, and every fifth change is
 * repeated under its key by the other caller: the other instance must recognise it.
 */
export const twoInstances: Bench = {
  name: 'two-instances',
  area: 'server',
  run: async ({ quick }) => {
    const dataDir = await demoData({ products: quick ? 1_000 : 40_000 })
    return await withServer({ dataDir }, async (one) => {
      const two = await startServer({ dataDir, env: { DATABASE_URL: one.databaseUrl } })
      try {
        return await compare(one, two, quick)
      } finally {
        await two.stop()
      }
    })
  },
}

async function compare(one: BenchServer, two: BenchServer, quick: boolean): Promise<Row[]> {
  const scene = await prepare(one)
  const alone: Load[] = []
  const both: Load[] = []
  const seconds = quick ? 2 : 6
  for (const urls of [[one.url], [one.url, two.url]]) await addLines(scene, urls, seconds / 2)
  for (let round = 0; round < (quick ? 1 : 4); round += 1) {
    alone.push(await addLines(scene, [one.url], seconds))
    both.push(await addLines(scene, [one.url, two.url], seconds))
  }
  const wrong = await countWrong(one, scene)
  const [ofOne, ofTwo] = [figuresOf(alone).ratePerSecond, figuresOf(both).ratePerSecond]
  const cores = availableParallelism()
  const ratioText = `${(ofTwo / ofOne).toFixed(2)} × one instance`
  const isEnough = cores >= CORES_FOR_TWO
  const nothingWrong: Row = {
    what: 'two instances on one database: nothing wrong',
    measured: { value: wrong, unit: 'count' },
    budget: { of: 'value', max: 0 },
    note: `${scene.keys.size} changes, ${scene.replayed} of them sent to the other instance again${isEnough ? '' : `; ${ratioText}, which ${cores} cores cannot decide`}`,
  }
  if (!isEnough) return [nothingWrong]
  return [
    nothingWrong,
    {
      what: 'two instances on one database: added lines',
      measured: { value: ofTwo, unit: '/s' },
      reference: { what: 'one instance', figure: { value: ofOne, unit: '/s' } },
      budget: { of: 'ratio', min: 1.6 },
    },
  ]
}

type Scene = {
  callers: Caller[]
  products: Awaited<ReturnType<typeof soldProducts>>
  /** Keys of all answered changes. */
  keys: Set<string>
  replayed: number
}

async function prepare({ url, databaseUrl }: BenchServer): Promise<Scene> {
  const callers = await signInCallers(url, CALLERS)
  const products = await soldProducts(databaseUrl, firstOf(callers), PRODUCTS)
  for (let number = 0; number < TROLLIES; number += 1)
    await createTrolly(url, firstOf(callers), { id: trollyIdOf(number) })
  return { callers, products, keys: new Set(), replayed: 0 }
}

const REPLAYED_EACH = 5

function addLines(scene: Scene, urls: readonly string[], seconds: number): Promise<Load> {
  const { callers, products, keys } = scene
  type Sent = ReturnType<typeof addCall>
  const last = new Map<number, Sent>()
  return runLoad({
    urls,
    callers: CALLERS,
    seconds,
    call: (number, turn) => {
      // Neighbours share a trolly; with two instances each has one of them.
      const neighbour = number % 2 === 0 ? number + 1 : number - 1
      const theirs = last.get(neighbour)
      if (turn % REPLAYED_EACH === REPLAYED_EACH - 1 && theirs !== undefined) {
        scene.replayed += 1
        return theirs
      }
      const sent = addCall(
        itemOf(callers, number),
        trollyIdOf(Math.floor(number / 2)),
        itemOf(products, turn % PRODUCTS),
      )
      last.set(number, sent)
      keys.add(sent.headers['idempotency-key'] ?? '')
      return sent
    },
    // The same key at the same time, which the device would send again a second later.
    expected: [200, 409],
  })
}

/**
 * What must hold for each trolly: its version equals its number of changes, and so do the sums of its lines' versions and
 * quantities; and for all: as many stored replies as keys, since every key was finally answered by one of two callers.
 */
async function countWrong({ databaseUrl }: BenchServer, { keys }: Scene): Promise<number> {
  const { wrong, changes } = await queryOne<{ wrong: number; changes: number }>(
    databaseUrl,
    `WITH sums AS (
       SELECT b.id, b.version - 1 AS changes, sum(l.quantity) AS quantity, sum(l.version) AS versions
       FROM baskets b JOIN basket_lines l ON l.basket_id = b.id WHERE b.id = ANY($1::uuid[]) GROUP BY b.id
     )
     SELECT count(*) FILTER (WHERE changes <> quantity OR changes <> versions)::int AS wrong,
       sum(changes)::int AS changes FROM sums`,
    [Array.from({ length: TROLLIES }, (_, number) => trollyIdOf(number))],
  )
  const { kept } = await queryOne<{ kept: number }>(
    databaseUrl,
    'SELECT count(*)::int AS kept FROM idempotency_records WHERE key = ANY($1::uuid[]) AND status = 200',
    [[...keys]],
  )
  return wrong + Math.abs(changes - keys.size) + Math.abs(kept - keys.size)
}
