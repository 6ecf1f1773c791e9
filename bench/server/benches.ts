import type { Bench } from '#bench/harness/bench.ts'
import { addLine } from './add-line.ts'
import { checkout } from './checkout.ts'
import { download } from './download.ts'
import { importProducts } from './import-products.ts'
import { invoicePdf } from './invoice-pdf.ts'
import { memory } from './memory.ts'
import { orders } from './orders.ts'
import { search } from './search.ts'
import { searchGrowth } from './search-growth.ts'
import { start } from './start.ts'
import { twoInstances } from './two-instances.ts'

/** In the order in which they run. */
export const SERVER_BENCHES: readonly Bench[] = [
  addLine,
  search,
  checkout,
  searchGrowth,
  memory,
  start,
  twoInstances,
  importProducts,
  invoicePdf,
  download,
  orders,
]
