import { DEVICE_BENCHES } from './device/benches.ts'
import type { Bench } from './harness/bench.ts'
import { PEOPLE_BENCHES } from './people/benches.ts'
import { SERVER_BENCHES } from './server/benches.ts'

/** In the order in which they run. */
export const BENCHES: readonly Bench[] = [...DEVICE_BENCHES, ...SERVER_BENCHES, ...PEOPLE_BENCHES]
