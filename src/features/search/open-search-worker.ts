/** The worker's own program is a chunk of its own, loaded when the first search is made. */
export const openSearchWorker = (): Worker =>
  new Worker(new URL('./product-search.worker.ts', import.meta.url), {
    type: 'module',
    name: 'product-search',
  })
