type Kind = 'localStorage' | 'sessionStorage'

/**
 * The browser's storage, or one in memory for this visit where the browser blocks it: with cookies and site data blocked, merely
 * reading `window.localStorage` throws.
 */
export const webStorage = (kind: Kind): Storage => findStorage(kind) ?? memoryOf(kind)

/** A browser that blocks site data keeps nothing of a session, so a reload ends it. */
export const isSiteDataBlocked = (): boolean => findStorage('localStorage') === undefined

const findStorage = (kind: Kind): Storage | undefined => {
  try {
    // A setting of Firefox makes it null.
    return window[kind] ?? undefined
  } catch {
    return undefined
  }
}

const inMemory = new Map<Kind, Storage>()

const memoryOf = (kind: Kind): Storage => {
  const storage = inMemory.get(kind) ?? createMemory()
  inMemory.set(kind, storage)
  return storage
}

const createMemory = (): Storage => {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, String(value)),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  }
}
