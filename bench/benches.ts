import type { Bench } from './harness/bench.ts'

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = []
