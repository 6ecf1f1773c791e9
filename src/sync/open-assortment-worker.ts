import type { DownloadsWorker } from './assortment-in-worker.ts'

/** A separate chunk, loaded for the first download only. */
export const openAssortmentWorker = (): DownloadsWorker =>
  new Worker(new URL('./assortment.worker.ts', import.meta.url), { type: 'module', name: 'product-list' })
