import fc from 'fast-check'

/**
 * The one place that decides about chance. `npm test` plays the same cases each time: its seeds are those with which something
 * ever failed, and one more. `npm run test:all` takes fresh ones, which it prints; `SEED=n` repeats them.
 */
const PINNED = [361_015_063, 371_136_243, 345_300_953, 20_261_123] as const

const chosen = process.env.SEED ? Number(process.env.SEED) : undefined

/** Four, for tests that share their cases out. */
export const SEEDS: readonly number[] = PINNED.map((pinned, at) =>
  chosen === undefined ? pinned : chosen + at,
)

export const SEED = SEEDS[0] ?? PINNED[0]

// The file is also a set-up file, so that properties that name no seed take this one.
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
