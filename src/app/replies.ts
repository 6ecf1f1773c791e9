import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import { MutationCache, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { persistQueryClientRestore, persistQueryClientSubscribe } from '@tanstack/react-query-persist-client'
import { ApiError } from '#src/api/api-error.ts'
import { webStorage } from '#src/store/device/web-storage.ts'

/** One reader's replies, in memory; those an offline start needs in local storage too. */
export type Replies = {
  client: QueryClient
  end: () => void
}

export type RepliesParts = {
  userId?: string
  /** The first parts of the keys of replies that are kept in local storage. */
  kept: readonly string[]
  person?: Person
}

/** What follows a person's call to the server. A visitor's has no consequences. */
type Person = {
  onAsk: () => void
  /** The server answered with 429 or 503. */
  onAskedToWait: (error: ApiError) => void
}

declare module '@tanstack/react-query' {
  interface Register {
    /** `opened`: a person opened it and sees nothing until it is answered. */
    queryMeta: { opened?: boolean }
  }
}

const KEPT_FOR_MS = 30 * 24 * 3_600_000

export const replyStorageKey = (userId: string | undefined): string => `trolly-replies-${userId ?? 'visitor'}`

/** Restores within microtasks, so rendering need not wait. */
export const openReplies = ({ userId, kept, person }: RepliesParts): Replies => {
  // Render in the task of the answer: the default timer lets other work go first.
  notifyManager.setScheduler(queueMicrotask)
  const queryClient = new QueryClient({
    ...(person && cachesOf(person)),
    defaultOptions: {
      queries: {
        // The request finds out whether there is a connection, not the browser (design, decision 2).
        networkMode: 'always',
        retry: false,
        refetchOnReconnect: true,
        staleTime: 30_000,
      },
      mutations: { networkMode: 'always' },
    },
  })
  // What leaves the memory leaves the storage too.
  for (const name of kept) queryClient.setQueryDefaults([name], { gcTime: Number.POSITIVE_INFINITY })

  let hasEnded = false
  const persister = createSyncStoragePersister({
    storage: webStorage('localStorage'),
    key: replyStorageKey(userId),
    serialize: (client) => {
      // The persister drops a save that throws, as it does when storage is full.
      if (hasEnded) throw new Error('The session ended while this save was waiting.')
      return JSON.stringify(client)
    },
  })
  const parts = {
    queryClient,
    persister,
    /** Change it with the shape of a kept reply: older data is dropped. */
    buster: '3',
    maxAge: KEPT_FOR_MS,
    dehydrateOptions: {
      shouldDehydrateMutation: () => false,
      // A query that just failed keeps its earlier data.
      shouldDehydrateQuery: ({ queryKey: [name], state }: Query) =>
        state.data !== undefined && kept.includes(String(name)),
    },
  }
  // An unreadable store has been emptied, so its replies are fetched again.
  persistQueryClientRestore(parts).catch(() => {})
  const stopSaving = persistQueryClientSubscribe(parts)
  return {
    client: queryClient,
    end: () => {
      hasEnded = true
      stopSaving()
      queryClient.clear()
      persister.removeClient()
    },
  }
}

/**
 * Who started it (docs/sync.md). A mutation is a person's, and so is a read that a person opened and has no data of. All other
 * reads are the app's, so a forgotten mark signs nobody out.
 */
const cachesOf = ({ onAsk, onAskedToWait }: Person) => {
  const isPersons = ({ meta, state }: Query<unknown, unknown>) =>
    meta?.opened === true && state.data === undefined
  const onError = (error: unknown) => {
    if (error instanceof ApiError && error.asksToWait) onAskedToWait(error)
  }
  const queryCache = new QueryCache({
    onError: (error, query) => {
      if (isPersons(query)) onError(error)
    },
  })
  queryCache.subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'fetch' && isPersons(event.query)) onAsk()
  })
  return { queryCache, mutationCache: new MutationCache({ onMutate: onAsk, onError }) }
}
