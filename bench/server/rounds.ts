import type { Load } from '#bench/harness/load.ts'
import { median } from '#bench/harness/samples.ts'

/** Server and reference alternate, so that other load affects both; the median round counts. */
export type Rounds = {
  server: Figures & { callersShare: number }
  reference: Figures
  /** For a row's note: the rounds' rates, lowest to highest. */
  spread: string
}

export type Figures = { ratePerSecond: number; p50Ms: number; p99Ms: number }

export const alternate = async ({
  rounds,
  server,
  reference,
}: {
  rounds: number
  server: () => Promise<Load>
  reference: () => Promise<Figures>
}): Promise<Rounds> => {
  const loads: Load[] = []
  const references: Figures[] = []
  for (let round = 0; round < rounds; round += 1) {
    loads.push(await server())
    references.push(await reference())
  }
  return {
    server: { ...figuresOf(loads), callersShare: median(loads.map(({ callersShare }) => callersShare)) },
    reference: figuresOf(references),
    spread: `${rounds} rounds of ${rangeOf(loads)} and ${rangeOf(references)} /s`,
  }
}

export const figuresOf = (all: readonly Figures[]): Figures => ({
  ratePerSecond: median(all.map(({ ratePerSecond }) => ratePerSecond)),
  p50Ms: median(all.map(({ p50Ms }) => p50Ms)),
  p99Ms: median(all.map(({ p99Ms }) => p99Ms)),
})

const rangeOf = (all: readonly Figures[]): string => {
  const rates = all.map(({ ratePerSecond }) => Math.round(ratePerSecond))
  return `${Math.min(...rates)}–${Math.max(...rates)}`
}

/** For a row's note. */
export const callersText = (share: number): string => `callers took ${Math.round(share * 100)} % of a core`
