/** A separate chunk, loaded with the first search. */
export const openSearchWorker = (): Worker =>
  new Worker(new URL('./product-search.worker.ts', import.meta.url), {
    type: 'module',
    name: 'product-search',
  })
