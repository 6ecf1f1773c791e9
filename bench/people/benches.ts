import type { Bench } from '#bench/harness/bench.ts'

export const PEOPLE_BENCHES: readonly Bench[] = []
