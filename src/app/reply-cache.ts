import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { type DehydratedState, dehydrate, hydrate, notifyManager, QueryClient } from '@tanstack/react-query'
import { isKeptReply, isPublicReply } from '#src/api/query-keys.ts'

/**
 * The server's replies that are kept: in memory all of them, in local storage an allow-list of small reads under the user's
 * id. Never a mutation: those are the outbox's. Restored before anything renders, which a provider that restores as it mounts
 * could not do.
 */
export type ReplyCache = {
  client: QueryClient
  /** Goes on with what was kept for this user; null: for a visitor. Replies of the one before are forgotten. */
  beginFor: (userId: string | null) => void
}

const KEPT_FOR_MS = 30 * 24 * 3_600_000
const SAVED_AFTER_MS = 1_000
/** Another number for another shape of what is kept: the old is dropped. */
const SHAPE = '2'

export const replyStorageKey = (userId: string | null): string => `trolly-replies-${userId ?? 'visitor'}`

type Persister = ReturnType<typeof createSyncStoragePersister>
type PersistedClient = Parameters<Persister['persistClient']>[0]

export type ReplyCachePorts = { storage: Storage; now: () => number }

export const createReplyCache = (ports: ReplyCachePorts): ReplyCache => {
  // An answer is drawn in the task in which it came: a timer, which is the default, lets other work go before it.
  notifyManager.setScheduler(queueMicrotask)
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Whether there is signal is told by the request, not by the browser (design, decision 2).
        networkMode: 'always',
        retry: false,
        refetchOnReconnect: true,
        staleTime: 30_000,
      },
    },
  })
  let stop = (): void => {}
  return {
    client,
    beginFor: (userId) => {
      stop()
      client.removeQueries({ predicate: ({ queryKey }) => !isPublicReply(queryKey) })
      const storage = endableStorage(ports.storage)
      const persister = createSyncStoragePersister({
        storage,
        key: replyStorageKey(userId),
        throttleTime: SAVED_AFTER_MS,
      })
      hydrate(client, findKept(persister, ports) ?? {})
      const stopSaving = keepSaving({ client, persister, now: ports.now, forgetAtEnd: userId !== null })
      stop = () => {
        storage.end()
        stopSaving()
      }
    },
  }
}

const findKept = (
  { restoreClient, removeClient }: Persister,
  { now }: ReplyCachePorts,
): DehydratedState | undefined => {
  try {
    // From a storage that answers at once it is no promise, whatever the type allows.
    const kept = restoreClient() as PersistedClient | undefined
    const isUsable = kept?.buster === SHAPE && now() - kept.timestamp < KEPT_FOR_MS
    return isUsable ? kept.clientState : undefined
  } catch {
    removeClient()
    return undefined // It cannot be read: it is asked for again.
  }
}

/** @returns what ends it: nothing is saved after that, however late, and what was kept for a user is forgotten */
const keepSaving = (parts: {
  client: QueryClient
  persister: Persister
  now: () => number
  forgetAtEnd: boolean
}): (() => void) => {
  const { client, persister, now } = parts
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isKeptReply(query.queryKey)) return
    const clientState = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      // One that failed just now still has what it was told before.
      shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && isKeptReply(queryKey),
    })
    void persister.persistClient({ buster: SHAPE, timestamp: now(), clientState })
  })
  return () => {
    unsubscribe()
    if (parts.forgetAtEnd) void persister.removeClient()
  }
}

/** Writes that were put off until after the end are let go. */
const endableStorage = (storage: Storage) => {
  let ended = false
  return {
    getItem: (key: string) => storage.getItem(key),
    setItem: (key: string, value: string) => {
      if (!ended) storage.setItem(key, value)
    },
    removeItem: (key: string) => storage.removeItem(key),
    end: () => {
      ended = true
    },
  }
}
