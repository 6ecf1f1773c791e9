import { DEVICE_DATABASE } from './browser-settings.ts'

/**
 * Who is signed in, in the device's database. Browsers write local storage seconds late, so one that was killed may bring an ended
 * session back there; a row is stored once its transaction has completed. Also kept are sessions that ended on this device alone,
 * since only their tokens can end them on the server (src/sync/ended-sessions.ts).
 */
export type SessionRow = { name: string; userId: string; token: string }

/** The session of this device; any other name is an ended one's. */
export const CURRENT = 'current'

const OPENED_WITHIN_MS = 2_000

/**
 * Reads them without Dexie, which visitors do not load.
 * @returns undefined if the database was never created, is not open after two seconds, or cannot be read
 */
export const readSessionRows = (indexedDB: Pick<IDBFactory, 'open'>): Promise<SessionRow[] | undefined> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(undefined), OPENED_WITHIN_MS)
    const unknown = () => resolve(undefined)
    try {
      const opening = indexedDB.open(DEVICE_DATABASE)
      // It does not exist, and reading must not create it.
      opening.onupgradeneeded = () => opening.transaction?.abort()
      opening.onerror = unknown
      opening.onsuccess = () => {
        const database = opening.result
        try {
          const reading = database.transaction('session').objectStore('session').getAll()
          reading.onsuccess = () => resolve(reading.result)
          reading.onerror = unknown
        } catch {
          unknown()
        } finally {
          // Waits for the transaction.
          database.close()
        }
      }
    } catch {
      // Storage is blocked.
      unknown()
    }
  })
