import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestApp } from '#tests/support/server.ts'
import { historyArbitrary } from '#tests/support/sim/actions.ts'
import { runHistory } from '#tests/support/sim/history.ts'

/**
 * Several devices, several tabs, one server, and a network that does what networks do. `HISTORIES` says how many,
 * `SEED` repeats a run. A failing history is shrunk and printed with its seed.
 */
const runs = Number(process.env.HISTORIES ?? 300)
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

const { app, database } = await startTestApp({ connections: 10, now: () => new Date('2026-03-03T09:00:00Z') })

test(`whatever happens on the way, everything arrives once or asks (${runs} histories, seed ${seed})`, async () => {
  await fc.assert(
    fc.asyncProperty(historyArbitrary, async (history) => {
      expect(await runHistory({ app, database, history })).toEqual([])
    }),
    { numRuns: runs, seed, endOnFailure: process.env.SHRINK === undefined },
  )
  console.info(`${runs} histories held, seed ${seed}`)
})
