/**
 * A few small values that outlive the worker, which the browser ends whenever it is idle. They are kept as replies in
 * a cache of their own, so that the worker needs no database to answer a question as small as "when was that?".
 */
export type Notebook = {
  read: <Value>(name: string) => Promise<Value | undefined>
  write: (name: string, value: unknown) => Promise<void>
  erase: (name: string) => Promise<void>
}

const CACHE_NAME = 'trolly-worker-notebook'
const keyOf = (name: string) => `/worker-notebook/${name}`

export function openNotebook(caches: CacheStorage): Notebook {
  return {
    async read(name) {
      const page = await (await caches.open(CACHE_NAME)).match(keyOf(name))
      return page?.json()
    },
    async write(name, value) {
      await (await caches.open(CACHE_NAME)).put(keyOf(name), Response.json(value))
    },
    async erase(name) {
      await (await caches.open(CACHE_NAME)).delete(keyOf(name))
    },
  }
}
