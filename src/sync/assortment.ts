import { type Assortment, type PriceListDownload, products } from '#contract/products.ts'
import type { ApiClient } from '#src/api/client.ts'
import { findAssortmentDownload, storeAssortment } from '#src/store/assortment.ts'
import { DownloadOvertaken } from '#src/store/download.ts'
import { findPricesDownload, storePrices } from '#src/store/price-lists.ts'
import type { Download, UserDatabase } from '#src/store/user-database.ts'
import { refreshSearchInputs } from './search-inputs.ts'

/**
 * Brings the product list and the prices of a customer to this device: the first time as a whole, part by part, then
 * what has changed. Each part is stored as it comes, so that a download that is cut off goes on from there; tabs take
 * turns, and one that finds the work done does nothing.
 */
export type AssortmentSync = {
  /**
   * @param customer with the price list as far as it is known, so that only its changes are asked for
   * @throws ApiError; what came before it is stored
   */
  refresh: (customer: PricedCustomer, options?: { signal?: AbortSignal }) => Promise<void>
}

export type PricedCustomer = { customerId: string; priceListId: string }

export type AssortmentSyncPorts = {
  database: UserDatabase
  api: ApiClient
  inTurn: <Result>(name: string, act: () => Promise<Result>) => Promise<Result>
  withRoom: <Result>(write: () => Promise<Result>) => Promise<Result>
  now: () => number
}

/** What is cleared or begun anew under a download again and again is left for the next one. */
const BEGINNINGS_MAX = 6

export const createAssortmentSync = (ports: AssortmentSyncPorts): AssortmentSync => ({
  refresh: (customer, { signal } = {}) =>
    ports.inTurn('trolly-assortment', async () => {
      // Prices first: they are a fifth of the bytes, and a trolly is worth more with them than with other products.
      await refreshPrices(ports, { ...customer, signal })
      await refreshSearchInputs(ports, { customerId: customer.customerId, signal })
      await refreshProducts(ports, signal)
    }),
})

async function refreshProducts(ports: AssortmentSyncPorts, signal: AbortSignal | undefined): Promise<void> {
  for (let beginnings = 0; beginnings < BEGINNINGS_MAX; ) {
    signal?.throwIfAborted()
    const known = await findAssortmentDownload(ports.database)
    const reply = await ports.api.call(products.assortment, {
      query: {
        ...(known && { since: known.cursor }),
        ...(known?.after !== undefined && { after: known.after }),
      },
      ...(signal && { signal }),
    })
    const stored = await store(ports, reply, { known, signal })
    if (stored === undefined || reply.range?.after === '') beginnings += 1
    // A whole list may have been kept ready for some minutes: its changes are asked for at once.
    if (stored !== undefined && reply.range === null) return
  }
}

type Storing = { known: Download | undefined; signal: AbortSignal | undefined }

const store = (ports: AssortmentSyncPorts, reply: Assortment, { known, signal }: Storing) =>
  storeAssortment(ports.database, reply, { known, now: ports.now(), write: writer(ports, signal) }).catch(
    unlessOvertaken,
  )

async function refreshPrices(
  ports: AssortmentSyncPorts,
  { customerId, priceListId, signal }: PricedCustomer & { signal: AbortSignal | undefined },
): Promise<void> {
  const { database, api, now } = ports
  const ask = (known: Download | undefined) =>
    api.call(products.prices, {
      params: { id: customerId },
      // There are no changes to a part: the rest of it comes with the whole.
      query: { ...(known && known.after === undefined && { since: known.cursor }) },
      ...(signal && { signal }),
    })
  const storeReply = async (reply: PriceListDownload, known: Download | undefined) => {
    // The customer may have another list by now: then its own is what is known of it.
    const own =
      reply.priceListId === priceListId ? known : await findPricesDownload(database, reply.priceListId)
    return storePrices(database, reply, { known: own, now: now(), write: writer(ports, signal) }).catch(
      unlessOvertaken,
    )
  }
  const known = await findPricesDownload(database, priceListId)
  const reply = await ask(known)
  const stored = await storeReply(reply, known)
  // It may have been kept ready for some minutes, and its first part may be older still.
  if (reply.whole) await storeReply(await ask(stored), stored)
}

/** One piece after the other; none once the download was called off. */
const writer =
  ({ withRoom }: AssortmentSyncPorts, signal: AbortSignal | undefined) =>
  (act: () => Promise<Download>): Promise<Download> => {
    signal?.throwIfAborted()
    return withRoom(act)
  }

/** Nothing is lost: the next call asks again from where things are. */
const unlessOvertaken = (error: unknown): undefined => {
  if (error instanceof DownloadOvertaken) return undefined
  throw error
}
