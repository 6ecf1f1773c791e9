import type { PricedCustomer } from './assortment.ts'

/** One request per worker. */

export type ToDownloads = { userId: string; token: string; customer: PricedCustomer }

export type FromDownloads =
  /** From here on the worker reports its own failures. */
  | { kind: 'begun' }
  | { kind: 'contact'; reached: boolean }
  | { kind: 'epoch'; epoch: string }
  | { kind: 'unauthenticated' }
  | { kind: 'done' }
  | { kind: 'failed'; error: DownloadError }

/** Messages lose the class; other errors have only name and message. */
export type DownloadError = {
  name: string
  message: string
  status?: number
  code?: string
  retryAfterSeconds?: number | undefined
}
