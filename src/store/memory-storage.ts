import type { DexieOptions } from 'dexie'

/** A storage of its own in this page's memory, in place of the browser's. */
export type MemoryStorage = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>>

/**
 * For a browser that does not open its database: everything works as it does with one, but nothing outlives the page.
 * Loaded only then.
 */
export const loadMemoryStorage = async (): Promise<MemoryStorage> => {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}
