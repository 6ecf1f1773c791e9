import { ApiError } from '#src/api/api-error.ts'
import { type ApiClient, type ApiClientPorts, createApiClient } from '#src/api/client.ts'
import { withRoom } from '#src/store/quota.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import { createAssortmentSync } from './assortment.ts'
import type { DownloadError, FromDownloads, ToDownloads } from './assortment-protocol.ts'

export type DownloadPorts = {
  openDatabase: (userId: string) => UserDatabase
  inTurn: <Result>(name: string, act: () => Promise<Result>) => Promise<Result>
  caches: Pick<CacheStorage, 'delete'> | undefined
  now: () => number
  createApi?: (ports: ApiClientPorts) => ApiClient
}

/** The worker's side; the page hears of calls that affect session or connection. */
export const serveAssortment = async (
  { userId, token, customer }: ToDownloads,
  tell: (message: FromDownloads) => void,
  { openDatabase, inTurn, caches, now, createApi = createApiClient }: DownloadPorts,
): Promise<void> => {
  tell({ kind: 'begun' })
  const database = openDatabase(userId)
  const api = createApi({
    token: () => token,
    // The page pauses itself when it hears of the failure.
    onUnauthenticated: () => tell({ kind: 'unauthenticated' }),
    onEpoch: (epoch) => tell({ kind: 'epoch', epoch }),
    onContact: (reached) => tell({ kind: 'contact', reached }),
  })
  const sync = createAssortmentSync({
    database,
    api,
    inTurn,
    withRoom: (write) => withRoom({ database, caches }, write),
    now,
  })
  try {
    await sync.refresh(customer)
    tell({ kind: 'done' })
  } catch (error) {
    tell({ kind: 'failed', error: partsOf(error) })
  } finally {
    database.close()
  }
}

const partsOf = (error: unknown): DownloadError => {
  if (error instanceof ApiError) {
    const { name, message, status, code, retryAfterSeconds } = error
    return { name, message, status, code, retryAfterSeconds }
  }
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  return { name, message }
}
