import { type ProductSearchBody, productSearch } from '#contract/product-search.ts'
import type { Product } from '#domain/product.ts'
import { LIST_FILTERS } from '#search/filters.ts'
import type { Rewording } from '#search/search.ts'
import type { ApiClient } from '#src/api/client.ts'
import { type ProductSearch, ProductSearchError } from './product-search.ts'

/**
 * A complete list on this device answers at once; otherwise, or for filters only it knows, the server does; offline,
 * the partial list. A failure is never an empty list.
 */
export type FoundForTrolly = Rewording & {
  body: ProductSearchBody
  data: Product[]
  total: number
  page: number
  pageLength: number
  /** `part`: this device's incomplete list; there may be more. */
  from: 'device' | 'server' | 'part'
}

export type FindPorts = { device: Pick<ProductSearch, 'search' | 'state'>; api: ApiClient }

export type Wanted = {
  trollyId: string
  customerId: string
  /** The same, if the server does not know the trolly yet. */
  customerToTell?: string | undefined
  priceListId: string
  body: ProductSearchBody
  signal: AbortSignal
}

/** A pause in typing, to avoid a request per letter. */
export const SERVER_WAITS_MS = 200
/** A device still downloading its list may be slow; then the server answers instead. */
const DEVICE_PATIENCE_MS = 600

/** @throws the server's error if this device has nothing; the signal's reason if aborted */
export const findForTrolly = async (ports: FindPorts, wanted: Wanted): Promise<FoundForTrolly> => {
  const onDevice = askDevice(ports, wanted)
  const here = await (hasWholeList(ports.device)
    ? onDevice
    : Promise.race([onDevice, pause(DEVICE_PATIENCE_MS, wanted.signal)]))
  if (here?.from === 'device') return here
  try {
    return await askServer(ports, wanted)
  } catch (error) {
    wanted.signal.throwIfAborted()
    const late = await onDevice
    // Nothing found in a partial list is no answer.
    if (late === undefined || (late.from === 'part' && late.total === 0)) throw error
    return late
  }
}

/** A busy phone is worth waiting for: its worker answers or is found dead. */
export const hasWholeList = (device: Pick<ProductSearch, 'state'>): boolean => {
  const state = device.state()
  return state.status === 'ready' && state.complete
}

/** This device may not have them; the server does. */
export const needsLists = (body: ProductSearchBody): boolean =>
  LIST_FILTERS.some((filter) => body[filter] !== undefined)

/** undefined: this device cannot search now. */
const askDevice = async (
  { device }: FindPorts,
  { body, priceListId, customerId }: Wanted,
): Promise<FoundForTrolly | undefined> => {
  try {
    const { complete, ...found } = await device.search({ body, priceListId, customerId })
    return { ...found, body, from: complete ? 'device' : 'part' }
  } catch (error) {
    if (error instanceof ProductSearchError && SEARCH_STILL_WORKS.has(error.code)) return undefined
    throw error
  }
}

/** After these the server can answer; other codes end the search. */
const SEARCH_STILL_WORKS = new Set<ProductSearchError['code']>([
  'worker_failed',
  'index_failed',
  'filter_needs_server',
])

const askServer = async (
  { api }: FindPorts,
  { trollyId, customerToTell, body, signal }: Wanted,
): Promise<FoundForTrolly> => {
  await pause(SERVER_WAITS_MS, signal)
  const found = await api.call(productSearch.search, {
    params: { id: trollyId },
    query: { ...(customerToTell !== undefined && { customerId: customerToTell }) },
    body,
    signal,
  })
  return { ...found, body, from: 'server' }
}

export const pause = (delayMs: number, signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve(undefined)
    }, delayMs)
    signal.addEventListener('abort', stop, { once: true })
  })
