import {
  type DehydratedState,
  dehydrate,
  hydrate,
  notifyManager,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * The server's replies to one reader: a visitor, or one member for the length of a session. In memory all of them, in local
 * storage those that a start without signal needs. Never a mutation: those are the outbox's.
 */
export type Replies = {
  client: QueryClient
  /** Forgets all of it, and saves nothing more, however late. */
  end: () => void
}

export type RepliesPorts = {
  /** undefined: a visitor's. */
  userId?: string
  isKept: (key: QueryKey) => boolean
  storage: Storage
  now: () => number
}

const KEPT_FOR_MS = 30 * 24 * 3_600_000
const SAVED_AFTER_MS = 1_000
/** Another number for another shape of what is kept: the old is dropped. */
const SHAPE = '2'

export const replyStorageKey = (userId: string | undefined): string => `trolly-replies-${userId ?? 'visitor'}`

/** What was kept is there at once: nothing has to wait for it before it renders. */
export const openReplies = ({ userId, isKept, storage, now }: RepliesPorts): Replies => {
  // An answer is drawn in the task in which it came: a timer, which is the default, lets other work go before it.
  notifyManager.setScheduler(queueMicrotask)
  const storageKey = replyStorageKey(userId)
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
  hydrate(client, findKept(storage.getItem(storageKey), now()))

  let saving: ReturnType<typeof setTimeout> | undefined
  const save = () => {
    saving = undefined
    const clientState = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      // One that failed just now still has what it was told before.
      shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && isKept(queryKey),
    })
    try {
      storage.setItem(storageKey, JSON.stringify({ buster: SHAPE, timestamp: now(), clientState }))
    } catch {
      // No room: the next start asks the server.
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
    return {} // It cannot be read: it is asked for again.
  }
}
