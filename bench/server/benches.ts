import type { Bench } from '#bench/harness/bench.ts'
import { addLine } from './add-line.ts'
import { checkout } from './checkout.ts'
import { search } from './search.ts'
import { searchGrowth } from './search-growth.ts'

/** In the order in which they run. */
export const SERVER_BENCHES: readonly Bench[] = [addLine, search, checkout, searchGrowth]
