import { type DehydratedState, dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { isKeptReply, isPublicReply } from '#src/api/query-keys.ts'

/**
 * The server's replies that are kept: in memory all of them, in local storage an allow-list of small reads under the user's
 * id. Never a mutation: those are the outbox's. Restored before anything renders, which the library's own persisters, being
 * asynchronous, cannot do; they would also bring a second copy of its core.
 */
export type ReplyCache = {
  client: QueryClient
  /** Goes on with what was kept for this user; null: for a visitor. Replies of the one before are forgotten. */
  beginFor: (userId: string | null) => void
}

const KEPT_FOR_MS = 30 * 24 * 3_600_000
const SAVED_AFTER_MS = 1_000
/** Another number for another shape of what is kept: the old is dropped. */
const SHAPE = 1

export const replyStorageKey = (userId: string | null): string => `trolly-replies-${userId ?? 'visitor'}`

export type ReplyCachePorts = { storage: Storage; now: () => number }

export const createReplyCache = (ports: ReplyCachePorts): ReplyCache => {
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
      const key = replyStorageKey(userId)
      hydrate(client, findKept(ports, key) ?? {})
      stop = keepSaving({ ...ports, client, key, forgetAtEnd: userId !== null })
    },
  }
}

type Kept = { shape: number; at: number; replies: DehydratedState }

const findKept = ({ storage, now }: ReplyCachePorts, key: string): DehydratedState | undefined => {
  try {
    const { shape, at, replies } = JSON.parse(storage.getItem(key) ?? 'null') as Kept
    return shape === SHAPE && now() - at < KEPT_FOR_MS ? replies : undefined
  } catch {
    return undefined // Nothing was kept, or nothing that can be read: it is asked for again.
  }
}

/** @returns what ends it: nothing is saved after that, however late, and what was kept for a user is forgotten */
const keepSaving = (
  parts: ReplyCachePorts & { client: QueryClient; key: string; forgetAtEnd: boolean },
): (() => void) => {
  const { client, storage, key } = parts
  let timer: ReturnType<typeof setTimeout> | undefined

  const save = (): void => {
    timer = undefined
    const replies = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      // One that failed just now still has what it was told before.
      shouldDehydrateQuery: ({ queryKey, state }) => state.data !== undefined && isKeptReply(queryKey),
    })
    try {
      storage.setItem(key, JSON.stringify({ shape: SHAPE, at: parts.now(), replies } satisfies Kept))
    } catch {
      // No room: a start without signal then has fewer replies, and nothing of a person's work is lost.
    }
  }
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isKeptReply(query.queryKey)) timer ??= setTimeout(save, SAVED_AFTER_MS)
  })
  return () => {
    unsubscribe()
    clearTimeout(timer)
    if (parts.forgetAtEnd) storage.removeItem(key)
  }
}
