import { type ProductSearchBody, products } from '#contract/products.ts'
import type { Product } from '#domain/product.ts'
import { SERVER_FILTERS } from '#domain/search/filters.ts'
import type { Rewording } from '#domain/search/search.ts'
import type { ApiClient, StartedBy } from '#src/api/client.ts'
import { type ProductSearch, ProductSearchError } from './product-search.ts'

/**
 * One search for a trolly, answered by whoever can: this device where it has the whole list, which is as good as the
 * server and at once; the server where the list is not here yet, or a filter is about what only it knows; and what is
 * here of the list where the server cannot be asked. Never an empty list for a failure.
 */
export type FoundForTrolly = Rewording & {
  /** What was searched for. */
  body: ProductSearchBody
  data: Product[]
  /** Up to SEARCH_TOTAL_MAX. */
  total: number
  page: number
  pageLength: number
  /** `part`: from this device, which has not the whole list yet; there may be more. */
  from: 'device' | 'server' | 'part'
}

export type FindPorts = { device: Pick<ProductSearch, 'search' | 'state'>; api: ApiClient }

export type Wanted = {
  trollyId: string
  /** Whose purchases count. */
  customerId: string
  /** The same where the server has not been told of the trolly. */
  customerToTell?: string | undefined
  priceListId: string
  body: ProductSearchBody
  startedBy: StartedBy
  signal: AbortSignal
}

/** A pause in typing, so that not every letter is a request. */
const SERVER_WAITS_MS = 200
/** A device that is slower than this, since its list is just being brought here, is as good as one without. */
const DEVICE_PATIENCE_MS = 600

/** @throws what the server's call threw, where this device has nothing; the signal's reason where it was given up */
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
    // Nothing found in a part of the list is no answer.
    if (late === undefined || (late.from === 'part' && late.total === 0)) throw error
    return late
  }
}

/** Its worker answers, or is found to be dead: a busy phone is worth waiting for. */
const hasWholeList = (device: FindPorts['device']): boolean => {
  const state = device.state()
  return state.status === 'ready' && state.complete
}

export const needsServer = (body: ProductSearchBody): boolean =>
  SERVER_FILTERS.some((filter) => body[filter] !== undefined)

/** undefined: this device cannot search at all now. */
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

/** The server can be asked instead; any other code is about this very search, which is over. */
const SEARCH_STILL_WORKS = new Set<ProductSearchError['code']>([
  'worker_failed',
  'index_failed',
  'filter_needs_server',
])

const askServer = async (
  { api }: FindPorts,
  { trollyId, customerToTell, body, startedBy, signal }: Wanted,
): Promise<FoundForTrolly> => {
  await pause(SERVER_WAITS_MS, signal)
  const found = await api.call(products.search, {
    params: { id: trollyId },
    query: { ...(customerToTell !== undefined && { customerId: customerToTell }) },
    body,
    startedBy,
    signal,
  })
  return { ...found, body, from: 'server' }
}

const pause = (delayMs: number, signal: AbortSignal): Promise<undefined> =>
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
