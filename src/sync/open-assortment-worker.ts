import type { DownloadsWorker } from './assortment-in-worker.ts'

/** The worker's own program is a chunk of its own, loaded where the product list comes for the first time. */
export const openAssortmentWorker = (): DownloadsWorker =>
  new Worker(new URL('./assortment.worker.ts', import.meta.url), { type: 'module', name: 'product-list' })
