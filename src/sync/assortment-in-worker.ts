import { ApiError } from '#src/api/api-error.ts'
import { type Pause, pausedError } from '#src/api/pause.ts'
import { findAssortmentAge } from '#src/store/products/assortment.ts'
import { findWholePrices } from '#src/store/products/price-lists.ts'
import type { UserDatabase } from '#src/store/user-database.ts'
import type { AssortmentSync, PricedCustomer } from './assortment.ts'
import type { DownloadError, FromDownloads, ToDownloads } from './assortment-protocol.ts'

export type DownloadsWorker = {
  postMessage: (message: ToDownloads) => void
  addEventListener: {
    (type: 'message', listener: (event: MessageEvent<FromDownloads>) => void): void
    (type: 'error', listener: (event: Event) => void): void
  }
  terminate: () => void
}

export type InWorkerPorts = {
  database: UserDatabase
  userId: string
  /** Used without workers, and for small changes that do not justify loading one. */
  inPage: AssortmentSync
  openWorker: (() => DownloadsWorker) | undefined
  token: () => string | undefined
  pause: Pick<Pause, 'isOn' | 'begin'>
  onContact: (reached: boolean) => void
  onEpoch: (epoch: string) => void
  onUnauthenticated: () => void
  /** Waits for the first paint. @returns cancels it */
  whenQuiet: (act: () => void) => () => void
}

/** The first download: storing tens of thousands of rows in the page would block taps for many seconds. */
export const createAssortmentInWorker = (ports: InWorkerPorts): AssortmentSync & { stop: () => void } => {
  const stopping = new AbortController()
  const { database, inPage, openWorker } = ports
  return {
    refresh: async (customer, { signal } = {}) => {
      const ended = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal
      const token = ports.token()
      const isHere = await isListHere(database, customer)
      ended.throwIfAborted()
      if (isHere || !openWorker || token === undefined) return inPage.refresh(customer, { signal: ended })
      if (ports.pause.isOn()) throw pausedError()
      await quiet(ports.whenQuiet, ended)
      const outcome = await download(openWorker(), { userId: ports.userId, token, customer }, ports, ended)
      if (outcome === 'not-loaded') await inPage.refresh(customer, { signal: ended })
    },
    stop: () => stopping.abort(),
  }
}

const isListHere = async (database: UserDatabase, { priceListId }: PricedCustomer): Promise<boolean> =>
  (await findAssortmentAge(database)) !== undefined &&
  (await findWholePrices(database, priceListId)) !== undefined

const quiet = (whenQuiet: InWorkerPorts['whenQuiet'], ended: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const callOff = whenQuiet(resolve)
    ended.addEventListener('abort', () => {
      callOff()
      reject(ended.reason)
    })
  })

/** Ending a worker mid-transaction writes nothing and releases its lock. */
const download = (
  worker: DownloadsWorker,
  request: ToDownloads,
  { onContact, onEpoch, onUnauthenticated, pause }: InWorkerPorts,
  ended: AbortSignal,
): Promise<'done' | 'not-loaded'> => {
  let hasBegun = false
  const result = new Promise<'done' | 'not-loaded'>((resolve, reject) => {
    ended.addEventListener('abort', () => reject(ended.reason))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      if (hasBegun) reject(new Error('The worker that downloads the product list failed'))
      else resolve('not-loaded')
    })
    worker.addEventListener('message', ({ data }) => {
      hasBegun = true
      if (data.kind === 'contact') onContact(data.reached)
      else if (data.kind === 'epoch') onEpoch(data.epoch)
      else if (data.kind === 'unauthenticated') onUnauthenticated()
      else if (data.kind === 'done') resolve('done')
      else if (data.kind === 'failed') {
        const { status, retryAfterSeconds } = data.error
        if (status === 429 || status === 503) pause.begin(retryAfterSeconds)
        reject(errorOf(data.error))
      }
    })
    worker.postMessage(request)
  })
  return result.finally(() => worker.terminate())
}

const errorOf = ({ name, message, status, code, retryAfterSeconds }: DownloadError): Error =>
  status === undefined || code === undefined
    ? Object.assign(new Error(message), { name })
    : new ApiError({ status, code, message, retryAfterSeconds })
