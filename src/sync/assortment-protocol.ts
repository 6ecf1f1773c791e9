import type { ForcedSignOut } from '#src/api/client.ts'
import type { PricedCustomer } from './assortment.ts'

/** What the page and the worker that downloads the product list say to one another: one request for each worker. */

export type ToDownloads = { userId: string; token: string; customer: PricedCustomer }

export type FromDownloads =
  /** The worker's program has loaded: from here on it is its own failure that it tells. */
  | { kind: 'begun' }
  | { kind: 'contact'; reached: boolean }
  | { kind: 'epoch'; epoch: string }
  | { kind: 'signed-out'; reason: ForcedSignOut }
  | { kind: 'done' }
  | { kind: 'failed'; error: DownloadError }

/** An ApiError's parts, since a message leaves its class behind; another error has a name and a message alone. */
export type DownloadError = {
  name: string
  message: string
  status?: number
  code?: string
  retryAfterSeconds?: number | undefined
}
