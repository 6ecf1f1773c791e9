import type { Bench } from '#bench/harness/bench.ts'
import { adding } from './adding.ts'
import { assortmentSize } from './assortment-size.ts'
import { coldStart } from './cold-start.ts'
import { firstSignIn } from './first-sign-in.ts'
import { lighthouseScores } from './lighthouse.ts'
import { query } from './query.ts'
import { scriptSizes } from './script-sizes.ts'
import { sending } from './sending.ts'
import { templates } from './templates.ts'
import { typing } from './typing.ts'

export const DEVICE_BENCHES: readonly Bench[] = [
  scriptSizes,
  lighthouseScores,
  coldStart,
  firstSignIn,
  adding,
  typing,
  query,
  sending,
  templates,
  assortmentSize,
]
