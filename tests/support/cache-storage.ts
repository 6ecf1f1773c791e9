/** The browser's caches, which Node has not: entries in the order in which they came. */
export const cacheStorage = (): CacheStorage => {
  const caches = new Map<string, Cache>()
  const open = async (name: string): Promise<Cache> => {
    const cache = caches.get(name) ?? aCache()
    caches.set(name, cache)
    return cache
  }
  return {
    open,
    match: async (request, options) =>
      options?.cacheName === undefined ? undefined : caches.get(options.cacheName)?.match(request),
    delete: async (name) => caches.delete(name),
    has: async (name) => caches.has(name),
    keys: async () => [...caches.keys()],
  }
}

const ORIGIN = 'https://trolly.example'

const aCache = (): Cache => {
  const entries = new Map<string, Response>()
  const keyOf = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : request, ORIGIN).href
  return {
    match: async (request: RequestInfo | URL) => entries.get(keyOf(request))?.clone(),
    put: async (request: RequestInfo | URL, response: Response) => {
      entries.delete(keyOf(request))
      entries.set(keyOf(request), response)
    },
    delete: async (request: RequestInfo | URL) => entries.delete(keyOf(request)),
    keys: async () => [...entries.keys()].map((url) => new Request(url)),
  } as Partial<Cache> as Cache
}
