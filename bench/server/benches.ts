import type { Bench } from '#bench/harness/bench.ts'
import { addLine } from './add-line.ts'
import { checkout } from './checkout.ts'
import { download } from './download.ts'
import { importProducts } from './import-products.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { liveStreams } from './live.ts'
import { memory } from './memory.ts'
import { oneCaller } from './one-caller.ts'
import { orders } from './orders.ts'
import { search } from './search.ts'
import { searchGrowth } from './search-growth.ts'
import { start } from './start.ts'
import { twoInstances } from './two-instances.ts'
import { worstCalls } from './worst-calls.ts'

/** In the order in which they run. */
export const SERVER_BENCHES: readonly Bench[] = [
  oneCaller,
  addLine,
  search,
  checkout,
  searchGrowth,
  memory,
  liveStreams,
  start,
  worstCalls,
  twoInstances,
  importProducts,
  invoicePdf,
  download,
  orders,
]
