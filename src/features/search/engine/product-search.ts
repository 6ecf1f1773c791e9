import type { ProductFilters } from '#contract/product-search.ts'
import type { ProductSuggestion } from '#contract/product-suggestions.ts'
import { createStore } from '#src/state/store.ts'
import type {
  FromWorker,
  IndexState,
  LocalFilters,
  LocalResult,
  LocalSaid,
  LocalSaidResult,
  LocalSearch,
  LocalSuggesting,
  Port,
  ToWorker,
  WorkerFailureCode,
} from './search-protocol.ts'

/**
 * The page's side of the search worker, which may start slowly, be killed or fail: each search resolves or rejects,
 * never hangs and never turns a failure into an empty list. A dead worker is restarted.
 */
export type ProductSearch = {
  /** @param channel a newer search in the same channel supersedes a pending one @throws ProductSearchError */
  search: (search: LocalSearch, channel?: string) => Promise<LocalResult>
  /** The filters for this search, with counts. @throws ProductSearchError */
  filters: (search: LocalFilters) => Promise<ProductFilters>
  /** What may be meant by a text; a newer text supersedes a pending one. @throws ProductSearchError */
  suggest: (suggesting: LocalSuggesting) => Promise<ProductSuggestion[]>
  /** The products that each line of a message may mean. @throws ProductSearchError */
  findSaid: (said: LocalSaid) => Promise<LocalSaidResult>
  /** Starts the worker ahead of the first search. */
  prepare: () => void
  state: () => SearchState
  subscribe: (listener: () => void) => () => void
  close: () => void
}

/** `starting`: unknown. `failed`: the worker died too often; the next search restarts it. */
export type SearchState = { status: 'starting' | 'failed' } | ({ status: 'ready' } & IndexState)

/** `superseded`: ignore. `worker_failed`: died or silent; retry. `closed`: signed out. */
export type ProductSearchErrorCode = WorkerFailureCode | 'superseded' | 'worker_failed' | 'closed'

export class ProductSearchError extends Error {
  readonly code: ProductSearchErrorCode

  constructor(code: ProductSearchErrorCode, message: string) {
    super(message)
    this.name = 'ProductSearchError'
    this.code = code
  }
}

export type SearchWorker = Port<ToWorker, FromWorker> & {
  addEventListener: (type: 'error' | 'messageerror', listener: (event: Event) => void) => void
  terminate: () => void
}

export type ProductSearchPorts = {
  userId: string
  openWorker: () => SearchWorker
  after: (delayMs: number, act: () => void) => () => void
  /** Epoch ms. */
  now: () => number
  onTrouble: (error: unknown) => void
}

/** A worker silent for this long counts as dead. */
export const SILENCE_MS = 15_000
/** After more deaths than this it is no longer restarted automatically. */
const DEATHS_MAX = 3
const DEATHS_WITHIN_MS = 60_000

/** A channel of its own. */
const SUGGESTIONS = 'suggestions while typing'

type Pending = {
  channel: string | undefined
  resolve: (message: FromWorker) => void
  reject: (error: ProductSearchError) => void
}

export const createProductSearch = (ports: ProductSearchPorts): ProductSearch => {
  const pending = new Map<number, Pending>()
  const { get: state, set: setState, subscribe } = createStore<SearchState>({ status: 'starting' })
  let worker: SearchWorker | undefined
  let nextId = 1
  let deaths: number[] = []
  let closed = false
  let stopWaiting = (): void => {}

  const start = (): SearchWorker => {
    const started = ports.openWorker()
    worker = started
    setState({ status: 'starting' })
    started.addEventListener('message', ({ data }) => {
      if (worker === started) hear(data)
    })
    for (const type of ['error', 'messageerror'] as const)
      started.addEventListener(type, (event) => {
        event.preventDefault()
        if (worker === started) die(`The search worker failed: ${messageOf(event)}`)
      })
    started.postMessage({ kind: 'open', userId: ports.userId })
    return started
  }

  const hear = (message: FromWorker): void => {
    watchSilence()
    if (message.kind === 'state') {
      setState({ status: 'ready', ...message.state })
      return
    }
    const asked = pending.get(message.id)
    pending.delete(message.id)
    watchSilence()
    if (message.kind !== 'failed') asked?.resolve(message)
    else if (message.code === 'index_failed') {
      asked?.reject(new ProductSearchError('index_failed', message.message))
      die(`The search index failed: ${message.message}`)
    } else asked?.reject(new ProductSearchError(message.code, message.message))
  }

  const watchSilence = (): void => {
    stopWaiting()
    stopWaiting =
      pending.size === 0 ? () => {} : ports.after(SILENCE_MS, () => die('The search worker does not answer'))
  }

  const die = (message: string): void => {
    stop()
    const error = new ProductSearchError('worker_failed', message)
    ports.onTrouble(error)
    rejectAll(error)
    const now = ports.now()
    deaths = [...deaths.filter((at) => now - at < DEATHS_WITHIN_MS), now]
    if (deaths.length <= DEATHS_MAX) start()
    else setState({ status: 'failed' })
  }

  const stop = (): void => {
    stopWaiting()
    worker?.terminate()
    worker = undefined
  }

  const rejectAll = (error: ProductSearchError): void => {
    const open = [...pending.values()]
    pending.clear()
    for (const { reject } of open) reject(error)
  }

  const ask = (request: (id: number) => ToWorker, channel?: string): Promise<FromWorker> => {
    if (closed) return Promise.reject(new ProductSearchError('closed', 'The search is closed'))
    return new Promise((resolve, reject) => {
      const id = nextId
      nextId += 1
      pending.set(id, { channel, resolve, reject })
      const running = worker ?? start()
      running.postMessage(request(id))
      watchSilence()
    })
  }

  const supersede = (channel: string): void => {
    for (const [id, asked] of pending) {
      if (asked.channel !== channel) continue
      pending.delete(id)
      asked.reject(new ProductSearchError('superseded', 'A newer search was made'))
    }
  }

  return {
    search: async (search, channel = 'search') => {
      supersede(channel)
      const message = await ask((id) => ({ kind: 'search', id, channel, search }), channel)
      if (message.kind !== 'found')
        throw new ProductSearchError('worker_failed', 'The worker answered something else')
      return message.result
    },
    filters: async (search) => {
      const message = await ask((id) => ({ kind: 'filters', id, search }))
      if (message.kind !== 'filters')
        throw new ProductSearchError('worker_failed', 'The worker answered something else')
      return message.filters
    },
    suggest: async (suggesting) => {
      supersede(SUGGESTIONS)
      const message = await ask((id) => ({ kind: 'suggest', id, suggesting }), SUGGESTIONS)
      if (message.kind !== 'suggested')
        throw new ProductSearchError('worker_failed', 'The worker answered something else')
      return message.suggestions
    },
    findSaid: async (said) => {
      const message = await ask((id) => ({ kind: 'said', id, said }))
      if (message.kind !== 'said')
        throw new ProductSearchError('worker_failed', 'The worker answered something else')
      return message.result
    },
    prepare: () => {
      if (!closed && worker === undefined) start()
    },
    state,
    subscribe,
    close: () => {
      closed = true
      stop()
      rejectAll(new ProductSearchError('closed', 'The search is closed'))
    },
  }
}

const messageOf = (event: Event): string =>
  'message' in event && typeof event.message === 'string' && event.message !== '' ? event.message : event.type
