/** Small values that outlive the worker, kept in a cache so that reading them needs no database. */
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
