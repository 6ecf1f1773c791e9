import type { Bench } from '#bench/harness/bench.ts'
import { adding } from './adding.ts'
import { coldStart } from './cold-start.ts'
import { lighthouseScores } from './lighthouse.ts'
import { scriptSizes } from './script-sizes.ts'
import { typing } from './typing.ts'

export const DEVICE_BENCHES: readonly Bench[] = [scriptSizes, lighthouseScores, coldStart, adding, typing]
