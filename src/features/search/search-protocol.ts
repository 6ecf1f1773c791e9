import type { ProductFilters, ProductSearchBody } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import type { Rewording } from '#domain/search/search.ts'

/** What the page and the worker that searches say to one another. */

export type LocalSearch = {
  body: ProductSearchBody
  /** Whose prices the products carry. */
  priceListId: string
  /** Whose purchases count. */
  customerId: string
}

/** A search of which only the text and the filters count. */
export type LocalFilters = Pick<LocalSearch, 'body' | 'customerId'>

export type LocalResult = Rewording & {
  data: Product[]
  /** Up to SEARCH_TOTAL_MAX. */
  total: number
  page: number
  pageLength: number
  /** False while the product list or its index is still being brought here: there may be more than was found. */
  complete: boolean
}

export type IndexState = {
  /** How many products can be found. */
  products: number
  complete: boolean
}

/** Every message of a request carries its number. */
export type ToWorker =
  | { kind: 'open'; userId: string }
  | { kind: 'search'; id: number; channel: string; search: LocalSearch }
  | { kind: 'filters'; id: number; search: LocalFilters }

export type FromWorker =
  | { kind: 'state'; state: IndexState }
  | { kind: 'found'; id: number; result: LocalResult }
  | { kind: 'filters'; id: number; filters: ProductFilters }
  | { kind: 'failed'; id: number; code: WorkerFailureCode; message: string }

/** `filter_needs_server`: a filter goes by purchases, which this device has not been told of yet. */
export type WorkerFailureCode = 'filter_needs_server' | 'index_failed'

/** One end of a channel: a worker, its global scope, a MessagePort. */
export type Port<Out, In> = {
  postMessage: (message: Out) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<In>) => void) => void
}
