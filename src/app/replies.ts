import {
  type DehydratedState,
  dehydrate,
  hydrate,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/** One reader's replies, in memory; those an offline start needs in local storage too. Mutations go to the outbox. */
export type Replies = {
  client: QueryClient
  end: () => void
}

export type RepliesPorts = {
  userId?: string
  isKept: (key: QueryKey) => boolean
  storage: Storage
  now: () => number
}

const KEPT_FOR_MS = 30 * 24 * 3_600_000
const SAVED_AFTER_MS = 1_000
/** Change it with the stored shape: older data is dropped. */
const SHAPE = '2'

export const replyStorageKey = (userId: string | undefined): string => `trolly-replies-${userId ?? 'visitor'}`

/** Restores synchronously, so rendering need not wait. */
export const openReplies = ({ userId, isKept, storage, now }: RepliesPorts): Replies => {
  // Render in the task of the answer: the default timer lets other work go first.
  notifyManager.setScheduler(queueMicrotask)
  const storageKey = replyStorageKey(userId)
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // The request finds out whether there is a connection, not the browser (design, decision 2).
        networkMode: 'always',
        retry: false,
        refetchOnReconnect: true,
        staleTime: 30_000,
      },
    },
  })
  hydrate(client, findKept(storage.getItem(storageKey), now()))

  let saving: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    saving = undefined
    const clientState = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      // A query that just failed keeps its earlier data.
      shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && isKept(queryKey),
    })
    try {
      storage.setItem(storageKey, JSON.stringify({ buster: SHAPE, timestamp: now(), clientState }))
    } catch {
      // Storage full: the next start asks the server.
    }
  }
  const stopSaving = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isKept(query.queryKey)) saving ??= setTimeout(save, SAVED_AFTER_MS)
  })
  return {
    client,
    end: () => {
      stopSaving()
      clearTimeout(saving)
      client.clear()
      storage.removeItem(storageKey)
    },
  }
}

const findKept = (text: string | null, now: number): Partial<DehydratedState> => {
  try {
    const kept = JSON.parse(text ?? '{}')
    return kept.buster === SHAPE && now - kept.timestamp < KEPT_FOR_MS ? kept.clientState : {}
  } catch {
    return {} // Unreadable, so fetched again.
  }
}
