import type { ProductFilters, ProductSearchBody } from '#contract/product-search.ts'
import type { ProductSuggestion } from '#contract/product-suggestions.ts'
import type { Product } from '#domain/product.ts'
import type { SaidLine } from '#domain/said-order/said-line.ts'
import type { FoundSaid } from '#search/find-said.ts'
import type { Rewording } from '#search/search.ts'

/** Messages between the page and the search worker. */

export type LocalSearch = {
  body: ProductSearchBody
  priceListId: string
  customerId: string
}

export type LocalFilters = Pick<LocalSearch, 'body' | 'customerId'>

export type LocalSuggesting = Pick<LocalSearch, 'customerId'> & { text: string }

/** The lines of a message that names goods in a kitchen's words. */
export type LocalSaid = Pick<LocalSearch, 'customerId' | 'priceListId'> & { lines: readonly SaidLine[] }

export type LocalSaidResult = Pick<LocalResult, 'complete'> & {
  /** For each line; two for one that names two products. */
  found: FoundSaid[][]
}

export type LocalResult = Rewording & {
  data: Product[]
  total: number
  page: number
  pageLength: number
  /** False while the list or its index is still downloading: there may be more results. */
  complete: boolean
}

export type IndexState = {
  products: number
  complete: boolean
}

/** Messages of one request share its number. */
export type ToWorker =
  | { kind: 'open'; userId: string }
  | { kind: 'search'; id: number; channel: string; search: LocalSearch }
  | { kind: 'filters'; id: number; search: LocalFilters }
  | { kind: 'suggest'; id: number; suggesting: LocalSuggesting }
  | { kind: 'said'; id: number; said: LocalSaid }

export type FromWorker =
  | { kind: 'state'; state: IndexState }
  | { kind: 'found'; id: number; result: LocalResult }
  | { kind: 'filters'; id: number; filters: ProductFilters }
  | { kind: 'suggested'; id: number; suggestions: ProductSuggestion[] }
  | { kind: 'said'; id: number; result: LocalSaidResult }
  | { kind: 'failed'; id: number; code: WorkerFailureCode; message: string }

/** `filter_needs_server`: a filter needs purchases that this device does not have yet. */
export type WorkerFailureCode = 'filter_needs_server' | 'index_failed'

/** A worker, its global scope or a MessagePort. */
export type Port<Out, In> = {
  postMessage: (message: Out) => void
  addEventListener: (type: 'message', listener: (event: MessageEvent<In>) => void) => void
}
