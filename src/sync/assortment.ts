import { type Assortment, type PriceListDownload, products } from '#contract/products.ts'
import type { ApiClient } from '#src/api/client.ts'
import {
  DownloadOvertaken,
  findAssortmentDownload,
  findPricesDownload,
  storeAssortment,
  storePrices,
} from '#src/store/assortment.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'

/**
 * Brings the product list and the prices of a customer to this device: the first time as a whole, part by part, then
 * what has changed. Each part is stored as it comes, so that a download that is cut off goes on from there; tabs take
 * turns, and one that finds the work done does nothing.
 */
export type AssortmentSync = {
  /**
   * @param known the customer's price list, where it is known, so that only its changes are asked for
   * @throws ApiError; what came before it is stored
   */
  refresh: (
    customer: { customerId: string; priceListId: string },
    options?: { signal?: AbortSignal; onProgress?: (progress: AssortmentProgress) => void },
  ) => Promise<void>
}

/** `products`: how many are there by now. */
export type AssortmentProgress = { products: number; complete: boolean }

export type AssortmentSyncPorts = {
  database: UserDatabase
  api: ApiClient
  /** One at a time among all tabs: navigator.locks in a browser. */
  inTurn: <Result>(name: string, act: () => Promise<Result>) => Promise<Result>
  /** Writes again after making room: src/store/quota.ts. */
  withRoom: <Result>(write: () => Promise<Result>) => Promise<Result>
  /** Epoch milliseconds. */
  now: () => number
}

/** What is cleared or begun anew under a download again and again is left for the next one. */
const BEGINNINGS_MAX = 6

export const createAssortmentSync = (ports: AssortmentSyncPorts): AssortmentSync => ({
  refresh: ({ customerId, priceListId }, { signal, onProgress = () => {} } = {}) =>
    ports.inTurn('trolly-assortment', async () => {
      // Prices first: they are a fifth of the bytes, and a trolly is worth more with them than with other products.
      await refreshPrices(ports, { customerId, priceListId, signal })
      await refreshProducts(ports, { signal, onProgress })
    }),
})

async function refreshProducts(
  ports: AssortmentSyncPorts,
  {
    signal,
    onProgress,
  }: { signal: AbortSignal | undefined; onProgress: (progress: AssortmentProgress) => void },
): Promise<void> {
  for (let beginnings = 0; beginnings < BEGINNINGS_MAX; ) {
    signal?.throwIfAborted()
    const known = await findAssortmentDownload(ports.database)
    const reply = await ports.api.call(products.assortment, {
      query: {
        ...(known && { since: known.cursor }),
        ...(known?.after !== undefined && { after: known.after }),
      },
      background: true,
      ...(signal && { signal }),
    })
    const stands = await store(ports, reply, known)
    if (stands === undefined || reply.range?.after === '') beginnings += 1
    if (stands === undefined) continue
    onProgress({ products: await ports.database.products.count(), complete: stands.after === undefined })
    // A whole list may have been kept ready for some minutes: its changes are asked for at once.
    if (reply.range === null) return
  }
}

const store = (
  { database, withRoom, now }: AssortmentSyncPorts,
  reply: Assortment,
  known: Download | undefined,
): Promise<Download | undefined> =>
  withRoom(() => storeAssortment(database, reply, { known, now: now() })).catch(unlessOvertaken)

async function refreshPrices(
  { database, api, withRoom, now }: AssortmentSyncPorts,
  {
    customerId,
    priceListId,
    signal,
  }: { customerId: string; priceListId: string; signal: AbortSignal | undefined },
): Promise<void> {
  const known = await findPricesDownload(database, priceListId)
  const storeReply = async (reply: PriceListDownload): Promise<void> => {
    // The customer may have another list by now: then its own is what is known of it.
    const stands =
      reply.priceListId === priceListId ? known : await findPricesDownload(database, reply.priceListId)
    await withRoom(() => storePrices(database, reply, { known: stands, now: now() })).catch(unlessOvertaken)
  }
  const ask = (since: string | undefined) =>
    api.call(products.prices, {
      params: { id: customerId },
      query: { ...(since !== undefined && { since }) },
      background: true,
      ...(signal && { signal }),
    })
  const reply = await ask(known?.cursor)
  await storeReply(reply)
  if (reply.whole) await storeReply(await ask(reply.cursor))
}

/** Nothing is lost: the next call asks again from where things stand. */
const unlessOvertaken = (error: unknown): undefined => {
  if (error instanceof DownloadOvertaken) return undefined
  throw error
}
