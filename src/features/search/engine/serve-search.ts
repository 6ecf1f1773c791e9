import { liveQuery } from 'dexie'
import type { UserDatabase } from '#src/store/user-database.ts'
import { createIndexKeeper } from './index-keeper.ts'
import { createLocalSearch, LocalSearchFailure } from './local-search.ts'
import type { FromWorker, IndexState, Port, ToWorker } from './search-protocol.ts'

/** The worker's side. Of several waiting searches in a channel only the newest is answered. */
export const serveSearch = (
  port: Port<FromWorker, ToWorker>,
  openDatabase: (userId: string) => UserDatabase,
): void => {
  let served: ReturnType<typeof serveUser> | undefined
  port.addEventListener('message', ({ data }) => {
    if (data.kind === 'open')
      served ??= serveUser(openDatabase(data.userId), (message) => port.postMessage(message))
    else served?.(data)
  })
}

type Request = Exclude<ToWorker, { kind: 'open' }>
type SearchRequest = Extract<Request, { kind: 'search' }>

const serveUser = (
  database: UserDatabase,
  post: (message: FromWorker) => void,
): ((request: Request) => void) => {
  const keeper = createIndexKeeper(database)
  const local = createLocalSearch({ database, keeper })
  const waiting = new Map<string, SearchRequest>()
  let told = ''

  const tell = async (): Promise<void> => {
    const state: IndexState = { products: keeper.index().size, complete: await keeper.isComplete() }
    const text = JSON.stringify(state)
    if (text === told) return
    told = text
    post({ kind: 'state', state })
  }

  /** Resolves after the first step; a large list continues to load meanwhile. */
  let begin: { resolve: () => void; reject: (error: unknown) => void } | undefined
  const begun = new Promise<void>((resolve, reject) => {
    begin = { resolve, reject }
  })
  const onStep = (): void => {
    begin?.resolve()
    void tell().catch(() => {})
  }

  let upToDate = keeper.bringUpToDate(onStep)
  upToDate.catch((error: unknown) => begin?.reject(error))
  const bringUpToDate = (): void => {
    upToDate = upToDate.catch(() => {}).then(() => keeper.bringUpToDate(onStep))
    // The next change retries; meanwhile the page sees an incomplete index.
    upToDate.catch(() => {})
  }
  begun.then(
    () => watch(keeper.stamp, bringUpToDate),
    () => {},
  )

  const answer = async (id: number, act: () => Promise<FromWorker> | FromWorker): Promise<void> => {
    try {
      post(await act())
    } catch (error) {
      const code = error instanceof LocalSearchFailure ? error.code : 'index_failed'
      post({ kind: 'failed', id, code, message: error instanceof Error ? error.message : String(error) })
    }
  }

  const answerNewest = async (channel: string): Promise<void> => {
    await begun.catch(() => {})
    const request = waiting.get(channel)
    if (request === undefined) return
    waiting.delete(channel)
    const { id, search } = request
    await answer(id, async () => {
      await begun
      return { kind: 'found', id, result: await local.search(search) }
    })
  }

  /** Of a burst of letters only the last is worth suggestions, after the products found for it. */
  let lastSuggest = 0
  const suggestFor = async ({ id, suggesting }: Extract<Request, { kind: 'suggest' }>): Promise<void> => {
    await begun.catch(() => {})
    if (id !== lastSuggest) return
    await answer(id, async () => {
      await begun
      return { kind: 'suggested', id, suggestions: await local.suggest(suggesting) }
    })
  }

  return (request) => {
    if (request.kind === 'suggest') {
      lastSuggest = request.id
      setTimeout(() => void suggestFor(request), 0)
      return
    }
    if (request.kind === 'said') {
      const { id, said } = request
      void answer(id, async () => {
        await begun
        return { kind: 'said', id, result: await local.findSaid(said) }
      })
      return
    }
    if (request.kind === 'filters') {
      const { id, search } = request
      void answer(id, async () => {
        await begun
        return { kind: 'filters', id, filters: await local.filters(search) }
      })
      return
    }
    waiting.set(request.channel, request)
    // After all queued messages, so that of a burst of keystrokes only the last is searched.
    setTimeout(() => void answerNewest(request.channel), 0)
  }
}

/** Runs at the start and whenever `read` changes by another tab, the sync or a clearing. */
const watch = (read: () => Promise<string>, act: () => void): void => {
  liveQuery(read).subscribe({ next: act, error: () => {} })
}
