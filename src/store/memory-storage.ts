import type { DexieOptions } from 'dexie'

export type MemoryStorage = Required<Pick<DexieOptions, 'indexedDB' | 'IDBKeyRange'>>

/** Fallback for a browser that cannot open its database: nothing outlives the page. */
export const loadMemoryStorage = async (): Promise<MemoryStorage> => {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb')
  return { indexedDB: new IDBFactory(), IDBKeyRange }
}
